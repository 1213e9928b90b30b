/** An event in a list: what may happen, how likely it is, how much was traded and until when. */
import { Link } from "wouter";
import { eventPath } from "../paths.ts";
import { useFormats, useText } from "../text/language.tsx";
import { ChanceRow } from "./chance-row.tsx";
import type { MarketEvent } from "./market.ts";
import { rankMarkets } from "./ranked-markets.ts";

const SHOWN = 3;
const SOON_MS = 172_800_000;

type EventCardProps = { readonly event: MarketEvent; readonly now: number };

export function EventCard({ event, now }: EventCardProps) {
  const { markets: text } = useText();
  const formats = useFormats();
  const chances = chancesOf(event);
  const [tag] = event.tags;
  const hidden = event.markets.length === 1 ? 0 : chances.length - SHOWN;
  return (
    <article className="event-card">
      <p className="event-card-top">
        <span>{tag?.label}</span>
        {event.closed && <span className="mark">{text.closed}</span>}
      </p>
      <h3>
        <Link href={eventPath(event.slug)}>{event.title}</Link>
      </h3>
      <ul className="chances">
        {chances.slice(0, SHOWN).map(({ key, name, price }) => (
          <li key={key}>
            <ChanceRow name={name} price={price} />
          </li>
        ))}
      </ul>
      <p className="event-card-foot">
        <span>{text.volumeOf(formats.shortMoney(event.volume))}</span>
        {hidden > 0 && <span>{text.moreOutcomes(formats.count(hidden))}</span>}
        <CardEnd event={event} now={now} />
      </p>
    </article>
  );
}

/** The markets of an event, or both outcomes of its only one. */
function chancesOf({ markets }: MarketEvent) {
  const [only] = markets;
  if (markets.length === 1 && only !== undefined)
    return only.outcomes.map(({ tokenId: key, name, price }) => ({
      key,
      name,
      price: only.priced ? price : undefined,
    }));
  return rankMarkets(markets).map(({ conditionId: key, name, outcomes: [first], priced }) => ({
    key,
    name: first.name === "Yes" ? name : `${name}: ${first.name}`,
    price: priced ? first.price : undefined,
  }));
}

function CardEnd({ event: { endsAt, closed }, now }: EventCardProps) {
  const { common } = useText();
  const formats = useFormats();
  if (endsAt === undefined) return null;
  const when = Math.abs(endsAt - now) < SOON_MS ? formats.relative(endsAt, now) : formats.date(endsAt);
  return (
    <time dateTime={new Date(endsAt).toISOString()} title={formats.dateTime(endsAt)}>
      {closed || endsAt <= now ? common.ended(when) : common.ends(when)}
    </time>
  );
}
