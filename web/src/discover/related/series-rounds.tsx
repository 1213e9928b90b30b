/** The rounds of a series as a row: each with its day, and its result or the chance of its likeliest outcome. */
import "../../styles/discover/related.css";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";
import { Link } from "wouter";
import { cardsQuery } from "../cards/card-queries.ts";
import type { CardFilter } from "../cards/card-queries.ts";
import type { MarketEvent } from "../../markets/market.ts";
import { MoreButton } from "../../parts/controls/buttons.tsx";
import { Failure } from "../../parts/states.tsx";
import { useNow } from "../../parts/hooks/use-now.ts";
import { eventPath } from "../../base/paths.ts";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import { isSplit, joinRounds } from "./rounds.ts";
import type { Round } from "./rounds.ts";

// Reads the rounds around an event of a series, and further ones on demand.

const ROUNDS_PER_PAGE = 8;
/** Number of markets read for a round. Only one of them is shown. */
const MARKETS_PER_ROUND = 4;
const HOUR_MS = 3_600_000;

type Series = NonNullable<MarketEvent["series"]>;

function buildRoundFilters(
  series: Series,
  at: number,
): { readonly earlier: CardFilter; readonly later: CardFilter } {
  const shared = { series_slug: series.slug, order: "endDate", active: true, archived: false } as const;
  const size = { limit: ROUNDS_PER_PAGE, markets: MARKETS_PER_ROUND };
  const moment = new Date(at).toISOString();
  return {
    earlier: { ...shared, ...size, ascending: false, end_date_max: moment },
    later: { ...shared, ...size, ascending: true, end_date_min: moment },
  };
}

/** Returns the rounds in order of their end times. An event without an end time is placed at the current hour. */
export function useRounds(event: MarketEvent, series: Series) {
  const hour = Math.floor(useNow(HOUR_MS) / HOUR_MS) * HOUR_MS;
  const { earlier, later } = buildRoundFilters(series, event.endsAt ?? hour);
  const earlierQuery = useInfiniteQuery(cardsQuery(earlier));
  const laterQuery = useInfiniteQuery(cardsQuery(later));
  const { id, slug, title, endsAt } = event;
  const rounds = joinRounds(
    earlierQuery.data?.pages.flatMap(({ cards }) => cards) ?? [],
    laterQuery.data?.pages.flatMap(({ cards }) => cards) ?? [],
    { id, slug, title, endsAt, first: undefined },
  );
  return { rounds, before: earlierQuery, after: laterQuery, error: earlierQuery.error ?? laterQuery.error };
}

export const EventRounds = ({ event }: { readonly event: MarketEvent }) =>
  event.series === undefined ? null : <SeriesRounds event={event} series={event.series} />;

type SeriesRoundsProps = {
  readonly event: MarketEvent;
  readonly series: NonNullable<MarketEvent["series"]>;
};

function SeriesRounds({ event, series }: SeriesRoundsProps) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const { rounds, before, after, error } = useRounds(event, series);
  const row = useRef<HTMLOListElement>(null);
  const isLoaded = before.isSuccess && after.isSuccess;
  // Scrolls the row, which starts at its left end, to the visitor's event.
  useLayoutEffect(() => {
    const own = row.current?.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    if (row.current && own) row.current.scrollLeft = own.offsetLeft - row.current.clientWidth / 2;
  }, [isLoaded, event.id]);
  const days = rounds.map(({ endsAt }) => (endsAt === undefined ? "" : formats.day(endsAt)));
  return (
    <nav className="rounds" aria-label={text.roundsOf(series.title)}>
      {error !== null && <Failure error={error} retry={() => void before.refetch()} />}
      <ol ref={row}>
        {before.hasNextPage && (
          <li>
            <MoreButton pages={before} name={text.earlierRounds} />
          </li>
        )}
        {rounds.map((round, index) => (
          <li key={round.id}>
            <RoundLink
              round={round}
              isOwn={round.id === event.id}
              isTimed={days.filter((day) => day === days[index]).length > 1}
            />
          </li>
        ))}
        {after.hasNextPage && (
          <li>
            <MoreButton pages={after} name={text.laterRounds} />
          </li>
        )}
      </ol>
    </nav>
  );
}

type RoundLinkProps = {
  readonly round: Round;
  readonly isOwn: boolean;
  /** True if another round ends on the same day. */
  readonly isTimed: boolean;
};

function RoundLink({ round, isOwn, isTimed }: RoundLinkProps) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const { slug, title, endsAt } = round;
  const formatTime = isTimed ? formats.dayTime : formats.day;
  return (
    <Link href={eventPath(slug)} title={title} aria-current={isOwn ? "page" : undefined}>
      <span className="round-day">
        {endsAt === undefined ? (
          text.noEnd
        ) : (
          <time dateTime={new Date(endsAt).toISOString()}>{formatTime(endsAt)}</time>
        )}
      </span>
      <RoundWords round={round} />
    </Link>
  );
}

function RoundWords({ round: { first } }: Pick<RoundLinkProps, "round">) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const nameOf = useOutcomeName();
  if (first === undefined) return <span className="soft">–</span>;
  const name = nameOf(first.name);
  if (first.closed) return <strong>{isSplit(first) ? text.split : name}</strong>;
  const chance = first.price === undefined ? "–" : formats.chance(first.price);
  return <span>{first.name === "" ? chance : `${name} ${chance}`}</span>;
}
