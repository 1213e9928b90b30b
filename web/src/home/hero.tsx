/** The most traded event of the day, with its chart. */
import { Link } from "wouter";
import { CardBody } from "../cards/card-body.tsx";
import { CardFoot } from "../cards/card-foot.tsx";
import { OrderOffer } from "../cards/order-offer.tsx";
import type { Card } from "../cards/card.ts";
import { useCardList } from "../cards/use-card-list.ts";
import { useHeldCard } from "../cards/use-held-card.ts";
import { useQuotes } from "../cards/use-quotes.ts";
import { EventMark } from "../parts/event-mark.tsx";
import { Failure } from "../parts/states.tsx";
import { useNow } from "../parts/use-now.ts";
import { eventPath } from "../paths.ts";
import { useFormats, useText } from "../text/language.tsx";
import { HeroChart } from "./hero-chart.tsx";
import { HERO_FILTER } from "./shelves.ts";

const MINUTE_MS = 60_000;

export function Hero() {
  const { home, common } = useText();
  const { query, rows, hasChanged, turn, adopt } = useCardList({
    filter: HERO_FILTER,
    name: "hero",
    enabled: true,
  });
  const [card] = rows;
  if (query.isSuccess && card === undefined) return null;
  return (
    <section className="hero" aria-labelledby="hero-title" aria-busy={card === undefined}>
      <div className="hero-top">
        <h2 id="hero-title">{home.top}</h2>
        <OrderOffer hasChanged={hasChanged} onAdopt={adopt} />
      </div>
      {query.error !== null && <Failure error={query.error} retry={() => void query.refetch()} />}
      {card === undefined ? (
        <p className="visually-hidden" role="status">
          {common.loading}
        </p>
      ) : (
        <HeroEvent key={`${card.id} ${turn}`} fresh={card} />
      )}
    </section>
  );
}

function HeroEvent({ fresh }: { readonly fresh: Card }) {
  const card = useHeldCard(fresh);
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const quotes = useQuotes(card.markets, !card.closed);
  const isOnly = card.marketCount === 1;
  const [first] = quotes;
  return (
    <article className="hero-event">
      <div className="hero-facts">
        <div className="card-head">
          <EventMark id={card.id} image={card.image} />
          <h3>
            <Link href={eventPath(card.slug)}>{card.title}</Link>
          </h3>
        </div>
        {isOnly && (
          <p className="hero-chance">
            <strong>{first?.price === undefined ? "–" : formats.chance(first.price)}</strong>{" "}
            <HeroChanceName card={card} />
          </p>
        )}
        <CardBody card={card} quotes={quotes} />
        <CardFoot card={card} quotes={quotes} now={now} />
      </div>
      <HeroChart card={card} quotes={quotes} />
    </article>
  );
}

function HeroChanceName({ card }: { readonly card: Card }) {
  const { cards: text } = useText();
  const name = card.markets[0]?.outcomes[0] ?? "Yes";
  return <span className="soft">{name === "Yes" ? text.chance : name}</span>;
}
