/** The title, categories, statistics and remaining time of an event. */
import { Link } from "wouter";
import type { ReactNode } from "react";
import { useFormats, useText } from "../text/language.tsx";
import { EventMark } from "../parts/event-mark.tsx";
import { StarButton } from "../parts/star-button.tsx";
import { Countdown } from "./countdown.tsx";
import { LongText } from "./long-text.tsx";
import type { MarketEvent } from "./market.ts";
import { ShareButton } from "./share-button.tsx";

export function EventHeader({ event }: { readonly event: MarketEvent }) {
  const { markets: text } = useText();
  const [only] = event.markets.length === 1 ? event.markets : [];
  return (
    <header className="event-header">
      {(event.tags.length > 0 || event.closed) && (
        <ul className="event-tags" aria-label={text.event.tags}>
          {event.tags.map(({ slug, label }) => (
            <li key={slug}>
              <Link href={`/?tag=${encodeURIComponent(slug)}`}>{label}</Link>
            </li>
          ))}
          {event.closed && <li className="mark">{text.closed}</li>}
        </ul>
      )}
      <div className="event-title">
        <EventMark id={event.id} image={event.image} />
        <h1>{event.title}</h1>
        <StarButton id={event.id} title={event.title} />
        <ShareButton title={event.title} />
      </div>
      <Figures event={event} />
      {event.description !== "" && event.description !== only?.rules && <LongText text={event.description} />}
    </header>
  );
}

function Figures({ event }: { readonly event: MarketEvent }) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const { endsAt, closed } = event;
  return (
    <dl className="figures">
      <Figure name={text.volume}>{formats.shortMoney(event.volume)}</Figure>
      <Figure name={text.volume24h}>{formats.shortMoney(event.volume24h)}</Figure>
      <Figure name={text.openInterest}>{formats.shortMoney(event.openInterest)}</Figure>
      <Figure name={text.end}>
        {endsAt === undefined ? (
          text.noEnd
        ) : (
          <time dateTime={new Date(endsAt).toISOString()}>{formats.dateTime(endsAt)}</time>
        )}
      </Figure>
      {endsAt !== undefined && !closed && (
        <Figure name={text.timeLeft}>
          <Countdown until={endsAt} />
        </Figure>
      )}
    </dl>
  );
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
