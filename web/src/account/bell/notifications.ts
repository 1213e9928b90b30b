/** Notifications of the signed-in trader, and repeated results as one line. */
import { queryOptions } from "@tanstack/react-query";
import type { Notification } from "../../api/generated/trading.ts";
import { trading } from "../../api/interfaces.ts";
import type { Trader } from "../wallet/session.tsx";
import { useTraderAction } from "../wallet/use-trader-action.ts";

// Unread notifications of the trader: fills, cancelled orders, and resolved markets.

/** Refresh interval, for orders that expire: the live channels report everything else. */
const REFRESH_MS = 60_000;

export const notificationsQuery = ({ wallet, headers }: Trader) =>
  queryOptions({
    queryKey: ["own", "notifications", wallet.address],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }): Promise<readonly Notification[]> =>
      trading("GET /notifications", { headers, signal }),
  });

/** Marks notifications as read, after which the exchange lists them no more. */
export const useMarkAsRead = () =>
  useTraderAction(
    ({ headers, once }, ids: readonly number[]) =>
      trading("DELETE /notifications", { headers, once, query: { ids } }),
    { aboutOf: (ids) => ids.join(",") },
  );

// Groups the results of an event's mutually exclusive markets into one entry.

/** Notifications that are shown as one, newest first. */
export type BellEntry = readonly [Notification, ...Notification[]];

/** Lists the resolved markets of an entry: several for an event, none for a fill or a cancellation. */
export const listResolved = (entry: BellEntry): readonly string[] =>
  entry.flatMap(({ type, payload }) => (type === 4 ? [payload.condition_id] : []));

export function groupResults(unread: readonly Notification[]): readonly BellEntry[] {
  return [...Map.groupBy(unread, buildGroupKey).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

const buildGroupKey = ({ id, type, payload }: Notification): string =>
  type === 4 && payload.neg_risk && payload.eventSlug !== "" ? `event ${payload.eventSlug}` : `only ${id}`;
