/** A market in a row, with the way to its event's page. */
import { Link } from "wouter";

type Props = {
  readonly title: string;
  /** Of the event; blank when it has none. */
  readonly slug: string;
  readonly outcome?: string;
};

export const MarketCell = ({ title, slug, outcome = "" }: Props) => (
  <td className="portfolio-market">
    {slug === "" ? title : <Link href={`/event/${slug}`}>{title}</Link>}
    {outcome !== "" && <span className="portfolio-outcome">{outcome}</span>}
  </td>
);
