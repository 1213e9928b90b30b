/** Undelivered events of endpoints: they wait for another attempt, or were given up. */
import type { OwnSql } from "../sql/database.ts";
import { NEW_EVENTS, REPLAY } from "./webhook-feeds.ts";
import type { EventPosition, FeedNo, WebhookFeed } from "./webhook-feeds.ts";

/** An event for an endpoint. */
export type Delivery = EventPosition & {
  /** Id of the message, the same in every attempt. */
  readonly message: string;
  readonly type: string;
  /** Names of the queues that the delivery is in. */
  readonly lanes: readonly string[];
  readonly attempts: number;
  /** Time of the next attempt, ms. */
  readonly nextAt: number;
};

type DeliveryWithBody = Delivery & { readonly body: string };

type FeedName = Pick<WebhookFeed, "webhook" | "feed">;

/** Lists the rows of a feed in journal order, without bodies; dead rows were given up. */
export const listRows = (
  sql: OwnSql,
  { webhook, feed }: FeedName,
): Promise<(Delivery & { readonly dead: boolean })[]> =>
  sql<(Delivery & { dead: boolean })[]>`
    select seq, index, message, type, lanes, attempts, next_at as "nextAt", dead_at is not null as dead
    from webhook_deliveries where webhook = ${webhook} and feed = ${feed} order by seq, index`;

/** Reads the body of a delivery; `undefined` if it was dropped. */
export async function readBody(
  sql: OwnSql,
  { webhook, feed }: FeedName,
  { seq, index }: EventPosition,
): Promise<string | undefined> {
  const [row] = await sql<{ body: string }[]>`
    select body from webhook_deliveries
    where webhook = ${webhook} and feed = ${feed} and seq = ${seq} and index = ${index}`;
  return row?.body;
}

/** Stores waiting deliveries; a delivery that exists from an earlier replay starts again. */
export async function storeWaiting(
  sql: OwnSql,
  { webhook, feed }: FeedName,
  deliveries: readonly (DeliveryWithBody & { readonly error: string })[],
): Promise<void> {
  await sql`
    insert into webhook_deliveries (webhook, feed, seq, index, message, type, lanes, body, attempts, next_at, error)
    select ${webhook}, ${feed}::smallint, seq, index, message, type, array(select jsonb_array_elements_text(lanes)), body,
      attempts, "nextAt", error
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::text::jsonb) as row (seq bigint, index integer, message text,
      type text, lanes jsonb, body text, attempts integer, "nextAt" bigint, error text)
    on conflict (webhook, feed, seq, index) do update set message = excluded.message, body = excluded.body,
      lanes = excluded.lanes, attempts = excluded.attempts, next_at = excluded.next_at, error = excluded.error, dead_at = null`;
}

/** A failed attempt; with a time in `deadAt` the delivery is given up. */
type FailedAttempt = Pick<Delivery, "seq" | "index" | "attempts" | "nextAt"> & {
  readonly error: string;
  readonly deadAt: number | null;
};

export async function recordFailure(
  sql: OwnSql,
  { webhook, feed }: FeedName,
  { seq, index, attempts, nextAt, error, deadAt }: FailedAttempt,
): Promise<void> {
  await sql`
    update webhook_deliveries set attempts = ${attempts}, next_at = ${nextAt}, error = ${error}, dead_at = ${deadAt}
    where webhook = ${webhook} and feed = ${feed} and seq = ${seq} and index = ${index}`;
}

/** Removes a delivery that was received. */
export async function removeDelivery(
  sql: OwnSql,
  { webhook, feed }: FeedName,
  { seq, index }: EventPosition,
): Promise<void> {
  await sql`
    delete from webhook_deliveries
    where webhook = ${webhook} and feed = ${feed} and seq = ${seq} and index = ${index}`;
}

/** Numbers of deliveries of an endpoint. */
export type DeliveryCounts = {
  readonly waiting: number;
  readonly dead: number;
  /** The first batch with a waiting new event; null if there is none. */
  readonly oldest: number | null;
};

/** Counts deliveries by endpoint; endpoints without any are left out. */
export async function countDeliveries(sql: OwnSql): Promise<ReadonlyMap<string, DeliveryCounts>> {
  const rows = await sql<({ webhook: string } & DeliveryCounts)[]>`
    select webhook, (count(*) filter (where dead_at is null))::int as waiting, count(dead_at)::int as dead,
      min(seq) filter (where dead_at is null and feed = ${NEW_EVENTS}) as oldest
    from webhook_deliveries group by webhook`;
  return new Map(rows.map(({ webhook, ...counts }) => [webhook, counts]));
}

