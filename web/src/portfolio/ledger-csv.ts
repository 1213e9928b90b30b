/** Reads the whole ledger as a table: a row for each entry and token, newest first. */
import type { LedgerEntry } from "../api/generated/trading.ts";
import { LAST_CURSOR } from "../wallet/balances.ts";
import type { Trader } from "../wallet/session.tsx";
import type { Csv } from "../csv.ts";
import { readMarketNames, readMarketsOfTokens } from "./market-names.ts";
import type { MarketNames } from "./market-names.ts";
import { readLedger } from "./trader-queries.ts";

/** Lists the tokens of entries that involve several markets. */
export const listConverted = (entries: readonly LedgerEntry[]): readonly string[] =>
  entries
    .filter(({ condition_id: id }) => id === "")
    .flatMap(({ shares }) => shares.map(({ asset_id: token }) => token));

export async function readWholeLedger(trader: Trader, onRows: (count: number) => void): Promise<Csv> {
  const entries: LedgerEntry[] = [];
  for (let cursor = ""; cursor !== LAST_CURSOR;) {
    const page = await readLedger(trader, cursor);
    entries.push(...page.data);
    onRows(entries.length);
    cursor = page.next_cursor;
  }
  const ids = [...new Set(entries.map(({ condition_id: id }) => id))].filter((id) => id !== "");
  const names = await readMarketNames(ids);
  const converted = await readMarketsOfTokens([...new Set(listConverted(entries))]);
  return {
    header: [
      "time",
      "id",
      "type",
      "market",
      "condition_id",
      "side",
      "price",
      "collateral",
      "fee",
      "outcome",
      "shares",
      "asset_id",
      "transaction_hash",
    ],
    rows: entries.flatMap((entry) => rowsOf(entry, names, converted)),
  };
}

/** Writes the money only in the first row of an entry, so that its column can be summed. */
function rowsOf(entry: LedgerEntry, names: MarketNames, converted: MarketNames): Csv["rows"] {
  const marketOf = (token: string) => names.get(entry.condition_id) ?? converted.get(token);
  const shares = entry.shares.length > 0 ? entry.shares : [{ asset_id: "", amount: "" }];
  return shares.map(({ asset_id: token, amount }, place) => [
    entry.time,
    entry.id,
    entry.type,
    marketOf(token)?.title ?? "",
    entry.condition_id,
    entry.side,
    entry.price,
    place === 0 ? entry.collateral : "0",
    place === 0 ? entry.fee : "0",
    marketOf(token)?.outcomes.get(token) ?? "",
    amount,
    token,
    entry.transaction_hash,
  ]);
}
