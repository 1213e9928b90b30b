/** Puts the results of an event of which one market wins together: they are one piece of news. */
import type { Notification } from "../api/generated/trading.ts";

/** Notifications that are shown as one, the latest first. */
export type BellEntry = readonly [Notification, ...Notification[]];

export function groupResults(unread: readonly Notification[]): readonly BellEntry[] {
  return [...Map.groupBy(unread, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

const keyOf = ({ id, type, payload }: Notification): string =>
  type === 4 && payload.neg_risk && payload.eventSlug !== "" ? `event ${payload.eventSlug}` : `only ${id}`;
