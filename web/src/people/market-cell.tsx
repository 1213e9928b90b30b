/** A market in a row, with the way to its event's page. */
import { Link } from "wouter";
import { eventPath } from "../paths.ts";

type Props = {
  readonly title: string;
  /** Of the event; blank when it has none. */
  readonly event: string;
  /** Its slug: it is chosen on the event's page. */
  readonly market?: string;
  readonly outcome?: string;
};

export const MarketCell = ({ title, event, market, outcome = "" }: Props) => (
  <td className="market-cell">
    {event === "" ? title : <Link href={eventPath(event, market)}>{title}</Link>}
    {outcome !== "" && <span className="market-outcome">{outcome}</span>}
  </td>
);
