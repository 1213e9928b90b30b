/** The depth of the live book as a drawing: cumulative bids to the left of the middle, asks to the right. */
import { useState } from "react";
import type { PointerEvent } from "react";
import { TermHint } from "../../pages/learn/term-hint.tsx";
import { useBook } from "../../api/live/live-context.tsx";
import type { OrderBook } from "../../api/live/order-book.ts";
import { Empty, Loading } from "../../parts/states.tsx";
import { ticks } from "../../../../src/core/units.ts";
import type { Ticks } from "../../../../src/core/units.ts";
import { useFormats, useText } from "../../text/language.tsx";
import { BookHead } from "./book-head.tsx";
import { findDepthAt, drawDepthPath, findDepthRange } from "./book-depth.ts";
import type { DepthRange } from "./book-depth.ts";
import type { Market } from "../market.ts";

type DepthPanelProps = {
  readonly market: Market;
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
};

export function DepthPanel({ market, outcome, onOutcome }: DepthPanelProps) {
  const { book: bookText, depth: text } = useText().markets;
  const { book, live } = useBook(market.outcomes[outcome].tokenId);
  const isStale = book !== undefined && !live && !market.closed;
  const range = book && findDepthRange(book);
  return (
    <section className="depth" aria-labelledby="depth-title">
      <h2 id="depth-title" className="visually-hidden">
        {text.title}
      </h2>
      <BookHead {...{ market, outcome, onOutcome, isStale }}>
        <TermHint of="depth" />
      </BookHead>
      {market.closed ? (
        <Empty>{bookText.over}</Empty>
      ) : book === undefined ? (
        <Loading rows={6} />
      ) : range === undefined ? (
        <Empty>{bookText.empty}</Empty>
      ) : (
        <DepthDrawing book={book} range={range} />
      )}
    </section>
  );
}

type DepthDrawingProps = { readonly book: OrderBook; readonly range: DepthRange };

function DepthDrawing({ book, range }: DepthDrawingProps) {
  const { depth: text } = useText().markets;
  const formats = useFormats();
  const [pointed, setPointed] = useState<Ticks>();
  const { low, high } = range;
  const middle = ticks(Math.round((low + high) / 2));
  const totalOf = (side: "bids" | "asks"): string =>
    formats.shares(findDepthAt(book[side], side, side === "bids" ? low : high));
  const point = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(ticks(Math.round(low + ((clientX - left) / width) * (high - low))));
  };
  return (
    <div className="depth-drawing">
      <div className="depth-area" onPointerMove={point} onPointerLeave={() => setPointed(undefined)}>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={text.picture(totalOf("bids"), totalOf("asks"))}
        >
          <path className="bids" d={drawDepthPath(book.bids, "bids", range)} />
          <path className="asks" d={drawDepthPath(book.asks, "asks", range)} />
        </svg>
        {pointed !== undefined && <PointedDepth {...{ book, range, pointed }} />}
      </div>
      <p className="depth-scale" aria-hidden="true">
        {[low, middle, high].map((price) => (
          <span key={price}>{formats.cents(price)}</span>
        ))}
      </p>
      <ul className="depth-legend">
        <li className="up">{`${text.bids} ${totalOf("bids")}`}</li>
        <li className="down">{`${text.asks} ${totalOf("asks")}`}</li>
      </ul>
    </div>
  );
}

type PointedDepthProps = DepthDrawingProps & { readonly pointed: Ticks };

/** Marks the price under the pointer, with the shares up to it. Hidden from screen readers, which have the book. */
function PointedDepth({ book, range: { low, high }, pointed }: PointedDepthProps) {
  const { depth: text } = useText().markets;
  const formats = useFormats();
  const side = pointed <= (book.bids[0]?.price ?? 0) ? "bids" : "asks";
  const share = ((pointed - low) / (high - low)) * 100;
  return (
    <div
      className={share > 50 ? "depth-pointed left" : "depth-pointed"}
      style={{ left: `${share}%` }}
      aria-hidden="true"
    >
      <span>{text.at(formats.shares(findDepthAt(book[side], side, pointed)), formats.cents(pointed))}</span>
    </div>
  );
}
