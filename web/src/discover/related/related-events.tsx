/** Events that are related to the shown event, as small cards. Events of the same series appear in the row of rounds instead. */
import "../../styles/discover/related.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { relatedQuery } from "../cards/card-queries.ts";
import { nameOnCard } from "../cards/card.ts";
import type { Card } from "../cards/card.ts";
import { useQuotes } from "../cards/use-quotes.ts";
import type { MarketEvent } from "../../markets/market.ts";
import { EventMark } from "../../parts/marks.tsx";
import { useOnScreen, useSeen } from "../../parts/hooks/use-on-screen.ts";
import { eventPath } from "../../base/paths.ts";
import { useFormats, useText } from "../../text/language.tsx";
import type { Round } from "./rounds.ts";
import { useRounds } from "./series-rounds.tsx";

// A short card of an event: its title, its likeliest outcome with the chance, and its volume.

function SmallCard({ card }: { readonly card: Card }) {
  const { markets: text } = useText();
  const formats = useFormats();
  const [place, isOnScreen] = useOnScreen<HTMLElement>();
  const [market] = card.markets;
  const [quote] = useQuotes(card.markets, isOnScreen);
  return (
    <article ref={place} className="small-card">
      <EventMark id={card.id} image={card.image} topics={card.topics} />
      <div className="small-card-words">
        <h3>
          <Link href={eventPath(card.slug)} title={card.title}>
            {card.title}
          </Link>
        </h3>
        <span className="soft">
          {market !== undefined && card.marketCount > 1 && `${nameOnCard(market)} · `}
          {text.volumeOf(formats.shortMoney(card.volume))}
        </span>
      </div>
      <strong className="number">
        <span className="visually-hidden">{text.event.chance} </span>
        {quote?.price === undefined ? "–" : formats.chance(quote.price)}
      </strong>
    </article>
  );
}

const MAX_EVENTS = 6;

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
  const shownCards = cards?.filter((card) => rounds.every(({ id }) => id !== card.id)).slice(0, MAX_EVENTS);
  if (shownCards?.length === 0) return null;
  return (
    <section ref={place} className="related" aria-labelledby="related-title">
      <h2 id="related-title">{text.related}</h2>
      <ul className="small-cards">
        {shownCards?.map((card) => (
          <li key={card.id}>
            <SmallCard card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}
