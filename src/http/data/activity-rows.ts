/** Rows of an answer: activity of wallets, with the descriptions of their markets. */
import type { Context } from "../../context.ts";
import { findMarketDescriptions } from "../../store/catalog/market-descriptions.ts";
import type { ActivityRow } from "../../store/reads/activity.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { rowsOf } from "../large/rows.ts";
import type { Rows } from "../large/rows.ts";
import type { ShownActivity } from "./activity-record.ts";

type ReadContext = { readonly context: Pick<Context, "adHocSql" | "names">; readonly dialect: Dialect };

/** Every market of a row has a description, since no market is ever taken away. */
export async function activityRows<Row extends ActivityRow>(
  rows: readonly Row[],
  show: (shown: ShownActivity & { readonly row: Row }) => unknown,
  { context, dialect }: ReadContext,
): Promise<Rows> {
  const markets = await findMarketDescriptions(
    await context.adHocSql(),
    rows.map(({ market }) => market),
  );
  return rowsOf(rows, (row) => {
    const market = markets.get(row.market);
    if (market === undefined) throw new Error(`market ${row.market} has no description`);
    return show({ row, market, dialect, names: context.names });
  });
}
