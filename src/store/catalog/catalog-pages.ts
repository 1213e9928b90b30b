/**
 * Pages of the catalog: the sorted keys of the matching events or markets, as an array for the statement that reads
 * them. All statements here walk narrow tables by index and stop at the end of the page.
 */
import type { Flags } from "../../core/markets/catalog.ts";
import { V2_CONDITION_PATTERN } from "../../core/markets/market-version.ts";
import type { MarketVersion } from "../../core/markets/market-version.ts";
import type { Micros } from "../../core/units.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import type { OrderKeys, RankedGroup, Rankings } from "./catalog-rankings.ts";
import { volumeSince } from "./catalog-rankings.ts";
import type { SinceHour, SpanStatistics } from "./catalog-records.ts";

export type Page = {
  readonly ascending: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Cursor of a sort by ids only: the tie-breaking values of the row before the page. */
  readonly after?: readonly number[] | undefined;
};

/** Table from which a page is taken. */
export type Entries = {
  readonly key: "event" | "market";
  /** Tie-breaking columns, the key last. */
  readonly ties: readonly string[];
  /**
   * Entries joined with the columns that trading changes. Every entry has these columns; if none is used, the planner
   * drops the join.
   */
  readonly tables: Fragment;
  /** Conditions of a `where`, each starting with `and`. */
  readonly terms: Fragment;
  /** Selects entries traded since an hour: the key, and the volume as `volume_24h`. */
  readonly traded: (since: SinceHour) => Fragment;
  readonly since: SinceHour;
  /** Sort orders by values that few entries have. */
  readonly rankings: Rankings;
  /** Sort values of a row, for sort orders without an index and for those that follow another one. */
  readonly keys: OrderKeys;
};

/** Selects the page in order of columns of the entries or of the statistics. */
export function pageInOrder(
  sql: AnySql,
  entries: Entries,
  columns: readonly string[],
  page: Page & { readonly filter: Bounds },
): Fragment {
  const { volumeMin, liquidityMin } = page.filter;
  const [column = "", ...others] = columns;
  if (others.length > 0) return pageByKeys(sql, entries, columns, page);
  const hour = volumeSince(column, entries.since);
  if (hour !== undefined) return pageByVolume(sql, entries, hour, page);
  const groups = entries.rankings[column];
  if (groups !== undefined) return pageByGroups(sql, entries, groups(), page);
  switch (column) {
    case "volume":
    case "liquidity":
      return ((column === "volume" ? volumeMin : liquidityMin) ?? 0) > 0
        ? pageByColumn(sql, entries, column, page)
        : pageByStatistic(sql, entries, column, page);
    default:
      return column in entries.keys
        ? pageByKeys(sql, entries, columns, page)
        : pageByColumn(sql, entries, column, page);
  }
}

/** Selects the page in order of values that are computed for every matching row. */
function pageByKeys(sql: AnySql, entries: Entries, columns: readonly string[], page: Page): Fragment {
  const { key, ties, tables, terms, keys } = entries;
  const order = columns
    .map((column) => sql`${keys[column]?.() ?? sql(column)} ${direction(sql, page)}`)
    .reduce((before, one) => sql`${before}, ${one}`);
  return sql`array(
    select ${sql(key)} from ${tables} where true ${terms}
    order by ${order}, ${inOrder(sql, ties, page)} limit ${page.limit} offset ${page.offset}
  )`;
}

function pageByColumn(sql: AnySql, entries: Entries, column: string, page: Page): Fragment {
  const { key, ties, tables, terms } = entries;
  return sql`array(
    select ${sql(key)} from ${tables} where true ${terms} ${afterCursorPredicate(sql, ties, page)}
    order by ${inOrder(sql, [column, ...ties], page)} limit ${page.limit} offset ${page.offset}
  )`;
}

