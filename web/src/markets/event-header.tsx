/** The title, categories, statistics and remaining time of an event. */
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useCopy } from "../parts/controls/copy-button.tsx";
import { EventMark } from "../parts/marks.tsx";
import { useNow } from "../parts/hooks/use-now.ts";
import { StarButton } from "../parts/watchlist.tsx";
import { useFormats, useText } from "../text/language.tsx";
import type { MarketEvent } from "./market.ts";
import { computeTimeLeft } from "./time-left.ts";

// A countdown to a time, updated every second.

function Countdown({ until }: { readonly until: number }) {
  const { event: text } = useText().markets;
  const left = computeTimeLeft(until, useNow(1_000));
  return <span role="timer">{left === undefined ? text.over : text.countdown(left)}</span>;
}

// A button that shares the page's address: with another program on phones, else by the clipboard. If the clipboard is
// missing or refused, a field shows the address to copy.

const takeFocus = (field: HTMLInputElement | null): void => field?.focus();

function ShareButton({ title }: { readonly title: string }) {
  const { event: text } = useText().markets;
  const copy = useCopy(location.href);
  const [isShown, setShown] = useState(false);
  const share = (): void => {
    if ("share" in navigator && matchMedia("(pointer: coarse)").matches)
      // Rejects if the visitor closes the list of programs, which is no error.
      navigator.share({ title, url: location.href }).catch(() => undefined);
    else if (copy !== undefined && !copy.isRefused) copy.copy();
    else setShown(!isShown);
  };
  return (
    <div className="share">
      <button type="button" onClick={share}>
        <span aria-live="polite">{copy?.done === true ? text.shared : text.share}</span>
      </button>
      {(isShown || copy?.isRefused === true) && (
        <input
          readOnly
          ref={takeFocus}
          aria-label={text.shareLink}
          value={location.href}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </div>
  );
}

export function EventHeader({ event }: { readonly event: MarketEvent }) {
  const { markets: text } = useText();
  const open = event.markets.filter(({ closed }) => !closed);
  const isPaused = open.length > 0 && open.every(({ acceptingOrders }) => !acceptingOrders);
  return (
    <header className="event-header">
      {(event.tags.length > 0 || event.closed || isPaused) && (
        <ul className="event-tags" aria-label={text.event.tags}>
          {event.tags.map(({ slug, label }) => (
            <li key={slug}>
              <Link href={`/?tag=${encodeURIComponent(slug)}`}>{label}</Link>
            </li>
          ))}
          {event.closed && <li className="mark">{text.closed}</li>}
          {isPaused && <li className="mark warn">{text.event.paused}</li>}
        </ul>
      )}
      <div className="event-title">
        <EventMark id={event.id} image={event.image} topics={event.tags.map(({ slug }) => slug)} />
        <h1>{event.title}</h1>
        <StarButton id={event.id} title={event.title} />
        <ShareButton title={event.title} />
      </div>
      <Statistics event={event} />
    </header>
  );
}

function Statistics({ event }: { readonly event: MarketEvent }) {
  const { event: text } = useText().markets;
  const formats = useFormats();
  const { endsAt, closed } = event;
  return (
    <dl className="figures">
      <Statistic name={text.volume}>{formats.shortMoney(event.volume)}</Statistic>
      <Statistic name={text.volume24h}>{formats.shortMoney(event.volume24h)}</Statistic>
      <Statistic name={text.openInterest}>{formats.shortMoney(event.openInterest)}</Statistic>
      <Statistic name={text.end}>
        {endsAt === undefined ? (
          text.noEnd
        ) : (
          <>
            <time dateTime={new Date(endsAt).toISOString()}>{formats.zonedTime(endsAt)}</time>
            {!closed && (
              <>
                {" · "}
                <Countdown until={endsAt} />
              </>
            )}
          </>
        )}
      </Statistic>
    </dl>
  );
}

const Statistic = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
