/** Writes that the database refuses for a while, as one that is away or full does. */
import type { OwnSql } from "../../../src/store/sql/database.ts";

/** Refuses these writes into a table until the returned function is called. */
export async function refuseWrites(
  sql: OwnSql,
  table: "delayed_orders" | "failing_settlements",
  writes: "insert" | "update",
): Promise<() => Promise<void>> {
  const run = async (text: string): Promise<void> => {
    await sql(Object.assign([text], { raw: [text] }));
  };
  await run(`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise 'it is refused' using errcode = '53100'; end $$`);
  await run(`create trigger refuse before ${writes} on ${table} for each row execute function refuse()`);
  return () => run(`drop trigger if exists refuse on ${table}`);
}
