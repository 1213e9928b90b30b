/** The most traded event of the day, with its chart. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { CardBody } from "../cards/card-body.tsx";
import { CardFoot } from "../cards/card-foot.tsx";
import { nameOnCard } from "../cards/card.ts";
import type { Card } from "../cards/card.ts";
import { useHeldCard } from "../cards/hold-order.ts";
import { OrderOffer } from "../cards/order-offer.tsx";
import { useCardList } from "../cards/use-card-list.ts";
import { useQuotes } from "../cards/use-quotes.ts";
import type { Quote } from "../cards/use-quotes.ts";
import { createLineColours } from "../../markets/chart/line-colours.ts";
import { EventMark } from "../../parts/marks.tsx";
import { Failure } from "../../parts/states.tsx";
import { useNow } from "../../parts/hooks/use-now.ts";
import { eventPath } from "../../base/paths.ts";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import {
  SPAN_SECONDS,
  computeAxis,
  computeHeight,
  historiesQuery,
  drawPath,
  listAxisValues,
} from "./hero-lines.ts";
import type { PriceAxis } from "./hero-lines.ts";
import { HERO_FILTER } from "./shelves.ts";

// The chart of the home page: the likeliest outcomes over the last seven days. The event's page has the same data as a table.

type HeroChartProps = { readonly card: Card; readonly quotes: readonly Quote[] };

const MINUTE_MS = 60_000;
const DATES = [0, 1, 2, 3];

function HeroChart({ card, quotes }: HeroChartProps) {
  const { markets, home } = useText();
  const nameOf = useOutcomeName();
  const end = useNow(MINUTE_MS) / 1000;
  const { data = [] } = useQuery(historiesQuery(card.markets.map(({ id }) => id)));
  const lines = card.markets.map((_, index) => ({ points: data[index] ?? [], now: quotes[index]?.price }));
  const axis = computeAxis(lines);
  const colours = useColours(card);
  const names = card.markets.map((market) =>
    card.marketCount === 1 ? nameOf(market.outcomes[0]) : nameOnCard(market),
  );
  return (
    <figure className="hero-chart">
      <Legend names={names} colours={colours} quotes={quotes} />
      <div className="hero-plot">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${markets.chart.picture(names.join(", "))}. ${home.lastWeek}`}
        >
          {listAxisValues(axis).map((price) => (
            <path key={price} className="hero-grid" d={`M0 ${computeHeight(price, axis)}H100`} />
          ))}
          {lines.map((line, index) => (
            <path
              key={index}
              className={`hero-line line-${colours[index]}`}
              d={drawPath(line, { range: axis, end })}
            />
          ))}
        </svg>
        <Scale axis={axis} />
        <Dates end={end} />
      </div>
    </figure>
  );
}

/** Numbers the colours of the markets, from 1, so that each has the same colour as on the event's page. */
function useColours({ markets }: Card): readonly number[] {
  const [colourLines] = useState(createLineColours);
  const listed = markets.toSorted((a, b) => a.place - b.place);
  const colours = colourLines(listed.map(({ id: tokenId, place }) => ({ tokenId, place })));
  return markets.map((market) => (colours[listed.indexOf(market)] ?? 0) + 1);
}

type LegendProps = {
  readonly names: readonly string[];
  readonly colours: readonly number[];
  readonly quotes: readonly Quote[];
};

function Legend({ names, colours, quotes }: LegendProps) {
  const formats = useFormats();
  return (
    <figcaption className="hero-legend">
      {names.map((name, index) => {
        const price = quotes[index]?.price;
        return (
          <span key={name}>
            <span className={`swatch line-${colours[index]}`} aria-hidden="true" />
            <span className="hero-legend-name">{name}</span>{" "}
            <strong>{price === undefined ? "–" : formats.chance(price)}</strong>
          </span>
        );
      })}
    </figcaption>
  );
}

function Scale({ axis }: { readonly axis: PriceAxis }) {
  const formats = useFormats();
  return (
    <div className="hero-scale" aria-hidden="true">
      {listAxisValues(axis).map((price) => (
        <span key={price}>{formats.chance(price)}</span>
      ))}
    </div>
  );
}

function Dates({ end }: { readonly end: number }) {
  const formats = useFormats();
  return (
    <div className="hero-dates" aria-hidden="true">
      {DATES.map((part) => (
        <span key={part}>{formats.day((end - SPAN_SECONDS * (1 - part / DATES.length)) * 1000)}</span>
      ))}
    </div>
  );
}

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
          <EventMark id={card.id} image={card.image} topics={card.topics} />
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
