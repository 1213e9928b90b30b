/** The mode that the operator set for the whole exchange: at most one row, and none as long as nobody changed it. */
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import type { Sql } from "../sql/database.ts";

export async function readMode(sql: Sql): Promise<ExchangeMode> {
  const [row] = await sql<{ mode: ExchangeMode }[]>`select mode from exchange_mode`;
  return row?.mode ?? "normal";
}
