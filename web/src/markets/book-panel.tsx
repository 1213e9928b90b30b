/** The live order book of an outcome. A click on a price puts it into the order ticket. */
import { useState } from "react";
import { useBook } from "../live/live-context.tsx";
import type { OrderBook } from "../live/order-book.ts";
import { Empty, Loading } from "../parts/states.tsx";
import { ticks } from "../../../src/core/units.ts";
import type { Ticks } from "../../../src/core/units.ts";
import { useFormats, useText } from "../text/language.tsx";
import { BookSide } from "./book-side.tsx";
import { findMaxDepth } from "./book-depth.ts";
import type { Market } from "./market.ts";
import { OutcomeTabs } from "./outcome-tabs.tsx";

type BookPanelProps = {
  readonly market: Market;
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  readonly onPick: (price: Ticks) => void;
};

export function BookPanel({ market, outcome, onOutcome, onPick }: BookPanelProps) {
  const { book: text } = useText().markets;
  const { book, live } = useBook(market.outcomes[outcome].tokenId);
  return (
    <section className="panel flush book" aria-labelledby="book-title">
      <div className="panel-head">
        <h2 id="book-title">{text.title}</h2>
        <OutcomeTabs {...{ market, outcome, onOutcome }} />
      </div>
      <p className="book-state" role="status">
        {book !== undefined && !live && !market.closed && <span className="mark warn">{text.stale}</span>}
      </p>
      {market.closed ? (
        <Empty>{text.over}</Empty>
      ) : book === undefined ? (
        <Loading rows={6} />
      ) : (
        <Levels book={book} isStale={!live} onPick={onPick} />
      )}
    </section>
  );
}

const SHOWN = 7;

type LevelsProps = {
  readonly book: OrderBook;
  readonly isStale: boolean;
  readonly onPick: (price: Ticks) => void;
};

function Levels({ book, isStale, onPick }: LevelsProps) {
  const { common, markets } = useText();
  const { book: text } = markets;
  const [all, setAll] = useState(false);
  const most = all ? Infinity : SHOWN;
  const [bids, asks] = [book.bids.slice(0, most), book.asks.slice(0, most)];
  const maxDepth = findMaxDepth(bids, asks);
  if (book.bids.length + book.asks.length === 0) return <Empty>{text.empty}</Empty>;
  return (
    <>
      <table className={isStale ? "levels stale" : "levels"}>
        <caption className="visually-hidden">{text.title}</caption>
        <thead>
          <tr>
            <th scope="col">{common.price}</th>
            <th scope="col" className="number">
              {common.shares}
            </th>
            <th scope="col" className="number">
              {text.total}
            </th>
          </tr>
        </thead>
        <BookSide side="asks" levels={asks} {...{ maxDepth, onPick }} />
        <SpreadRow book={book} />
        <BookSide side="bids" levels={bids} {...{ maxDepth, onPick }} />
      </table>
      {Math.max(book.bids.length, book.asks.length) > SHOWN && (
        <p className="more">
          <button type="button" className="plain" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? text.fewLevels : text.allLevels}
          </button>
        </p>
      )}
    </>
  );
}

function SpreadRow({ book: { bids, asks, lastPrice } }: { readonly book: OrderBook }) {
  const { book: text } = useText().markets;
  const formats = useFormats();
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  return (
    <tbody className="between">
      <tr>
        <td colSpan={3}>
          <span>
            {text.last} <strong>{lastPrice === undefined ? "–" : formats.cents(lastPrice)}</strong>
          </span>
          <span>
            {text.spread}{" "}
            <strong>{bid === undefined || ask === undefined ? "–" : formats.cents(ticks(ask - bid))}</strong>
          </span>
        </td>
      </tr>
    </tbody>
  );
}
