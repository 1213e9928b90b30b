/** Unread notifications of the trader: fills, cancelled orders, and resolved markets. */
import { queryOptions } from "@tanstack/react-query";
import { trading } from "../api/interfaces.ts";
import type { Notification } from "../api/generated/trading.ts";
import type { Trader } from "../wallet/session.tsx";
import { useTraderAction } from "../wallet/use-trader-action.ts";

/** Refresh interval, for orders that expire: the live channels report everything else. */
const ANEW_MS = 60_000;

export const notificationsQuery = ({ wallet, headers }: Trader) =>
  queryOptions({
    queryKey: ["own", "notifications", wallet.address],
    refetchInterval: ANEW_MS,
    queryFn: ({ signal }): Promise<readonly Notification[]> =>
      trading("GET /notifications", { headers, signal }),
  });

/** Marks notifications as read. The exchange does not list them again. */
export const useReading = () =>
  useTraderAction(
    ({ headers, once }, ids: readonly number[]) =>
      trading("DELETE /notifications", { headers, once, query: { ids } }),
    { aboutOf: (ids) => ids.join(",") },
  );
