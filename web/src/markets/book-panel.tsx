/** The live order book of an outcome. A click on a price copies it into the order ticket. */
import { useBook } from "../live/live-context.tsx";
import { OwnLevelsProvider } from "../mine/own-mark.tsx";
import { Empty, Loading } from "../parts/states.tsx";
import type { Ticks } from "../../../src/core/units.ts";
import { useText } from "../text/language.tsx";
import { BookHead } from "./book-head.tsx";
import { BookLevels } from "./book-levels.tsx";
import type { Market } from "./market.ts";

type BookPanelProps = {
  readonly market: Market;
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  readonly onPick: (price: Ticks) => void;
};

export function BookPanel({ market, outcome, onOutcome, onPick }: BookPanelProps) {
  const { book: text } = useText().markets;
  const { book, live } = useBook(market.outcomes[outcome].tokenId);
  const isStale = book !== undefined && !live && !market.closed;
  return (
    <section className="book" aria-labelledby="book-title">
      <h2 id="book-title" className="visually-hidden">
        {text.title}
      </h2>
      <BookHead {...{ market, outcome, onOutcome, isStale }} />
      {market.closed ? (
        <Empty>{text.over}</Empty>
      ) : book === undefined ? (
        <Loading rows={6} />
      ) : (
        <OwnLevelsProvider market={market} outcome={outcome}>
          <BookLevels book={book} isStale={!live} onPick={onPick} />
        </OwnLevelsProvider>
      )}
    </section>
  );
}
