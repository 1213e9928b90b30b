/** The latest entry of the audit log about the brand, if there is one. */
import type { Sql } from "../sql/database.ts";
import type { AuditEntry } from "./audit.ts";

export type BrandEntry = Pick<AuditEntry, "action" | "details">;

export const listBrandEntries = (sql: Sql): Promise<BrandEntry[]> =>
  sql<BrandEntry[]>`
    select action, details from audit where action = 'set-brand' order by batch desc, place desc limit 1`;
