/** The last line of a card: volume, change in a day, end, and the star. */
import { StarButton } from "../parts/star-button.tsx";
import type { Formats } from "../text/formats.ts";
import { useFormats, useText } from "../text/language.tsx";
import { nameOnCard } from "./card.ts";
import type { Card } from "./card.ts";

type CardFootProps = { readonly card: Card; readonly now: number };

const DAY_MS = 86_400_000;

export function CardFoot({ card, now }: CardFootProps) {
  const { markets: text } = useText();
  const formats = useFormats();
  const hidden = card.marketCount - card.markets.length;
  return (
    <div className="card-foot">
      <span className="number">{text.volumeOf(formats.shortMoney(card.volume))}</span>
      <CardChange card={card} />
      {hidden > 0 && <span>{text.moreOutcomes(formats.count(hidden))}</span>}
      <CardEnd card={card} now={now} />
      <StarButton id={card.id} title={card.title} />
    </div>
  );
}

/** The largest move of the markets on the card. */
function CardChange({ card }: Pick<CardFootProps, "card">) {
  const { cards: text } = useText();
  const formats = useFormats();
  const [mover] = card.markets.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  if (card.closed || mover === undefined || mover.change === 0) return null;
  const points = formats.points(mover.change);
  const said = text.moved(points);
  return (
    <span
      className={mover.change > 0 ? "card-change up" : "card-change down"}
      title={card.marketCount === 1 ? said : `${nameOnCard(mover)}: ${said}`}
    >
      <svg viewBox="0 0 10 10" width="9" height="9" aria-hidden="true">
        <path d={mover.change > 0 ? "M5 1.5 9 8.5H1z" : "M5 8.5 1 1.5h8z"} fill="currentColor" />
      </svg>
      <span aria-hidden="true">{formats.points(Math.abs(mover.change)).replace("+", "")}</span>
      <span className="visually-hidden">{said}</span>
    </span>
  );
}

/** Writes a time as short as its distance allows: how far off it is within a month, then the day, then the month. */
function shortTime(at: number, now: number, formats: Formats): string {
  const days = Math.abs(at - now) / DAY_MS;
  if (days < 30) return formats.relative(at, now);
  return days < 300 ? formats.day(at) : formats.month(at);
}

function CardEnd({ card: { endsAt, closed }, now }: CardFootProps) {
  const { common } = useText();
  const formats = useFormats();
  if (endsAt === undefined) return <span className="card-end" />;
  const when = shortTime(endsAt, now, formats);
  const says = closed || endsAt <= now ? common.ended : common.ends;
  return (
    <time
      className="card-end"
      dateTime={new Date(endsAt).toISOString()}
      title={says(formats.dateTime(endsAt))}
    >
      <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
        <path d="M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 0 0 0-12.5zM8 4.5V8l2.4 1.6" />
      </svg>
      <span aria-hidden="true">{when}</span>
      <span className="visually-hidden">{says(when)}</span>
    </time>
  );
}
