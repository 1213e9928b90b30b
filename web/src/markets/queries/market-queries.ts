/**
 * Queries about one market. Live messages of a resolution invalidate all keys that begin with "catalog", among them the
 * query of the resolution.
 */
import { queryOptions } from "@tanstack/react-query";
import { data, trading } from "../../api/interfaces.ts";
import type { Operations } from "../../api/generated/trading.ts";
import { toLots, toTicks } from "../../base/money.ts";
import type { Lots, Ticks } from "../../../../src/core/units.ts";

export type Resolution = Operations["GET /markets/{condition_id}/resolution"]["answer"];

export type Trade = {
  readonly key: string;
  readonly outcome: 0 | 1;
  readonly side: "BUY" | "SELL";
  readonly price: Ticks;
  readonly size: Lots;
  /** Time in unix milliseconds. */
  readonly at: number;
  /** Address of the taker; unknown for live trades. */
  readonly trader: string | undefined;
  /** Name chosen by the taker; "" without one. */
  readonly traderName: string;
};

export type Holder = { readonly address: string; readonly name: string; readonly shares: Lots };

const MAX_TRADES = 50;
const MAX_HOLDERS = 10;

export const resolutionQuery = (conditionId: string) =>
  queryOptions({
    queryKey: ["catalog", "resolution", conditionId],
    queryFn: ({ signal }) =>
      trading("GET /markets/{condition_id}/resolution", { params: { condition_id: conditionId }, signal }),
    refetchInterval: 60_000,
  });

export const tradesQuery = (conditionId: string) =>
  queryOptions({
    queryKey: ["data", "trades", conditionId],
    queryFn: async ({ signal }): Promise<readonly Trade[]> => {
      const query = { market: [conditionId], limit: MAX_TRADES };
      const rows = await data("GET /trades", { query, signal });
      return rows.map((row, index) => ({
        key: `${row.transactionHash} ${row.proxyWallet} ${row.asset} ${rows.length - index}`,
        outcome: row.outcomeIndex === 0 ? 0 : 1,
        side: row.side,
        price: toTicks(row.price),
        size: toLots(row.size),
        at: row.timestamp * 1000,
        trader: row.proxyWallet,
        traderName: row.name,
      }));
    },
    refetchInterval: 15_000,
  });

/** Lists the largest holders of each outcome, the largest first. */
export const holdersQuery = (conditionId: string, tokenIds: readonly [string, string]) =>
  queryOptions({
    queryKey: ["data", "holders", conditionId],
    queryFn: async ({ signal }): Promise<readonly (readonly Holder[])[]> => {
      const query = { market: [conditionId], limit: MAX_HOLDERS };
      const rows = await data("GET /holders", { query, signal });
      return tokenIds.map((tokenId) => {
        const { holders = [] } = rows.find(({ token }) => token === tokenId) ?? {};
        return holders.map(({ proxyWallet: address, name, amount }) => ({
          address,
          name,
          shares: toLots(amount),
        }));
      });
    },
    staleTime: 30_000,
  });