/** Builds the condition on rows after the cursor. */
function afterCursorPredicate(sql: AnySql, ties: readonly string[], { after, ascending }: Page): Fragment {
  if (after === undefined) return sql``;
  const row = after.map((value) => sql`${value}::bigint`).reduce((before, value) => sql`${before}, ${value}`);
  return sql`and (${sql(ties)}) ${ascending ? sql`>` : sql`<`} (${row})`;
}

/** Selects the page from groups, each sorted by its key. */
function pageByGroups(
  sql: AnySql,
  { key: id, ties, terms }: Entries,
  groups: readonly RankedGroup[],
  page: Page,
): Fragment {
  const byId = inOrder(sql, ties, page);
  const sources = groups.map(({ rows, key }) => ({
    rows: sql`${rows} ${terms}`,
    order: key === undefined ? byId : sql`${key} ${direction(sql, page)}, ${byId}`,
  }));
  return pageAcrossParts(sql, id, page.ascending ? sources : sources.reverse(), page);
}

/** Selects the page in order of a value that is mostly 0: rows above 0 are ranked, the other rows are in order of id. */
function pageByStatistic(sql: AnySql, entries: Entries, figure: string, page: Page): Fragment {
  const { ties, tables, terms } = entries;
  const some = {
    rows: sql`${tables} where ${sql(figure)} > 0 ${terms}`,
    order: inOrder(sql, [figure, ...ties], page),
  };
  const none = {
    rows: sql`${tables} where ${sql(figure)} = 0 ${terms}`,
    order: inOrder(sql, ties, page),
  };
  return pageAcrossParts(sql, entries.key, page.ascending ? [none, some] : [some, none], page);
}

/**
 * Selects the page in order of volume since an hour. Traded rows are sorted before they are filtered, so only as many are
 * filtered as the page needs. Of all rows in order of id, enough are read to fill the page without traded rows.
 */
