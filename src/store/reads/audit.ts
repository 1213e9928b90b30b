/**
 * The audit log: operators and their actions, with time and reason. An entry is written together with the event that it
 * describes.
 */
import type { AuditStateEntry } from "../../core/events/audit-actions.ts";
import type { MarketStatus, Payout } from "../../core/markets/catalog.ts";
import type { Lots, Micros } from "../../core/units.ts";
import type { Fragment, Sql } from "../sql/database.ts";
import { lastEditColumn } from "./markets.ts";

/** Position of an entry: its batch, and its event's index in the batch. */
export type AuditCursor = { readonly batch: number; readonly place: number };

export type AuditEntry = AuditCursor & AuditStateEntry;

type AuditFilter = {
  readonly subject: string | undefined;
  readonly operator: string | undefined;
  readonly action?: string;
  /** Cursor: the list has entries before this position. */
  readonly before: AuditCursor | undefined;
  readonly limit: number;
};

/** Lists the newest entries that match, newest first. */
export function listAudit(
  sql: Sql,
  { subject, operator, action, before, limit }: AuditFilter,
): Promise<AuditEntry[]> {
  return sql<AuditEntry[]>`
    select batch, place, at, operator, action, subject, reason, details from audit
    where true
      ${subject === undefined ? sql`` : subjectPredicate(sql, subject)}
      ${operator === undefined ? sql`` : sql`and operator = ${operator}`}
      ${action === undefined ? sql`` : sql`and action = ${action}`}
      ${before === undefined ? sql`` : sql`and (batch, place) < (${before.batch}, ${before.place})`}
    order by batch desc, place desc limit ${limit}`;
}

const CONDITION = /^0x[0-9a-f]{64}$/;

/** Selects entries of a subject. Entries of an event also belong to each of its markets. */
const subjectPredicate = (sql: Sql, subject: string): Fragment =>
  CONDITION.test(subject)
    ? sql`and subject in (${subject}, (select event_id::text from markets where condition_id = ${subject}))`
    : sql`and subject = ${subject}`;

type ReasonSearch = { readonly action: string; readonly text: string; readonly limit: number };

/** Lists the subjects of an action whose reason contains the text, ignoring case; newest entry first. */
export async function listSubjectsByReason(
  sql: Sql,
  { action, text, limit }: ReasonSearch,
): Promise<string[]> {
  const rows = await sql<{ subject: string }[]>`
    select subject from audit
    where action = ${action} and position(lower(${text}) in lower(reason)) > 0
    group by subject order by max(batch) desc, subject limit ${limit}`;
  return rows.map(({ subject }) => subject);
}

// Audit entries with what operators set: announcements, brand, house market makers, invites.

const selectEntries = (sql: Sql, chosen: Fragment) =>
  sql<AuditStateEntry[]>`
    select at, operator, action, subject, reason, details from audit where ${chosen}`;

/** Lists entries about announcements, earliest first. */
export const listAnnouncementEntries = (sql: Sql): Promise<AuditStateEntry[]> =>
  selectEntries(sql, sql`action in ('announce', 'withdraw-announcement') order by batch, place`);

/** Lists the latest entry about the brand, if there is one. */
export const listBrandEntries = (sql: Sql): Promise<AuditStateEntry[]> =>
  selectEntries(sql, sql`action = 'set-brand' order by batch desc, place desc limit 1`);

/** Selects entries about invites, earliest first: created, used and revoked. */
export const selectInviteEntries = (sql: Sql) =>
  selectEntries(sql, sql`action in ('make-invite', 'revoke-invite', 'use-invite') order by batch, place`);

/** Lists entries about house market makers, earliest first: starts, stops and transfers of their collateral. */
export const listHouseMakerEntries = (sql: Sql): Promise<AuditStateEntry[]> =>
  sql<AuditStateEntry[]>`
    with steps as materialized (
      select batch, place, at, operator, action, subject, reason, details from audit
      where action in ('start-house-maker', 'stop-house-maker')
    ), moves as (
      select batch, place, at, operator, action, subject, reason, details from audit
      where subject in (select details ->> 'address' from steps) and action in ('credit', 'debit')
    )
    select at, operator, action, subject, reason, details
    from (select * from steps union all select * from moves) as entries order by batch, place`;

