/** Groups the results of an event of which one market wins into one notification. */
import type { Notification } from "../api/generated/trading.ts";

/** Notifications that are shown as one, newest first. */
export type BellEntry = readonly [Notification, ...Notification[]];

export function groupResults(unread: readonly Notification[]): readonly BellEntry[] {
  return [...Map.groupBy(unread, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

const keyOf = ({ id, type, payload }: Notification): string =>
  type === 4 && payload.neg_risk && payload.eventSlug !== "" ? `event ${payload.eventSlug}` : `only ${id}`;
