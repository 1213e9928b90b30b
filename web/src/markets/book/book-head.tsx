/** The head of a book's view: the choice of the outcome, and a warning while the book is not current. */
import type { ReactNode } from "react";
import { useOutcomeName, useText } from "../../text/language.tsx";
import type { Market } from "../market.ts";
import type { MarketSelection } from "../use-market-selection.ts";

// Buttons that select one of a market's two outcomes.

type OutcomeTabsProps = Pick<MarketSelection, "market" | "outcome"> & {
  readonly onOutcome: (outcome: 0 | 1) => void;
};

function OutcomeTabs({ market, outcome, onOutcome }: OutcomeTabsProps) {
  const { event: text } = useText().markets;
  const nameOf = useOutcomeName();
  return (
    <div className="segments" role="group" aria-label={text.outcomeChoice}>
      {market.outcomes.map(({ tokenId, name }, index) => (
        <button
          key={tokenId}
          type="button"
          aria-pressed={index === outcome}
          onClick={() => onOutcome(index === 0 ? 0 : 1)}
        >
          {nameOf(name)}
        </button>
      ))}
    </div>
  );
}

type BookHeadProps = {
  readonly market: Market;
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  readonly isStale: boolean;
  readonly children?: ReactNode;
};

export function BookHead({ isStale, children, ...choice }: BookHeadProps) {
  const { book: text } = useText().markets;
  return (
    <div className="panel-head">
      <OutcomeTabs {...choice} />
      <p className="book-state" role="status">
        {isStale && <span className="mark warn">{text.stale}</span>}
      </p>
      {children}
    </div>
  );
}