// Events as operators see them: each with its markets, including drafts.

export type NamedEvent = { readonly id: string; readonly slug: string; readonly title: string };

/** Finds the event with this number or slug; the number takes precedence. */
export async function findNamedEvent(sql: Sql, term: string): Promise<NamedEvent | undefined> {
  const id = /^[1-9]\d{0,14}$/.test(term) ? term : null;
  const [row] = await sql<NamedEvent[]>`
    select id::text, slug, content ->> 'title' as title from events
    where id = ${id}::bigint or slug = ${term} order by id <> ${id}::bigint limit 1`;
  return row;
}

type EventDetails = {
  /** Labels of the tags. */
  readonly tags: readonly string[];
  readonly description: string;
  readonly resolutionSource: string | null;
  readonly image: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** True for an event of which exactly one market wins. */
  readonly negativeRisk: boolean;
  /** Batch of its latest edit; 0 if there is none. */
  readonly lastEdit: number;
};

export async function readEventDetails(sql: Sql, id: string): Promise<EventDetails> {
  const [row] = await sql<EventDetails[]>`
    select array(select tag ->> 'label' from jsonb_array_elements(content -> 'tags') with ordinality as listed (tag, place)
      where tag ->> 'label' is not null order by place) as tags,
      coalesce(content ->> 'description', '') as description,
      content ->> 'resolutionSource' as "resolutionSource", content ->> 'image' as image,
      content ->> 'startDate' as "startDate", content ->> 'endDate' as "endDate",
      coalesce((content ->> 'negativeRisk')::boolean, false) as "negativeRisk",
      ${lastEditColumn(sql, sql`events.id::text`)}
    from events where id = ${id}::bigint`;
  if (row === undefined) throw new Error(`event ${id} is not there`);
  return row;
}

export type NamedMarket = {
  readonly conditionId: string;
  readonly slug: string;
  readonly question: string;
  /** Short name inside the event. */
  readonly label: string | null;
};

export type EventMarket = NamedMarket & {
  readonly status: MarketStatus;
  readonly negativeRisk: boolean;
  readonly payout: Payout | null;
  readonly proposedPayout: Payout | null;
  readonly disputed: boolean;
  readonly volume: Micros;
  readonly backing: Micros;
  /** Number of resting orders. */
  readonly open: number;
  /** Shares that holders redeemed since the resolution. */
  readonly redeemed: Lots;
  /** Engine time of the resolution; `null` if it was not resolved here. */
  readonly resolvedAt: number | null;
};

/** Lists the markets of an event in order of listing. */
export const listEventMarkets = (sql: Sql, eventId: string): Promise<EventMarket[]> => sql<EventMarket[]>`
  select condition_id as "conditionId", slug, content ->> 'question' as question,
    content ->> 'groupItemTitle' as label, status, negative_risk as "negativeRisk", payout,
    proposed_payout as "proposedPayout", disputed, volume, backing, redeemed, resolved_at as "resolvedAt",
    (select count(*) from orders where orders.market = markets.no and orders.status = 'live') as open
  from markets join market_states on market_states.market = no
  where event_id = ${eventId}::bigint order by no`;

// Owners whose orders are rejected, with the operator who banned them and the reason.

export type Ban = {
  readonly address: string;
  /** Engine time, milliseconds. */
  readonly at: number;
  readonly operator: string | null;
  readonly reason: string | null;
};

/** Lists bans by address. */
export const listBans = (sql: Sql): Promise<Ban[]> => readBans(sql, undefined);

/** Finds the ban of an owner; `undefined` if it may trade. */
export async function findBan(sql: Sql, owner: string): Promise<Ban | undefined> {
  const [ban] = await readBans(sql, owner);
  return ban;
}

function readBans(sql: Sql, owner: string | undefined): Promise<Ban[]> {
  return sql<Ban[]>`
    select address, bans.at, operator, reason
    from bans left join lateral (
      select operator, reason from audit where subject = address and action = 'ban'
      order by batch desc, place desc limit 1
    ) as entry on true
    ${owner === undefined ? sql`` : sql`where address = ${owner}`}
    order by address`;
}

export async function isBanned(sql: Sql, address: string): Promise<boolean> {
  const rows = await sql`select from bans where address = ${address}`;
  return rows.length > 0;
}
