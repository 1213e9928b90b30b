/** Rows of what wallets did, with what is said of their markets. */
import type { Context } from "../../context.ts";
import type { ActivityRow } from "../../store/activity.ts";
import { findMarketDescriptions } from "../../store/market-descriptions.ts";
import type { Dialect } from "../dialect.ts";
import type { ShownActivity } from "./activity-record.ts";

type Reading = { readonly context: Pick<Context, "listSql">; readonly dialect: Dialect };

/** Every market of a row has a description, since no market is ever taken away. */
export async function describedActivity(
  rows: readonly ActivityRow[],
  { context, dialect }: Reading,
): Promise<ShownActivity[]> {
  const markets = await findMarketDescriptions(
    context.listSql,
    rows.map(({ market }) => market),
  );
  return rows.flatMap((row) => {
    const market = markets.get(row.market);
    return market === undefined ? [] : [{ row, market, dialect }];
  });
}