export async function countDead(sql: OwnSql, webhook: string): Promise<number> {
  const [{ dead }] = await sql<[{ dead: number }]>`
    select count(*)::int as dead from webhook_deliveries where webhook = ${webhook} and dead_at is not null`;
  return dead;
}

export type ListedDelivery = Omit<DeliveryWithBody, "lanes"> & {
  readonly feed: FeedNo;
  readonly error: string;
  readonly deadAt: number | null;
};

type DeliveryQuery = {
  readonly webhook: string;
  readonly state: "dead" | "waiting";
  readonly limit: number;
  /** Cursor: deliveries must be after this event. */
  readonly after: EventPosition & { readonly feed: number };
};

/** Lists deliveries in journal order; those of new events come before those of a replay. */
export const listDeliveries = (
  sql: OwnSql,
  { webhook, state, limit, after: { feed, seq, index } }: DeliveryQuery,
): Promise<ListedDelivery[]> =>
  sql<ListedDelivery[]>`
    select feed, seq, index, message, type, body, attempts, next_at as "nextAt", error, dead_at as "deadAt"
    from webhook_deliveries
    where webhook = ${webhook} and (dead_at is not null) = ${state === "dead"}
      and (feed, seq, index) > (${feed}, ${seq}, ${index})
    order by feed, seq, index limit ${limit}`;

/** Dead deliveries of an endpoint: those of events with these ids, with or without their hashes, or all. */
export type DeadSelection = { readonly webhook: string; readonly events: readonly string[] | "all" };

const named = (sql: OwnSql, events: readonly string[]) =>
  sql`(message = any(${[...events]}::text[]) or concat(seq, '-', index) = any(${[...events]}::text[]))`;

const chosen = (sql: OwnSql, { webhook, events }: DeadSelection) =>
  events === "all"
    ? sql`webhook = ${webhook} and dead_at is not null`
    : sql`webhook = ${webhook} and dead_at is not null and ${named(sql, events)}`;

/** Lists deliveries of the events with these ids, waiting or given up. */
export const listNamed = (
  sql: OwnSql,
  webhook: string,
  events: readonly string[],
): Promise<NamedDelivery[]> =>
  sql<NamedDelivery[]>`
    select seq, index, message, next_at as "nextAt", dead_at as "deadAt" from webhook_deliveries
    where webhook = ${webhook} and ${named(sql, events)}`;

export type NamedDelivery = Pick<ListedDelivery, "seq" | "index" | "message" | "nextAt" | "deadAt">;

/** Makes waiting deliveries of these events due now, and returns their number. */
export async function makeWaitingDue(
  sql: OwnSql,
  {
    webhook,
    events,
    now,
  }: { readonly webhook: string; readonly events: readonly string[]; readonly now: number },
): Promise<number> {
  const { count } = await sql`
    update webhook_deliveries set next_at = ${now}
    where webhook = ${webhook} and dead_at is null and next_at > 0 and ${named(sql, events)}`;
  return count;
}

/** Makes dead deliveries wait again, starting with the first attempt, and returns their number. */
export async function retryDead(sql: OwnSql, selection: DeadSelection, now: number): Promise<number> {
  const { count } = await sql`
    update webhook_deliveries set dead_at = null, attempts = 0, next_at = ${now} where ${chosen(sql, selection)}`;
  // Deliveries of a completed replay need its feed again, with a cursor after all batches.
  await sql`
    insert into webhook_feeds (webhook, feed, seq, index, until)
    select distinct webhook, feed, 1::bigint, 0, 0::bigint from webhook_deliveries
    where webhook = ${selection.webhook} and feed = ${REPLAY} and dead_at is null
    on conflict do nothing`;
  return count;
}

/** Deletes dead deliveries, and returns their number. */
export async function dropDead(sql: OwnSql, selection: DeadSelection): Promise<number> {
  const { count } = await sql`delete from webhook_deliveries where ${chosen(sql, selection)}`;
  return count;
}

// Times of batches of the journal.

/** Reads commit times of batches by the exchange's clock, ms since 1970; unknown batches are left out. */
export async function readBatchTimes(
  sql: OwnSql,
  batches: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (batches.length === 0) return new Map();
  const rows = await sql<{ seq: number; at: number }[]>`
    select seq, at from journal where seq = any(${[...batches]}::bigint[])`;
  return new Map(rows.map(({ seq, at }) => [seq, at]));
}
