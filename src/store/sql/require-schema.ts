/** Refuses a database without the tables of this release, for commands that only read. */
import { readdirSync } from "node:fs";
import type { Sql } from "./database.ts";
import { MIGRATIONS } from "./update-schema.ts";

/** Throws one clear sentence when it does not. */
export async function requireSchema(sql: Sql): Promise<void> {
  const [{ found }] = await sql<[{ found: boolean }]>`select to_regclass('migrations') is not null as found`;
  if (!found) throw new Error("The database holds no exchange: none was ever started on it.");
  const rows = await sql<{ name: string }[]>`select name from migrations order by name collate "C"`;
  const expected = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  if (rows.map(({ name }) => name).join() === expected.join()) return;
  throw new Error(
    "The database has another schema than this release: start the exchange once, which updates it.",
  );
}
