/** The levels of a book: asks above, bids below, and the sum up to the level under the pointer. */
import { useId, useState } from "react";
import { ticks } from "../../../src/core/units.ts";
import type { Ticks } from "../../../src/core/units.ts";
import { TermHint } from "../learn/term-hint.tsx";
import type { OrderBook } from "../live/order-book.ts";
import { Empty } from "../parts/states.tsx";
import { averageOf } from "../trade/estimate-order.ts";
import { useFormats, useText } from "../text/language.tsx";
import { addDepth, findMaxDepth } from "./book-depth.ts";
import { BookSide } from "./book-side.tsx";
import type { SummedLevel } from "./book-side.tsx";

const SHOWN = 7;

type BookLevelsProps = {
  readonly book: OrderBook;
  readonly isStale: boolean;
  readonly onPick: (price: Ticks) => void;
};

export function BookLevels({ book, isStale, onPick }: BookLevelsProps) {
  const { book: text } = useText().markets;
  const sumId = useId();
  const [all, setAll] = useState(false);
  const [summed, setSummed] = useState<SummedLevel>();
  const most = all ? Infinity : SHOWN;
  const [bids, asks] = [book.bids.slice(0, most), book.asks.slice(0, most)];
  const shared = { maxDepth: findMaxDepth(bids, asks), onPick, summed, onSummed: setSummed, sumId };
  if (book.bids.length + book.asks.length === 0) return <Empty>{text.empty}</Empty>;
  return (
    <>
      <table className={isStale ? "levels stale" : "levels"} onPointerLeave={() => setSummed(undefined)}>
        <LevelsHead />
        <BookSide side="asks" levels={asks} {...shared} />
        <SpreadRow book={book} />
        <BookSide side="bids" levels={bids} {...shared} />
      </table>
      <p className={summed === undefined ? "book-sum" : "book-sum active"} id={sumId}>
        <SumText book={book} summed={summed} />
      </p>
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

function LevelsHead() {
  const { common, markets } = useText();
  const { book: text } = markets;
  return (
    <>
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
    </>
  );
}

type SumTextProps = { readonly book: OrderBook; readonly summed: SummedLevel | undefined };

/** Shows the number of shares up to a level, and their cost or proceeds. */
function SumText({ book, summed }: SumTextProps) {
  const { book: text } = useText().markets;
  const formats = useFormats();
  const level = summed && addDepth(book[summed.side]).find(({ price }) => price === summed.price);
  if (level === undefined) return text.hint;
  const { depth, price, value } = level;
  const average = formats.cents(averageOf(value, depth));
  const say = summed?.side === "asks" ? text.buyTo : text.sellTo;
  return say(formats.shares(depth), formats.cents(price), formats.money(value), average);
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
          <span className="with-hint">
            {text.spread}{" "}
            <strong>{bid === undefined || ask === undefined ? "–" : formats.cents(ticks(ask - bid))}</strong>
            <TermHint of="spread" />
          </span>
        </td>
      </tr>
    </tbody>
  );
}
