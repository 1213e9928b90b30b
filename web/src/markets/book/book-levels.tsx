/** The levels of a book: asks above, bids below, and the sum up to the level under the pointer. */
import { useId, useState } from "react";
import { ticks } from "../../../../src/core/units.ts";
import type { Lots, Ticks } from "../../../../src/core/units.ts";
import { TermHint } from "../../pages/learn/term-hint.tsx";
import type { Level, OrderBook } from "../../api/live/order-book.ts";
import { OwnMark } from "../../account/mine/own-mark.tsx";
import { Empty } from "../../parts/states.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { computeAverage } from "../trade/estimate-order.ts";
import { addDepth, findMaxDepth } from "./book-depth.ts";
import type { DepthLevel } from "./book-depth.ts";

// The bids or the asks of a book, with the best price next to the middle.

type Side = "bids" | "asks";

/** The level under the pointer or with the focus, up to which the book is summed. */
type SummedLevel = { readonly side: Side; readonly price: Ticks };

type BookSideProps = {
  readonly side: Side;
  /** Levels from the best price on. */
  readonly levels: readonly Level[];
  /** Depth in shares whose bar fills a whole row. */
  readonly maxDepth: Lots;
  readonly onPick: (price: Ticks) => void;
  readonly summed: SummedLevel | undefined;
  readonly onSummed: (summed: SummedLevel | undefined) => void;
  /** Id of the element with the sum. */
  readonly sumId: string;
};

function BookSide({ side, levels, summed, ...shared }: BookSideProps) {
  const { book: text } = useText().markets;
  const rows = addDepth(levels);
  const last = summed?.side === side ? rows.findIndex(({ price }) => price === summed.price) : -1;
  const shownLevels = rows.map((level, index) => ({
    level,
    isSummed: index <= last,
    isLast: index === last,
  }));
  return (
    <tbody className={side}>
      <tr className="side-name">
        <th scope="rowgroup" colSpan={3}>
          <span className="visually-hidden">{text[side]}</span>
        </th>
      </tr>
      {rows.length === 0 && (
        <tr>
          <td colSpan={3} className="soft">
            {side === "bids" ? text.noBids : text.noAsks}
          </td>
        </tr>
      )}
      {(side === "asks" ? shownLevels.toReversed() : shownLevels).map((row) => (
        <BookRow key={row.level.price} side={side} {...row} {...shared} />
      ))}
    </tbody>
  );
}

type BookRowProps = Omit<BookSideProps, "levels" | "summed"> & {
  readonly level: DepthLevel;
  /** True for levels up to the one under the pointer. */
  readonly isSummed: boolean;
  readonly isLast: boolean;
};

function BookRow({ side, level, maxDepth, onPick, onSummed, ...row }: BookRowProps) {
  const { price, size, depth, value } = level;
  const { book: text } = useText().markets;
  const formats = useFormats();
  const cents = formats.cents(price);
  const showSum = (): void => onSummed({ side, price });
  return (
    <tr
      className={row.isSummed ? "summed" : ""}
      style={{ backgroundSize: `${Math.round((depth / Math.max(maxDepth, 1)) * 100)}% 100%` }}
      onPointerEnter={showSum}
    >
      <td>
        <button
          type="button"
          className="level-price"
          aria-label={text.pick(cents)}
          aria-describedby={row.isLast ? row.sumId : undefined}
          onClick={() => onPick(price)}
          onFocus={showSum}
          onBlur={() => onSummed(undefined)}
        >
          {cents}
        </button>
        <OwnMark side={side} price={price} />
      </td>
      <td className="number">{formats.shares(size)}</td>
      <td className="number soft">{formats.money(value)}</td>
    </tr>
  );
}

const MAX_LEVELS = 7;

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
  const most = all ? Infinity : MAX_LEVELS;
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
      {Math.max(book.bids.length, book.asks.length) > MAX_LEVELS && (
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
  const average = formats.cents(computeAverage(value, depth));
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
