/** Markets as operators and the trading interface read them from the tables. */
import type { CatalogMarket, Flags, Payout } from "../../core/markets/catalog.ts";
import { pickTerms } from "../../core/markets/market-terms.ts";
import type { MarketTerms } from "../../core/markets/market-terms.ts";
import type { Market } from "../../core/state.ts";
import type { Lots, Micros } from "../../core/units.ts";
import { dateKey } from "../catalog/catalog-entries.ts";
import type { Scope } from "../catalog/catalog-records.ts";
import { marketsInScope } from "../catalog/search/scope-terms.ts";
import type { AnySql, Fragment, Sql } from "../sql/database.ts";
import { readTermCells } from "../tables/market-states.ts";
import type { TermRow } from "../tables/market-states.ts";
import { resolutionColumns, stepColumn } from "./resolution-steps.ts";
import type { Resolution } from "./resolution-steps.ts";

// Edits and clarifications of events and markets, from the audit log. Traders see only these of the log's entries.

/** Actions whose details traders see. */
export const EDIT_EVENT = "edit-event";
export const EDIT_MARKET = "edit-market";
export const CLARIFY = "clarify";

export type ListingChange = {
  /** Engine time, milliseconds. */
  readonly at: number;
  /** Condition of the market; `null` for the event. */
  readonly conditionId: string | null;
  readonly details: {
    readonly changes?: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
    readonly text?: string;
  };
};

