/** Public events of the journal as messages. */
import { isMoved } from "../store/changes/change-page.ts";
import { createChangeReader } from "../store/changes/change-reader.ts";
import type { PublicEvent } from "../store/changes/public-event.ts";
import type { Sql } from "../store/sql/database.ts";
import type { EventPlace } from "../store/webhooks/webhook-feeds.ts";
import type { EventMessage, EventReading } from "./event-pages.ts";

/** Reads from a place on, as far as the read tables stand. */
export function openJournalEvents(sql: Sql, from: EventPlace): EventReading {
  const reader = createChangeReader(sql, from);
  return {
    async next() {
      const page = await reader.next();
      if (isMoved(page)) throw new Error(page.moved);
      const { events, next } = page;
      return { events: events.map(messageOf), next };
    },
  };
}

function messageOf(event: PublicEvent): EventMessage {
  const { id: message, seq, index, type, wallets, markets } = event;
  return { seq, index, type, wallets, markets, message, body: () => JSON.stringify(event) };
}
