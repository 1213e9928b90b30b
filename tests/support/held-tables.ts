/** Read tables that somebody else holds, so that they stay behind the journal. */
import { withSql } from "./history.ts";

/** Holds the row that every flush writes, or a whole table, while `work` runs; first the tables catch up. */
export const whileHeld = (
  databaseUrl: string,
  work: () => Promise<void>,
  held: "read_tables" | "orders" | "trades" = "read_tables",
): Promise<unknown> =>
  withSql(databaseUrl, (sql) =>
    sql.begin(async (holder) => {
      await holder.unsafe(`lock table ${held} in ${held === "read_tables" ? "" : "access "}exclusive mode`);
      await work();
    }),
  );