/** Counts the clarifications of an event, by its id, or of a market, by its condition. */
export async function countClarifications(sql: AnySql, subject: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from audit where subject = ${subject} and action = ${CLARIFY}`;
  return row?.count ?? 0;
}

/** Actions that edit an event or a market. Clarifications are not among them: they never conflict with an edit. */
const EDITS = [EDIT_EVENT, EDIT_MARKET];

/** Selects the batch of the latest edit of a subject, given as an expression; 0 if it was never edited. */
export const lastEditColumn = (sql: AnySql, subject: Fragment): Fragment => sql`
  coalesce((select max(batch) from audit where subject = ${subject} and action = any(${EDITS}::text[])), 0) as "lastEdit"`;

export type SubjectEdit = Pick<ListingChange, "at" | "details"> & {
  readonly batch: number;
  readonly operator: string;
};

/** Lists the latest edits of a subject after a batch, latest first. */
export const listEditsAfter = (
  sql: AnySql,
  subject: string,
  { batch, limit }: { readonly batch: number; readonly limit: number },
): Promise<SubjectEdit[]> =>
  sql<SubjectEdit[]>`
    select batch, at, operator, details from audit
    where subject = ${subject} and action = any(${EDITS}::text[]) and batch > ${batch}
    order by batch desc, place desc limit ${limit}`;

type ChangesPage = {
  readonly eventId: string;
  readonly scope: Scope;
  readonly limit: number;
  readonly offset: number;
};

/**
 * Lists a page of the changes of the event and of its markets in scope, latest first. Edits of a draft are left out, since
 * no trader saw the text before; clarifications of a draft stay beside its rules. An edit of a market that follows from
 * an edit of its event is left out, too: the event's edit has the same values.
 */
export const listListingChanges = (
  sql: AnySql,
  { eventId, scope, limit, offset }: ChangesPage,
): Promise<ListingChange[]> =>
  sql<ListingChange[]>`
    with own as (
      select condition_id as subject, case when status <> 'draft' then coalesce(opened_at, 0) end as opened
      from markets join market_states on market_states.market = no
      where no in (select market from market_entries where event = ${eventId}::bigint ${marketsInScope(sql, scope)})
    ), listed as (
      select subject, opened from own union all select ${eventId}::text, (select min(opened) from own)
    )
    select at, nullif(subject, ${eventId}) as "conditionId", details
    from listed join audit using (subject)
    where action = ${CLARIFY}
      or (action = any(${EDITS}::text[]) and at >= opened and not details ? 'event')
    order by batch desc, place desc limit ${limit} offset ${offset}`;

// Markets as operators see them: description, state, and resolution steps.

export type OperatorMarket = Flags &
  MarketTerms &
  Resolution & {
    readonly content: CatalogMarket;
    readonly event: { readonly id: string; readonly slug: string; readonly title: string };
    /** Batch of its latest edit; 0 if there is none. */
    readonly lastEdit: number;
    readonly payout: Payout | null;
    readonly backing: Micros;
    readonly volume: Micros;
    readonly redeemed: Lots;
    /** Number of resting orders. */
    readonly openOrders: number;
  };

/** Description of a market, which the exchange does not hold in memory. */
export type DescribedMarket = Pick<OperatorMarket, "content" | "lastEdit" | "steps"> & {
  readonly event: { readonly id: string; readonly slug: string; readonly title: string };
};

/** Combines a market in the exchange's memory with its description. */
export function buildOperatorMarket(market: Market, described: DescribedMarket): OperatorMarket {
  const { content, event, lastEdit, steps } = described;
  const { status, flags, backing, volume, redeemed } = market;
  return {
    content,
    event: { id: event.id, slug: event.slug, title: event.title },
    lastEdit,
    steps,
    ...flags,
    ...pickTerms(market),
    status,
    backing,
    volume,
    redeemed,
    payout: market.payout ?? null,
    resolvedAt: market.resolvedAt === 0 ? null : market.resolvedAt,
    proposedPayout: market.proposal?.payout ?? null,
    disputed: market.proposal?.disputed ?? false,
    openOrders: market.open,
  };
}

/** Selects the event of a market from a row of `events`. */
const describedEvent = (sql: Sql): Fragment => sql`
  json_build_object('id', events.id::text, 'slug', events.slug, 'title', events.content -> 'title') as event`;

/** Finds the description of a market. It reads neither orders nor states, so a lock on those tables cannot delay it. */
export async function findDescribedMarket(
  sql: Sql,
  conditionId: string,
): Promise<DescribedMarket | undefined> {
  const [row] = await sql<DescribedMarket[]>`
    select markets.content, ${describedEvent(sql)}, ${lastEditColumn(sql, sql`condition_id`)}, ${stepColumn(sql, sql`markets.no`)}
    from markets join events on events.id = event_id
    where condition_id = ${conditionId}`;
  return row;
}

export async function findOperatorMarket(sql: Sql, conditionId: string): Promise<OperatorMarket | undefined> {
  const [row] = await sql<(Omit<OperatorMarket, keyof MarketTerms> & { readonly state: TermRow })[]>`
    select markets.content, active, closed, archived, to_json(market_states) as state, backing, volume, redeemed,
      ${describedEvent(sql)}, ${lastEditColumn(sql, sql`condition_id`)}, (select count(*) from orders where orders.market = markets.no and orders.status = 'live') as "openOrders",
      ${resolutionColumns(sql)}
    from markets
    join market_states on market_states.market = no
    join market_entries on market_entries.market = no
    join events on events.id = event_id
    where condition_id = ${conditionId}`;
  if (row === undefined) return undefined;
  const { state, ...market } = row;
  return { ...market, ...readTermCells(state) };
}

/** Lists condition ids of markets by slug or number, for each name that some market has. */
export async function listConditionsNamed(
  sql: Sql,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const numbers = names.filter((name) => /^\d{1,15}$/.test(name));
  const rows = await sql<{ conditionId: string; slug: string; id: string }[]>`
    select condition_id as "conditionId", slug, id::text from markets
    where slug = any(${[...names]}::text[]) or id = any(${numbers}::bigint[]) order by no`;
  const named = names.map((name) => {
    const own = rows.filter(({ slug, id }) => slug === name || id === name);
    return [name, own.map(({ conditionId }) => conditionId)] as const;
  });
  return new Map(named.filter(([, own]) => own.length > 0));
}

/** Finds slugs of markets by condition id. */
export async function findSlugs(
  sql: Sql,
  conditionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ conditionId: string; slug: string }[]>`
    select condition_id as "conditionId", slug from markets where condition_id = any(${[...conditionIds]}::text[])`;
  return new Map(rows.map(({ conditionId, slug }) => [conditionId, slug]));
}

// Markets by tags of their events.

/** Selects the numbers of the markets whose events have one of these tags, as an array. */
export const taggedMarkets = (sql: AnySql, tagSlugs: readonly string[]): Fragment => sql`
  array(
    select no from markets
    where event_id in (select event from event_entries where tag_slugs && ${tagSlugs as string[]}::text[])
  )`;

/** Finds the numbers of the markets whose events have this tag; `undefined` if no tag has the slug. */
export async function findTaggedMarkets(sql: AnySql, slug: string): Promise<number[] | undefined> {
  const [{ known, markets }] = await sql<[{ known: boolean; markets: number[] }]>`
    select exists (select from tags where slug = ${slug}) as known, ${taggedMarkets(sql, [slug])} as markets`;
  return known ? markets : undefined;
}

// Markets of tokens, with the facts that a token reference shows.

/** A market with both of its tokens. */
export type TokenMarket = {
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  readonly outcomes: readonly [string, string];
  readonly title: string;
  readonly slug: string;
  readonly closed: boolean;
  readonly negativeRisk: boolean;
  readonly payout: Payout | null;
  readonly eventId: number;
  readonly eventSlug: string;
};

/** Lists the markets with these conditions (lower case, distinct), in their order. */
export const listTokenMarkets = (sql: Sql, conditionIds: readonly string[]): Promise<TokenMarket[]> =>
  sql<TokenMarket[]>`
    select condition_id as "conditionId", token_ids as "tokenIds",
      array[markets.content -> 'outcomes' ->> 0, markets.content -> 'outcomes' ->> 1] as outcomes,
      markets.content ->> 'question' as title, markets.slug, market_entries.closed,
      negative_risk as "negativeRisk", payout, event_id as "eventId", events.slug as "eventSlug"
    from unnest(${conditionIds as string[]}::text[]) with ordinality as asked (condition_id, place)
    join markets using (condition_id)
    join market_states on market_states.market = markets.no
    join market_entries on market_entries.market = markets.no and published
    join events on events.id = markets.event_id
    order by place`;

// Resolutions of listed markets, by condition, question or event.

export type MarketResolution = Resolution & {
  readonly conditionId: string;
  /** Question id; "" if the listing has none. */
  readonly questionId: string;
  readonly negativeRisk: boolean;
};

export type ResolutionFilter =
  | { readonly conditionIds: readonly string[] }
  | { readonly eventIds: readonly number[] }
  /** Lower case, as it is stored. */
  | { readonly questionId: string };

/** Lists markets that are resolved or have a proposed resolution, in order of listing. */
export function listMarketResolutions(sql: Sql, filter: ResolutionFilter): Promise<MarketResolution[]> {
  const asked =
    "conditionIds" in filter
      ? sql`condition_id = any(${filter.conditionIds as string[]}::text[])`
      : "eventIds" in filter
        ? sql`event_id = any(${filter.eventIds as number[]}::bigint[])`
        : sql`content ->> 'questionId' = ${filter.questionId}`;
  return sql<MarketResolution[]>`
    select * from (
      select no, condition_id as "conditionId", coalesce(content ->> 'questionId', '') as "questionId",
        negative_risk as "negativeRisk", ${resolutionColumns(sql)}
      from markets join market_states on market_states.market = markets.no where ${asked}
    ) as found
    where payout is not null or json_array_length(steps::json) > 0
    order by no`;
}

// Markets that wait for an operator: ended without a result, proposed or disputed; and events with drafts.

export const WAITING_KINDS = ["disputed", "proposed", "ended"] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

export type WaitingMarket = {
  readonly conditionId: string;
  readonly question: string;
  readonly endDate: string | null;
  /** Time of the last step of the market's resolution, ms; `null` if there is none. */
  readonly steppedAt: number | null;
  /** Total number of markets of this kind; the list has only the first. */
  readonly total: number;
};

type WaitingMarketQuery = {
  readonly kind: WaitingKind;
  /** Time of the exchange, ms. */
  readonly now: number;
  readonly limit: number;
};

/** Lists open markets that wait for an operator, by `kind`, earliest end date first. */
export const listWaitingMarkets = (
  sql: Sql,
  { kind, now, limit }: WaitingMarketQuery,
): Promise<WaitingMarket[]> => sql<WaitingMarket[]>`
  select condition_id as "conditionId", content ->> 'question' as question, content ->> 'endDate' as "endDate", total,
    (select max(at) from resolution_steps where resolution_steps.market = no) as "steppedAt"
  from (
    select market, end_date, count(*) over () as total
    from market_states join market_entries using (market)
    where ${waitingPredicate(sql, kind, now)} order by end_date, market limit ${limit}
  ) as waiting
  join markets on no = waiting.market order by waiting.end_date, no`;

export type WaitingEvent = {
  readonly id: string;
  readonly title: string;
  readonly drafts: number;
  /** Total number of events with drafts; the list has only the first. */
  readonly total: number;
};

/** Lists events with markets that were never opened, by the earliest end date of a draft. */
export const listEventsWithDrafts = (sql: Sql, limit: number): Promise<WaitingEvent[]> => sql<WaitingEvent[]>`
  select id::text, content ->> 'title' as title, drafts, total
  from (
    select event_id as event, count(*) as drafts, min(end_date) as first_end, count(*) over () as total
    from market_states join market_entries using (market) join markets on no = market
    where status = 'draft' group by event_id order by first_end, event limit ${limit}
  ) as waiting
  join events on id = event order by first_end, id`;

function waitingPredicate(sql: Sql, kind: WaitingKind, now: number): Fragment {
  const open = sql`status in ('active', 'paused') and not market_entries.archived`;
  switch (kind) {
    case "disputed":
      return sql`${open} and proposed_payout is not null and disputed`;
    case "proposed":
      return sql`${open} and proposed_payout is not null and not disputed`;
    case "ended":
      // An open market is never closed; the redundant condition lets the planner use an index.
      return sql`${open} and not market_entries.closed and proposed_payout is null and end_date <> ''
        and end_date <= ${dateKey(new Date(now).toISOString())}`;
  }
}
