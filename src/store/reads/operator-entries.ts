/** Audit entries with what operators set: announcements, brand, house market makers, invites. */
import type { MarketStatus, Payout } from "../../core/catalog.ts";
import type { Micros } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";
import type { AuditEntry, DeedEntry } from "./audit.ts";
import { lastEditColumn } from "./markets.ts";

// Audit entries about announcements, earliest first.

export const listAnnouncementEntries = (sql: Sql): Promise<DeedEntry[]> =>
  sql<DeedEntry[]>`
    select at, operator, action, subject, details from audit
    where action in ('announce', 'withdraw-announcement') order by batch, place`;

// The latest audit entry about the brand, if there is one.

export const listBrandEntries = (sql: Sql): Promise<DeedEntry[]> =>
  sql<DeedEntry[]>`
    select at, operator, action, subject, details from audit
    where action = 'set-brand' order by batch desc, place desc limit 1`;

// Audit entries about house market makers, earliest first: starts, stops and transfers of their collateral.

export const listHouseEntries = (sql: Sql): Promise<DeedEntry[]> =>
  sql<DeedEntry[]>`
    with steps as materialized (
      select batch, place, at, operator, action, subject, details from audit
      where action in ('start-house-maker', 'stop-house-maker')
    ), moves as (
      select batch, place, at, operator, action, subject, details from audit
      where subject in (select details ->> 'address' from steps) and action in ('credit', 'debit')
    )
    select at, operator, action, subject, details
    from (select * from steps union all select * from moves) as entries order by batch, place`;

// Audit entries about invites, earliest first: created, used and revoked.

type InviteDeed = Omit<AuditEntry, "batch" | "place">;

export const selectInviteDeeds = (sql: Sql) =>
  sql<InviteDeed[]>`
    select at, operator, action, subject, reason, details from audit
    where action in ('make-invite', 'revoke-invite', 'use-invite') order by batch, place`;

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

type EventTerms = {
  /** Labels of the tags. */
  readonly tags: readonly string[];
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** Batch of its latest edit; 0 if there is none. */
  readonly lastEdit: number;
};

export async function readEventTerms(sql: Sql, id: string): Promise<EventTerms> {
  const [row] = await sql<EventTerms[]>`
    select array(select tag ->> 'label' from jsonb_array_elements(content -> 'tags') with ordinality as listed (tag, place)
      where tag ->> 'label' is not null order by place) as tags,
      content ->> 'startDate' as "startDate", content ->> 'endDate' as "endDate",
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
  /** Engine time of the resolution; `null` if it was not resolved here. */
  readonly resolvedAt: number | null;
};

/** Lists the markets of an event in order of listing. */
export const listEventMarkets = (sql: Sql, eventId: string): Promise<EventMarket[]> => sql<EventMarket[]>`
  select condition_id as "conditionId", slug, content ->> 'question' as question,
    content ->> 'groupItemTitle' as label, status, negative_risk as "negativeRisk", payout,
    proposed_payout as "proposedPayout", disputed, volume, backing, resolved_at as "resolvedAt",
    (select count(*) from orders where orders.market = markets.no and orders.status = 'live') as open
  from markets join market_states on market_states.market = no
  where event_id = ${eventId}::bigint order by no`;
