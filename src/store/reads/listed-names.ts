/** Names of markets and events, by their ids. */
import type { Sql } from "../sql/database.ts";

export type ListedMarketName = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly outcomes: readonly [string, string];
};

/** Names markets by their condition ids; leaves out those that there are not. */
export const nameMarkets = (sql: Sql, conditionIds: readonly string[]): Promise<ListedMarketName[]> =>
  sql<ListedMarketName[]>`
    select condition_id as id, slug, content ->> 'question' as name, content -> 'outcomes' as outcomes
    from markets where condition_id = any(${[...conditionIds]}::text[])`;

export type ListedEventName = Omit<ListedMarketName, "outcomes">;

/** Names events by their ids; leaves out those that there are not. */
export const nameEvents = (sql: Sql, ids: readonly string[]): Promise<ListedEventName[]> => {
  const numbers = ids.filter((id) => /^[1-9]\d{0,14}$/.test(id));
  return sql<ListedEventName[]>`
    select id::text, slug, content ->> 'title' as name from events where id = any(${numbers}::bigint[])`;
};
