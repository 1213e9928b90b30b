/** Terms of a `where` that keep what is in scope, each with an `and` before it. */
import type { AnySql, Fragment } from "../sql/database.ts";
import type { Scope } from "./catalog-records.ts";

/** Terms about rows of event_entries, whose creators are those of public markets. */
export const eventsInScope = (sql: AnySql, { creators, drafts }: Scope): Fragment => {
  if (creators === undefined) return drafts ? sql`` : sql`and published`;
  const wallets = sql`${creators as string[]}::text[]`;
  return drafts
    ? sql`and event in (select event from market_entries where creator = any(${wallets}))`
    : sql`and published and creators && ${wallets}`;
};

/** The same about rows of market_entries. */
export const marketsInScope = (sql: AnySql, { creators, drafts }: Scope): Fragment => sql`
  ${drafts ? sql`` : sql`and published`}
  ${creators === undefined ? sql`` : sql`and creator = any(${creators as string[]}::text[])`}`;

/** True of a scope that leaves nothing out. */
export const isWhole = ({ creators, drafts }: Scope): boolean => drafts && creators === undefined;