function pageByVolume(sql: AnySql, entries: Entries, since: SinceHour, page: Page): Fragment {
  const { ties, tables, terms } = entries;
  const traded = entries.traded(since);
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
    select ${pageAcrossParts(sql, entries.key, page.ascending ? [none, some] : [some, none], page)}
  )`;
}

type Source = { readonly rows: Fragment; readonly order: Fragment };

/** Selects a page across consecutive parts; a part is read only if earlier parts do not fill the page. */
function pageAcrossParts(sql: AnySql, key: string, parts: readonly Source[], page: Page): Fragment {
  const end = page.offset + page.limit;
  const steps = parts.map(({ rows, order }, index) => {
    const found = sql`array(select ${sql(key)} from ${rows} order by ${order} limit ${end})`;
    const [step, before] = [sql(`step_${index}`), sql(`step_${index - 1}`)];
    return index === 0
      ? sql`${step} as materialized (select ${found} as keys)`
      : sql`${step} as materialized (
          select keys || case when cardinality(keys) < ${end}::bigint then ${found} end as keys from ${before}
        )`;
  });
  return sql`array(
    with ${steps.reduce((before, step) => sql`${before}, ${step}`)}
    select unnest(keys) from ${sql(`step_${parts.length - 1}`)} limit ${page.limit} offset ${page.offset}
  )`;
}

const inOrder = (sql: AnySql, columns: readonly string[], page: Page): Fragment =>
  columns
    .map((column) => sql`${sql(column)} ${direction(sql, page)}`)
    .reduce((before, column) => sql`${before}, ${column}`);

const direction = (sql: AnySql, { ascending }: Page): Fragment => (ascending ? sql`asc` : sql`desc`);

/** Flags that a row must have; unset ones match either value. */
export type FlagFilter = { readonly [Name in keyof Flags]?: boolean | undefined };

/**
 * Builds the conditions on flags. They are spliced and not bound, so that the plan fits their values: few rows may be
 * open among many closed ones, or the opposite.
 */
export const flagPredicates = (sql: AnySql, { active, closed, archived }: FlagFilter): Fragment => sql`
  ${active === undefined ? sql`` : active ? sql`and active` : sql`and not active`}
  ${closed === undefined ? sql`` : closed ? sql`and closed` : sql`and not closed`}
  ${archived === undefined ? sql`` : archived ? sql`and archived` : sql`and not archived`}`;

/** Versions of markets, of which a row must have one; all when unset. */
export type VersionFilter = { readonly versions?: readonly MarketVersion[] | undefined };

/**
 * Builds the condition on rows with the number of a market. Few markets are of Protocol V2: bounds of the condition id
 * let its index find them.
 */
export function versionPredicate(sql: AnySql, { versions }: VersionFilter): Fragment {
  const [version, other] = new Set(versions);
  if (version === undefined || other !== undefined) return sql``;
  const isV2 = sql`condition_id >= '0x01' and condition_id < '0x04' and condition_id ~ ${V2_CONDITION_PATTERN}`;
  return version === "v2"
    ? sql`and market = any(array(select no from markets where ${isV2}))`
    : sql`and not exists (select from markets where no = market and ${isV2})`;
}

/** Filter by tags of an event. */
export type TagFilter = {
  /** Tags; the event must have one of them, or with `allTags` all. */
  readonly tagIds?: readonly number[] | undefined;
  readonly allTags?: boolean | undefined;
  /** Slugs of tags; the event must have one of these tags. */
  readonly tagSlugs?: readonly string[] | undefined;
};

export const tagPredicates = (sql: AnySql, { tagIds, allTags, tagSlugs }: TagFilter): Fragment => sql`
  ${tagIds === undefined ? sql`` : sql`and tag_ids ${allTags === true ? sql`@>` : sql`&&`} ${tagIds as number[]}::bigint[]`}
  ${tagSlugs === undefined ? sql`` : sql`and tag_slugs && ${tagSlugs as string[]}::text[]`}`;

/** Minimum and maximum values, inclusive. A row without a date matches no bounds of that date. */
export type Bounds = {
  readonly volumeMin?: Micros | undefined;
  readonly volumeMax?: Micros | undefined;
  readonly liquidityMin?: Micros | undefined;
  readonly liquidityMax?: Micros | undefined;
  /** Date keys. */
  readonly startDateMin?: string | undefined;
  readonly startDateMax?: string | undefined;
  readonly endDateMin?: string | undefined;
  readonly endDateMax?: string | undefined;
};

export function boundPredicates(sql: AnySql, filter: Bounds): Fragment {
  const { volumeMin, volumeMax, liquidityMin, liquidityMax } = filter;
  const { startDateMin, startDateMax, endDateMin, endDateMax } = filter;
  const least = (column: string, value: number | string | undefined): Fragment =>
    value === undefined ? sql`` : sql`and ${sql(column)} >= ${value}`;
  const most = (column: string, value: number | string | undefined): Fragment =>
    value === undefined ? sql`` : sql`and ${sql(column)} <= ${value}`;
  const dated = (column: string, value: string | undefined): Fragment =>
    value === undefined ? sql`` : sql`and ${sql(column)} > ''`;
  return sql`
    ${least("volume", volumeMin)} ${most("volume", volumeMax)}
    ${least("liquidity", liquidityMin)} ${most("liquidity", liquidityMax)}
    ${least("start_date", startDateMin)} ${most("start_date", startDateMax)} ${dated("start_date", startDateMax)}
    ${least("end_date", endDateMin)} ${most("end_date", endDateMax)} ${dated("end_date", endDateMax)}`;
}

/** Groups the flags and the statistics of a row. */
export function groupStatistics<Read extends Flags & SpanStatistics>(row: Read) {
  const { active, closed, archived, volume, volume24h, volume1wk, volume1mo, volume1yr, liquidity, ...rest } =
    row;
  return {
    ...rest,
    flags: { active, closed, archived },
    figures: { volume, volume24h, volume1wk, volume1mo, volume1yr, liquidity },
  };
}
