/** A label for a market that is not simply open: its result, or the obstacle to trading. */
import { ONE } from "../../../src/core/units.ts";
import { useOutcomeName, useText } from "../text/language.tsx";
import type { Market } from "./market.ts";

export function MarketMark({ market }: { readonly market: Market }) {
  const { markets: text } = useText();
  const { closed, resolutionProgress, acceptingOrders, outcomes } = market;
  const nameOf = useOutcomeName();
  const winner = outcomes.find(({ price }) => price === ONE);
  if (closed && resolutionProgress === "resolved")
    return (
      <span className="mark">
        {text.event.result(winner === undefined ? text.event.split : nameOf(winner.name))}
      </span>
    );
  if (closed) return <span className="mark">{text.closed}</span>;
  if (resolutionProgress !== "none")
    return <span className="mark warn">{text.event.verdicts[resolutionProgress]}</span>;
  return acceptingOrders ? null : <span className="mark warn">{text.event.paused}</span>;
}
