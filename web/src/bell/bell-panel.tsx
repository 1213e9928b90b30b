/** The panel of the bell: unread notifications, each with a link to its market and a cross that marks it as read. */
import { Link } from "wouter";
import { eventPath } from "../paths.ts";
import { Empty, Failure } from "../parts/states.tsx";
import { useNow } from "../parts/use-now.ts";
import { useFormats, useText } from "../text/language.tsx";
import { useReading } from "./notifications-query.ts";
import type { Card } from "../cards/card.ts";
import { useEventCards } from "../portfolio/event-cards.ts";
import { describeEventResult, describeNotification } from "./describe-notification.ts";
import type { BellEntry } from "./group-results.ts";
import { PaidLine } from "./paid-line.tsx";
import "../styles/bell.css";

type PanelProps = { readonly entries: readonly BellEntry[]; readonly close: () => void };

export function BellPanel({ entries, close }: PanelProps) {
  const { bell, common } = useText();
  const reading = useReading();
  const read = reading.mutate;
  const cards = useEventCards(entries.filter(isOfEvent).map(([{ payload }]) => payload.eventSlug));
  return (
    <div className="bell-content stack">
      <div className="row bell-head">
        <h2>{bell.title}</h2>
        {entries.length > 0 && (
          <button type="button" className="small" onClick={() => read(entries.flatMap(idsOf))}>
            {bell.readAll}
          </button>
        )}
        <button type="button" className="plain" aria-label={common.close} onClick={close}>
          ✕
        </button>
      </div>
      {reading.error !== null && <Failure error={reading.error} retry={reading.again} />}
      {entries.length === 0 ? (
        <Empty>{bell.empty}</Empty>
      ) : (
        <ul className="bell-list">
          {entries.map((entry) => (
            <Item
              key={entry[0].id}
              card={cards.get(entry[0].payload.eventSlug)}
              {...{ entry, read, close }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Tells whether the entry has the results of several markets of an event. */
const isOfEvent = (entry: BellEntry): boolean => entry.length > 1;

const idsOf = (entry: BellEntry): readonly number[] => entry.map(({ id }) => id);

const conditionOf = ({ type, payload }: BellEntry[0]): readonly string[] =>
  type === 4 ? [payload.condition_id] : [];

type ItemProps = {
  readonly entry: BellEntry;
  /** The event of several results, once it is loaded. */
  readonly card: Card | undefined;
  readonly read: (ids: readonly number[]) => void;
  readonly close: () => void;
};

function Item({ entry, card, read, close }: ItemProps) {
  const text = useText();
  const formats = useFormats();
  const now = useNow(30_000);
  const [notification] = entry;
  const { timestamp, payload } = notification;
  const ofEvent = isOfEvent(entry);
  const { line, kind } = ofEvent
    ? describeEventResult(entry, card, text)
    : describeNotification(notification, { text, formats });
  return (
    <li>
      <span className={`bell-kind ${kind}`} aria-hidden="true" />
      <div>
        <strong>{line}</strong>
        <Link
          href={eventPath(payload.eventSlug, ofEvent ? undefined : payload.market_slug)}
          onClick={() => {
            read(idsOf(entry));
            close();
          }}
        >
          {(ofEvent ? card?.title : undefined) ?? payload.question}
        </Link>
        {kind === "resolved" && <PaidLine conditionIds={entry.flatMap(conditionOf)} />}
        <time
          className="soft"
          dateTime={new Date(timestamp).toISOString()}
          title={formats.dateTime(timestamp)}
        >
          {formats.relative(Math.min(timestamp, now), now)}
        </time>
      </div>
      <button
        type="button"
        className="plain"
        aria-label={text.bell.read(line)}
        onClick={() => read(idsOf(entry))}
      >
        ✕
      </button>
    </li>
  );
}
