/** Events that are related to one, as small cards. Events of its series are in the row of its rounds. */
import { useQuery } from "@tanstack/react-query";
import { relatedQuery } from "../cards/card-queries.ts";
import type { MarketEvent } from "../markets/market.ts";
import { useSeen } from "../parts/use-seen.ts";
import { useText } from "../text/language.tsx";
import type { Round } from "./rounds.ts";
import { SmallCard } from "./small-card.tsx";
import { useRounds } from "./use-rounds.ts";
import "../styles/related.css";

const SHOWN = 6;

type RelatedEventsProps = { readonly event: MarketEvent };

export const RelatedEvents = ({ event }: RelatedEventsProps) =>
  event.series === undefined ? (
    <RelatedList event={event} rounds={[]} />
  ) : (
    <RelatedBesideRounds event={event} series={event.series} />
  );

type Series = NonNullable<MarketEvent["series"]>;

const RelatedBesideRounds = ({ event, series }: RelatedEventsProps & { readonly series: Series }) => (
  <RelatedList event={event} rounds={useRounds(event, series).rounds} />
);

type RelatedListProps = RelatedEventsProps & { readonly rounds: readonly Round[] };

function RelatedList({ event, rounds }: RelatedListProps) {
  const { event: text } = useText().markets;
  const [place, wasSeen] = useSeen<HTMLElement>();
  const { data: cards } = useQuery({ ...relatedQuery(event.id), enabled: wasSeen });
  const shown = cards?.filter((card) => rounds.every(({ id }) => id !== card.id)).slice(0, SHOWN);
  if (shown?.length === 0) return null;
  return (
    <section ref={place} className="related" aria-labelledby="related-title">
      <h2 id="related-title">{text.related}</h2>
      <ul className="small-cards">
        {shown?.map((card) => (
          <li key={card.id}>
            <SmallCard card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}
