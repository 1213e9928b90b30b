/** A table cell that links a market to its event's page. */
import { Link } from "wouter";
import { eventPath } from "../paths.ts";

type Props = {
  readonly title: string;
  /** Slug of the event; empty without one. */
  readonly event: string;
  /** Slug of the market to select on the event's page. */
  readonly market?: string;
  readonly outcome?: string;
};

export const MarketCell = ({ title, event, market, outcome = "" }: Props) => (
  <td className="market-cell">
    {event === "" ? title : <Link href={eventPath(event, market)}>{title}</Link>}
    {outcome !== "" && <span className="market-outcome">{outcome}</span>}
  </td>
);
