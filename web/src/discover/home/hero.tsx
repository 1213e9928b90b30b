/** The most traded events of the day in turns, each with its chart. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "wouter";
import { CardBody } from "../cards/card-body.tsx";
import { CardFoot } from "../cards/card-foot.tsx";
import { nameOnCard } from "../cards/card.ts";
import type { Card } from "../cards/card.ts";
import { useHeldCard } from "../cards/hold-order.ts";
import { useQuotes } from "../cards/use-quotes.ts";
import type { Quote } from "../cards/use-quotes.ts";
import { createLineColours } from "../../markets/chart/line-colours.ts";
import { EventMark } from "../../parts/marks.tsx";
import { Failure } from "../../parts/states.tsx";
import { Flash } from "../../parts/flash.tsx";
import { useMedia } from "../../parts/hooks/use-media.ts";
import { useNow } from "../../parts/hooks/use-now.ts";
import { useOnScreen } from "../../parts/hooks/use-on-screen.ts";
import { eventPath } from "../../base/paths.ts";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import {
  computeAxis,
  computeHeight,
  drawPath,
  historiesQuery,
  listAxisValues,
  listDays,
} from "./hero-lines.ts";
import type { PriceAxis } from "./hero-lines.ts";
import type { useFeatured } from "./use-shelves.ts";

// The chart of the home page: the likeliest outcomes over the last seven days. The event's page has the same data as a table.

type HeroChartProps = { readonly card: Card; readonly quotes: readonly Quote[] };

const MINUTE_MS = 60_000;

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
            <strong>
              <Flash value={price}>{price === undefined ? "–" : formats.chance(price)}</Flash>
            </strong>
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
      {listDays(end).map(({ at, left }) => (
        <span key={at} style={{ left: `${left}%` }}>
          {formats.day(at)}
        </span>
      ))}
    </div>
  );
}

// The events take turns, slowly, while nobody looks closer: the pointer, the focus, another tab and a wish for less motion
// stop them. The buttons stop them for good.

const ROTATION_MS = 8_000;
const LESS_MOTION = "(prefers-reduced-motion: reduce)";

/** Calls `turn` at an interval while `isTurning`. */
function useRotation(isTurning: boolean, turn: () => void): void {
  const onTurn = useEffectEvent(turn);
  useEffect(() => {
    if (!isTurning) return undefined;
    const timer = setInterval(() => document.hidden || onTurn(), ROTATION_MS);
    return () => clearInterval(timer);
  }, [isTurning]);
}

type HeroProps = Pick<ReturnType<typeof useFeatured>, "query" | "cards">;

export function Hero({ query, cards }: HeroProps) {
  const { home, common } = useText();
  const client = useQueryClient();
  const [place, isOnScreen] = useOnScreen<HTMLElement>();
  const [index, setIndex] = useState(0);
  const [isPlaying, setPlaying] = useState(true);
  const [isHeld, setHeld] = useState(false);
  const isCalm = useMedia(LESS_MOTION);
  const canTurn = cards.length > 1 && !isCalm;
  const shown = index % Math.max(cards.length, 1);
  const card = cards[shown];
  const show = (step: number): void => setIndex((shown + step + cards.length) % cards.length);
  useRotation(canTurn && isPlaying && !isHeld && isOnScreen, () => {
    const next = cards[(shown + 1) % cards.length];
    if (next === undefined) return;
    // The next chart is read before its turn.
    const lines = historiesQuery(next.markets.map(({ id }) => id));
    void client
      .prefetchQuery(lines)
      .then(() => setIndex((before) => (before === index ? index + 1 : before)));
  });
  if (query.isSuccess && card === undefined) return null;
  const step = (by: number) => () => {
    setPlaying(false);
    show(by);
  };
  return (
    <section
      ref={place}
      className="hero"
      aria-labelledby="hero-title"
      aria-busy={card === undefined}
      onPointerEnter={({ pointerType }) => setHeld(pointerType === "mouse")}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="hero-top">
        <h2 id="hero-title">{home.top}</h2>
        {cards.length > 1 && (
          <div className="hero-turns">
            {canTurn && (
              <IconButton
                name={isPlaying ? home.pauseRotation : home.startRotation}
                path={isPlaying ? "M9 6v12M15 6v12" : "M9 6l9 6-9 6z"}
                onClick={() => setPlaying(!isPlaying)}
              />
            )}
            <IconButton name={home.previous} path="M14 6l-6 6 6 6" onClick={step(-1)} />
            <Dots count={cards.length} shown={shown} />
            <IconButton name={home.next} path="M10 6l6 6-6 6" onClick={step(1)} />
          </div>
        )}
      </div>
      {query.error !== null && <Failure error={query.error} retry={() => void query.refetch()} />}
      {card === undefined ? (
        <p className="visually-hidden" role="status">
          {common.loading}
        </p>
      ) : (
        <HeroEvent key={card.id} fresh={card} />
      )}
    </section>
  );
}

type IconButtonProps = { readonly name: string; readonly path: string; readonly onClick: () => void };

const IconButton = ({ name, path, onClick }: IconButtonProps) => (
  <button type="button" className="plain" aria-label={name} title={name} onClick={onClick}>
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
);

function Dots({ count, shown }: { readonly count: number; readonly shown: number }) {
  const { home } = useText();
  const formats = useFormats();
  return (
    <span className="hero-dots">
      <span className="visually-hidden">{home.place(formats.count(shown + 1), formats.count(count))}</span>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={index === shown ? "hero-dot now" : "hero-dot"} />
      ))}
    </span>
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
            <strong>
              <Flash value={first?.price}>
                {first?.price === undefined ? "–" : formats.chance(first.price)}
              </Flash>
            </strong>{" "}
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
