/** A card for an event in a list, with its outcomes, volume and end. */
import { Link } from "wouter";
import { eventPath } from "../paths.ts";
import { useOnScreen } from "../parts/use-on-screen.ts";
import { useFormats, useText } from "../text/language.tsx";
import { ChanceRow } from "./chance-row.tsx";
import { nameInEvent } from "./market.ts";
import type { MarketEvent } from "./market.ts";
import { rankMarkets } from "./ranked-markets.ts";
import { useShownPrices } from "./use-shown-prices.ts";

const SHOWN = 3;
const SOON_MS = 172_800_000;

type EventCardProps = { readonly event: MarketEvent; readonly now: number };

export function EventCard({ event, now }: EventCardProps) {
  const { markets: text } = useText();
  const formats = useFormats();
  const [card, isOnScreen] = useOnScreen<HTMLElement>();
  const chances = chancesOf(event);
  const shown = chances.slice(0, SHOWN);
  const live = useShownPrices(isOnScreen && !event.closed ? shown.map(({ tokenId }) => tokenId) : []);
  const [tag] = event.tags;
  const hidden = event.markets.length === 1 ? 0 : chances.length - SHOWN;
  return (
    <article ref={card} className="event-card">
      <p className="event-card-top">
        <span>{tag?.label}</span>
        {event.closed && <span className="mark">{text.closed}</span>}
      </p>
      <h3>
        <Link href={eventPath(event.slug)}>{event.title}</Link>
      </h3>
      <ul className="chances">
        {shown.map(({ tokenId, name, price }, index) => (
          <li key={tokenId}>
            <ChanceRow name={name} price={live[index] ?? price} />
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

/** Lists the markets of an event, or both outcomes of its only market. */
function chancesOf({ markets }: MarketEvent) {
  const [only] = markets;
  if (markets.length === 1 && only !== undefined)
    return only.outcomes.map(({ tokenId, name, price }) => ({
      tokenId,
      name,
      price: only.priced ? price : undefined,
    }));
  return rankMarkets(markets).map((market) => {
    const [{ tokenId, price }] = market.outcomes;
    return { tokenId, name: nameInEvent(market), price: market.priced ? price : undefined };
  });
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
