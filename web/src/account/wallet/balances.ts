/** The collateral and the shares of the trader's wallet. */
import { skipToken, useQuery } from "@tanstack/react-query";
import { RejectedError } from "../../api/client.ts";
import { trading } from "../../api/interfaces.ts";
import type { Operations, WalletBalance } from "../../api/generated/trading.ts";
import { readLots, readMicros } from "../../base/money.ts";
import { lots, micros } from "../../../../src/core/units.ts";
import type { Lots, Micros } from "../../../../src/core/units.ts";
import { useSession } from "./session.tsx";
import type { Trader } from "./session.tsx";

export type Amounts<Unit> = { readonly total: Unit; readonly held: Unit; readonly available: Unit };

export type Balances = {
  readonly collateral: Amounts<Micros>;
  readonly shares: ReadonlyMap<string, Amounts<Lots>>;
};

const NO_COLLATERAL: Amounts<Micros> = { total: micros(0), held: micros(0), available: micros(0) };
export const NO_SHARES: Amounts<Lots> = { total: lots(0), held: lots(0), available: lots(0) };

/** Loads the balances again after every change of the trader's orders. */
export function useBalances() {
  const { trader } = useSession();
  return useQuery({
    queryKey: ["own", "balances", trader?.credentials.apiKey],
    queryFn: trader === undefined ? skipToken : ({ signal }) => readBalances(trader, signal),
  });
}

/** Tells whether the exchange refused the trader's API key. */
export const isRevoked = (error: unknown): boolean => error instanceof RejectedError && error.status === 401;

type Query = Operations["GET /balances"]["query"];

/** Reads all pages, since a wallet may hold shares of any number of tokens. */
async function readBalances({ wallet, headers }: Trader, signal: AbortSignal): Promise<Balances> {
  const rows: WalletBalance[] = [];
  for (let query: Query = {}; ;) {
    const page = await trading("GET /balances", { headers, query, signal });
    rows.push(...page.data.filter(({ address }) => address.toLowerCase() === wallet.address));
    if (page.next_cursor === LAST_CURSOR) break;
    query = { next_cursor: page.next_cursor };
  }
  return toBalances(rows);
}

/** Cursor after the last page. */
export const LAST_CURSOR = "LTE=";

function toBalances(rows: readonly WalletBalance[]): Balances {
  const [first] = rows;
  const read = (text: string): Micros => readMicros(text) ?? micros(0);
  const readShares = (text: string): Lots => readLots(text) ?? lots(0);
  return {
    collateral: first
      ? {
          total: read(first.collateral.balance),
          held: read(first.collateral.held),
          available: read(first.collateral.available),
        }
      : NO_COLLATERAL,
    shares: new Map(
      rows
        .flatMap(({ positions }) => positions)
        .map(({ asset_id: tokenId, balance, held, available }) => [
          tokenId,
          { total: readShares(balance), held: readShares(held), available: readShares(available) },
        ]),
    ),
  };
}
