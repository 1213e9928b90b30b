/** The kinds of events that this release writes and reads. */
import type { Event } from "./event.ts";

const KINDS: Readonly<Record<Event["type"], true>> = {
  "account-opened": true,
  credited: true,
  debited: true,
  listed: true,
  "market-status-changed": true,
  "order-placed": true,
  "settlement-failed": true,
  "order-canceled": true,
  "orders-canceled": true,
  "sets-split": true,
  "sets-merged": true,
  "resolution-proposed": true,
  "resolution-disputed": true,
  "market-resolved": true,
  "resolution-undone": true,
  redeemed: true,
  converted: true,
  banned: true,
  unbanned: true,
  "mode-changed": true,
  operated: true,
  "request-done": true,
  "prices-recorded": true,
};

export const EVENT_KINDS: readonly string[] = Object.keys(KINDS);
