/** The last line of a card: volume, change in a day, end time, and the star. */
import { findTeams } from "../../markets/teams.ts";
import { StarButton } from "../../parts/watchlist.tsx";
import type { Formats } from "../../text/formats.ts";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import { nameOnCard } from "./card.ts";
import type { Card, CardMarket } from "./card.ts";
import type { Quote } from "./use-quotes.ts";

// The largest price change within a day among the outcomes of a card, including live prices.

/** Number of markets considered: as many as the smallest card shows, so that all cards of an event show the same change. */
const CONSIDERED_MARKETS = 2;

type Move = {
  readonly market: CardMarket;
  /** Difference to the price a day ago, in ticks. */
  readonly change: number;
};

/** Finds the largest move among the likeliest outcomes, or that of a match's winner; `undefined` if none moved. */
function findLargestMove(card: Card, quotes: readonly Quote[]): Move | undefined {
  if (card.closed) return undefined;
  const [first] = card.markets;
  const isMatch = first !== undefined && findTeams(card.title, first.outcomes) !== undefined;
  const moves = card.markets.slice(0, isMatch ? 1 : CONSIDERED_MARKETS).map((market, index) => {
    const now = quotes[index]?.price;
    const sinceListed = now === undefined || market.price === undefined ? 0 : now - market.price;
    return { market, change: market.change + sinceListed };
  });
  const [most] = moves.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return most?.change === 0 ? undefined : most;
}

type CardFootProps = {
  readonly card: Card;
  /** Prices of the card's markets, in their order. */
  readonly quotes: readonly Quote[];
  readonly now: number;
};

const DAY_MS = 86_400_000;

export function CardFoot({ card, quotes, now }: CardFootProps) {
  const { markets: text } = useText();
  const formats = useFormats();
  return (
    <div className="card-foot">
      <span className="number">{text.volumeOf(formats.shortMoney(card.volume))}</span>
      <CardChange card={card} quotes={quotes} />
      <CardEnd card={card} now={now} />
      <StarButton id={card.id} title={card.title} />
    </div>
  );
}

function CardChange({ card, quotes }: Pick<CardFootProps, "card" | "quotes">) {
  const { cards: text } = useText();
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const mover = findLargestMove(card, quotes);
  if (mover === undefined) return null;
  const { market, change } = mover;
  const moved = text.moved(formats.points(change));
  // A card of one question about Yes has the name of what moved already: it is the question.
  const name = card.marketCount === 1 && market.outcomes[0] === "Yes" ? "" : nameOf(nameOnCard(market));
  const moveText = name === "" ? moved : `${name}: ${moved}`;
  return (
    <span className={change > 0 ? "card-change up" : "card-change down"} title={moveText}>
      {name !== "" && (
        <span className="card-change-name" aria-hidden="true">
          {name}
        </span>
      )}
      <svg viewBox="0 0 10 10" width="9" height="9" aria-hidden="true">
        <path d={change > 0 ? "M5 1.5 9 8.5H1z" : "M5 8.5 1 1.5h8z"} fill="currentColor" />
      </svg>
      <span aria-hidden="true">{text.points(formats.points(Math.abs(change)).replace("+", ""))}</span>
      <span className="visually-hidden">{moveText}</span>
    </span>
  );
}

/** Formats a time in short: relative within a month, then the day, then the month. */
function formatShortTime(at: number, now: number, formats: Formats): string {
  const days = Math.abs(at - now) / DAY_MS;
  if (days < 30) return formats.shortRelative(at, now);
  return days < 300 ? formats.day(at) : formats.month(at);
}

function CardEnd({ card: { endsAt, closed }, now }: Omit<CardFootProps, "quotes">) {
  const { common, markets: text } = useText();
  const formats = useFormats();
  // A market that closed before its end time was resolved early: its result is on the card.
  if (endsAt === undefined || (closed && endsAt > now)) return <span className="card-end" />;
  const isAwaiting = endsAt <= now && !closed;
  const timeText = isAwaiting ? text.awaiting : formatShortTime(endsAt, now, formats);
  const describeEnd = endsAt <= now ? common.ended : common.ends;
  return (
    <time
      className="card-end"
      dateTime={new Date(endsAt).toISOString()}
      title={describeEnd(formats.zonedTime(endsAt))}
    >
      <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
        <path d="M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 0 0 0-12.5zM8 4.5V8l2.4 1.6" />
      </svg>
      <span className="card-end-time" aria-hidden="true">
        {timeText}
      </span>
      <span className="visually-hidden">{isAwaiting ? text.awaiting : describeEnd(timeText)}</span>
    </time>
  );
}
