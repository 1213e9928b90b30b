/**
 * Pages of the catalog: which events or markets match, in an order, as an array of their keys for the statement that
 * reads them. Everything here walks narrow tables by their indexes and stops at the end of the page.
 */
import type { PendingQuery, Row } from "postgres";
import type { Flags } from "../core/catalog.ts";
import { MAX_MICROS } from "../core/units.ts";
import type { Figures } from "./catalog-records.ts";
import type { AnySql } from "./database.ts";

/** A part of a statement. */
export type Fragment = PendingQuery<Row[]>;

export type Page = { readonly ascending: boolean; readonly offset: number; readonly limit: number };

/** What a page is taken from. */
export type Entries = {
  readonly key: "event" | "market";
  /** The columns that decide between equal ones, the key last. */
  readonly ties: readonly string[];
  /** Entries with what trading changes. No entry is without; where nothing of it is asked, the planner drops the join. */
  readonly tables: Fragment;
  /** Terms of a `where`, each with an `and` before it. */
  readonly terms: Fragment;
};

/** The page in order of a column of the entries. */
export function pageByColumn(sql: AnySql, entries: Entries, column: string, page: Page): Fragment {
  const { key, ties, tables, terms } = entries;
  return sql`array(
    select ${sql(key)} from ${tables} where true ${terms}
    order by ${inOrder(sql, [column, ...ties], page)} limit ${page.limit} offset ${page.offset}
  )`;
}

/** The page in order of a figure that most have none of: those that have it are ranked, the others go by id. */
export function pageByFigure(sql: AnySql, entries: Entries, figure: string, page: Page): Fragment {
  const { ties, tables, terms } = entries;
  const some = {
    rows: sql`${tables} where ${sql(figure)} > 0 ${terms}`,
    order: inOrder(sql, [figure, ...ties], page),
  };
  const none = {
    rows: sql`${tables} where ${sql(figure)} = 0 ${terms}`,
    order: inOrder(sql, ties, page),
  };
  return pageOfBoth(sql, entries.key, page.ascending ? [none, some] : [some, none], page);
}

/**
 * The same for the volume of the last 24 hours, which `traded` selects with the key as `volume_24h`. Those that were
 * traded are sorted before the terms are asked, so that these are asked of no more than the page needs. Of all, so many
 * are read in order of their ids that enough are left without those that were traded.
 */
export function pageByVolume24h(sql: AnySql, entries: Entries, traded: Fragment, page: Page): Fragment {
  const { ties, tables, terms } = entries;
  const key = sql(entries.key);
  const [ranked, byId] = [inOrder(sql, ["volume_24h", ...ties], page), inOrder(sql, ties, page)];
  const some = { rows: sql`traded join ${tables} using (${key}) where true ${terms}`, order: ranked };
  const none = {
    rows: sql`(
      select ${sql(ties)} from ${tables} where true ${terms}
      order by ${byId} limit ${page.offset + page.limit} + (select count(*) from traded)
    ) as listed where ${key} not in (select ${key} from traded)`,
    order: byId,
  };
  return sql`(
    with traded as materialized (${traded} order by volume_24h ${direction(sql, page)})
    select ${pageOfBoth(sql, entries.key, page.ascending ? [none, some] : [some, none], page)}
  )`;
}

type Source = { readonly rows: Fragment; readonly order: Fragment };

/** A page of what lies in `first`, then of what lies in `second`, which is read only when the first leaves room. */
function pageOfBoth(
  sql: AnySql,
  key: string,
  [first, second]: readonly [Source, Source],
  page: Page,
): Fragment {
  const end = page.offset + page.limit;
  const keys = ({ rows, order }: Source): Fragment =>
    sql`array(select ${sql(key)} from ${rows} order by ${order} limit ${end})`;
  return sql`array(
    with first as materialized (select ${keys(first)} as keys)
    select unnest(keys || case when cardinality(keys) < ${end}::bigint then ${keys(second)} end) from first
    limit ${page.limit} offset ${page.offset}
  )`;
}

const inOrder = (sql: AnySql, columns: readonly string[], page: Page): Fragment =>
  columns
    .map((column) => sql`${sql(column)} ${direction(sql, page)}`)
    .reduce((before, column) => sql`${before}, ${column}`);

const direction = (sql: AnySql, { ascending }: Page): Fragment => (ascending ? sql`asc` : sql`desc`);

/** Only what has exactly these flags; an absent one is not asked for. */
export type FlagFilter = { readonly [Name in keyof Flags]?: boolean | undefined };

/**
 * Flags as terms of a `where`. They are spliced and not bound, so that a plan is made for just these: few are open
 * among many that are closed, or the other way round.
 */
export const flagTerms = (sql: AnySql, { active, closed, archived }: FlagFilter): Fragment => sql`
  ${active === undefined ? sql`` : active ? sql`and active` : sql`and not active`}
  ${closed === undefined ? sql`` : closed ? sql`and closed` : sql`and not closed`}
  ${archived === undefined ? sql`` : archived ? sql`and archived` : sql`and not archived`}`;

/** A sum of volumes, up to the largest amount there is. */
export const totalVolume = (sql: AnySql): Fragment =>
  sql`least(coalesce(sum(market_volumes.volume), 0), ${MAX_MICROS}::bigint)::bigint`;

/** Puts the flags and the figures of a row together. */
export function gatherFigures<Read extends Flags & Figures>(row: Read) {
  const { active, closed, archived, volume, volume24h, liquidity, ...rest } = row;
  return { ...rest, flags: { active, closed, archived }, figures: { volume, volume24h, liquidity } };
}
