/** A table cell that links a market to its event's page. */
import { Link } from "wouter";
import { eventPath } from "../paths.ts";
import { useOutcomeName } from "../text/language.tsx";

type Props = {
  readonly title: string;
  /** Slug of the event; empty without one. */
  readonly event: string;
  /** Slug of the market to select on the event's page. */
  readonly market?: string;
  readonly outcome?: string;
};

export function MarketCell({ title, event, market, outcome = "" }: Props) {
  const nameOf = useOutcomeName();
  return (
    <td className="market-cell">
      {event === "" ? title : <Link href={eventPath(event, market)}>{title}</Link>}
      {outcome !== "" && <span className="market-outcome">{nameOf(outcome)}</span>}
    </td>
  );
}
