/** The panel of the bell: unread notifications, each with a link to its market and a cross that marks it as read. */
import { Link } from "wouter";
import type { Notification } from "../api/generated/trading.ts";
import { eventPath } from "../paths.ts";
import { Empty, Failure } from "../parts/states.tsx";
import { useNow } from "../parts/use-now.ts";
import { useFormats, useText } from "../text/language.tsx";
import { useReading } from "./notifications-query.ts";
import { describeNotification } from "./describe-notification.ts";
import "../styles/bell.css";

type PanelProps = { readonly unread: readonly Notification[]; readonly close: () => void };

export function BellPanel({ unread, close }: PanelProps) {
  const { bell, common } = useText();
  const reading = useReading();
  const read = reading.mutate;
  return (
    <div className="bell-content stack">
      <div className="row bell-head">
        <h2>{bell.title}</h2>
        {unread.length > 0 && (
          <button type="button" className="small" onClick={() => read(unread.map(({ id }) => id))}>
            {bell.readAll}
          </button>
        )}
        <button type="button" className="plain" aria-label={common.close} onClick={close}>
          ✕
        </button>
      </div>
      {reading.error !== null && <Failure error={reading.error} retry={reading.again} />}
      {unread.length === 0 ? (
        <Empty>{bell.empty}</Empty>
      ) : (
        <ul className="bell-list">
          {unread.map((notification) => (
            <Item key={notification.id} {...{ notification, read, close }} />
          ))}
        </ul>
      )}
    </div>
  );
}

type ItemProps = {
  readonly notification: Notification;
  readonly read: (ids: readonly number[]) => void;
  readonly close: () => void;
};

function Item({ notification, read, close }: ItemProps) {
  const text = useText();
  const formats = useFormats();
  const now = useNow(30_000);
  const { id, timestamp, payload } = notification;
  const { line, kind } = describeNotification(notification, { text, formats });
  return (
    <li>
      <span className={`bell-kind ${kind}`} aria-hidden="true" />
      <div>
        <strong>{line}</strong>
        <Link
          href={eventPath(payload.eventSlug, payload.market_slug)}
          onClick={() => {
            read([id]);
            close();
          }}
        >
          {payload.question}
        </Link>
        <time
          className="soft"
          dateTime={new Date(timestamp).toISOString()}
          title={formats.dateTime(timestamp)}
        >
          {formats.relative(Math.min(timestamp, now), now)}
        </time>
      </div>
      <button type="button" className="plain" aria-label={text.bell.read(line)} onClick={() => read([id])}>
        ✕
      </button>
    </li>
  );
}
