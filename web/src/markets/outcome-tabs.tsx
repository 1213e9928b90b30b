/** Buttons that select one of a market's two outcomes. */
import { useOutcomeName, useText } from "../text/language.tsx";
import type { MarketSelection } from "./use-market-selection.ts";

type OutcomeTabsProps = Pick<MarketSelection, "market" | "outcome"> & {
  readonly onOutcome: (outcome: 0 | 1) => void;
};

export function OutcomeTabs({ market, outcome, onOutcome }: OutcomeTabsProps) {
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
