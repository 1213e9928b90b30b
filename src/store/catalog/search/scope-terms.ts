/** Conditions of a `where` that select rows in scope, each starting with `and`. */
import type { AnySql, Fragment } from "../../sql/database.ts";
import type { Scope } from "../catalog-records.ts";

/** Builds conditions on rows of event_entries, whose creators are those of public markets. */
export const eventsInScope = (sql: AnySql, { creators, drafts }: Scope): Fragment => {
  if (creators === undefined) return drafts ? sql`` : sql`and published`;
  const wallets = sql`${creators as string[]}::text[]`;
  return drafts
    ? sql`and event in (select event from market_entries where creator = any(${wallets}))`
    : sql`and published and creators && ${wallets}`;
};

/** Builds the conditions on rows of market_entries. */
export const marketsInScope = (sql: AnySql, { creators, drafts }: Scope): Fragment => sql`
  ${drafts ? sql`` : sql`and published`}
  ${creators === undefined ? sql`` : sql`and creator = any(${creators as string[]}::text[])`}`;

/** True if the scope excludes nothing. */
export const isWhole = ({ creators, drafts }: Scope): boolean => drafts && creators === undefined;
