/** The latest entry of the audit log about the brand, if there is one. */
import type { Sql } from "../sql/database.ts";
import type { DeedEntry } from "./audit.ts";

export const listBrandEntries = (sql: Sql): Promise<DeedEntry[]> =>
  sql<DeedEntry[]>`
    select at, operator, action, subject, details from audit
    where action = 'set-brand' order by batch desc, place desc limit 1`;
