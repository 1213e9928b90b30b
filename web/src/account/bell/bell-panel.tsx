/** The panel of the bell: unread notifications, each with a link to its market and a cross that marks it as read. */
import "../../styles/account/bell.css";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { NO_MICROS } from "../../../../src/core/units.ts";
import type { Card } from "../../discover/cards/card.ts";
import { findClaims } from "../mine/claims.ts";
import { describeProfit } from "../mine/describe-profit.ts";
import { getSignClass } from "../../parts/table.tsx";
import { Empty, Failure } from "../../parts/states.tsx";
import { useNow } from "../../parts/hooks/use-now.ts";
import { eventPath } from "../../base/paths.ts";
import { useEventCards } from "../portfolio/event-cards.ts";
import { positionsQuery, profitQuery, receivedQuery } from "../portfolio/trader-queries.ts";
import { useFormats, useText } from "../../text/language.tsx";
import { useSession } from "../wallet/session.tsx";
import { describeEntry } from "./describe-notification.ts";
import { listResolved, useMarkAsRead } from "./notifications.ts";
import type { BellEntry } from "./notifications.ts";

// Shows what the trader's shares of resolved markets paid, or will pay.

function PaidLine({ conditionIds }: { readonly conditionIds: readonly string[] }) {
  const text = useText();
  const { mine } = text;
  const formats = useFormats();
  const { trader } = useSession();
  const { data: positions = [] } = useQuery(positionsQuery(trader));
  const { data: received = NO_MICROS } = useQuery(receivedQuery(trader, conditionIds));
  const heldClaims = findClaims(positions.filter(({ conditionId }) => conditionIds.includes(conditionId)));
  const { data: profit = null } = useQuery(profitQuery(trader, conditionIds));
  return (
    <>
      {profit !== null && (
        <span className={getSignClass(profit)}>{describeProfit(profit, text, formats)}</span>
      )}
      {received > 0 && <span className="up">{mine.received(formats.money(received))}</span>}
      {heldClaims.due > 0 && <span className="up">{mine.due(formats.money(heldClaims.due))}</span>}
    </>
  );
}

type PanelProps = { readonly entries: readonly BellEntry[]; readonly close: () => void };

export function BellPanel({ entries, close }: PanelProps) {
  const { bell, common } = useText();
  const readAction = useMarkAsRead();
  const markAsRead = readAction.mutate;
  const cards = useEventCards(entries.filter(isOfEvent).map(([{ payload }]) => payload.eventSlug));
  return (
    <div className="bell-content stack">
      <div className="row bell-head">
        <h2>{bell.title}</h2>
        {entries.length > 0 && (
          <button type="button" className="small" onClick={() => markAsRead(entries.flatMap(listIds))}>
            {bell.readAll}
          </button>
        )}
        <button type="button" className="plain" aria-label={common.close} onClick={close}>
          ✕
        </button>
      </div>
      {readAction.error !== null && <Failure error={readAction.error} retry={readAction.again} />}
      {entries.length === 0 ? (
        <Empty>{bell.empty}</Empty>
      ) : (
        <ul className="bell-list">
          {entries.map((entry) => (
            <Item
              key={entry[0].id}
              card={cards.get(entry[0].payload.eventSlug)}
              {...{ entry, read: markAsRead, close }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Tells whether the entry groups the results of several markets of one event. */
const isOfEvent = (entry: BellEntry): boolean => entry.length > 1;

const listIds = (entry: BellEntry): readonly number[] => entry.map(({ id }) => id);

type ItemProps = {
  readonly entry: BellEntry;
  /** Card of the event that an entry of several results is about, once loaded. */
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
  const { line, kind } = describeEntry(entry, card, { text, formats });
  return (
    <li>
      <span className={`bell-kind ${kind}`} aria-hidden="true" />
      <div>
        <strong>{line}</strong>
        <Link
          href={eventPath(payload.eventSlug, ofEvent ? undefined : payload.market_slug)}
          onClick={() => {
            read(listIds(entry));
            close();
          }}
        >
          {(ofEvent ? card?.title : undefined) ?? payload.question}
        </Link>
        {kind === "resolved" && <PaidLine conditionIds={listResolved(entry)} />}
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
        onClick={() => read(listIds(entry))}
      >
        ✕
      </button>
    </li>
  );
}
