/** Endpoints of operators that receive public events. They are not part of the journal; times are the machine's, ms. */
import type { OwnSql } from "../sql/database.ts";

/** Delivery orders: by owner or by market. Events of the same owner or market are delivered in order. */
export const ORDERS = ["owner", "market"] as const;
export type DeliveryOrder = (typeof ORDERS)[number];

export type Webhook = {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  /** Patterns of event types. */
  readonly events: readonly string[];
  /** Lower-case wallets whose events the endpoint gets; all if empty. */
  readonly wallets: readonly string[];
  /** Condition ids whose events the endpoint gets; all if empty. */
  readonly markets: readonly string[];
  readonly orderedBy: DeliveryOrder;
  readonly enabled: boolean;
  /** Reason why the exchange disabled the endpoint; empty if it did not. */
  readonly disabledFor: string;
  readonly secretVersion: number;
  /** Time until which the previous secret is also used. */
  readonly overlapUntil: number;
  readonly createdAt: number;
  /** Times of the last attempts; 0 before the first. */
  readonly succeededAt: number;
  readonly failedAt: number;
  /** Error of the last failed attempt. */
  readonly error: string;
};

/** Options that operators set. */
export type WebhookOptions = Pick<
  Webhook,
  "url" | "description" | "events" | "wallets" | "markets" | "orderedBy" | "enabled"
>;

const columns = (sql: OwnSql) => sql`
  id, url, description, events, wallets, markets, ordered_by as "orderedBy", enabled, disabled_for as "disabledFor",
  secret_version as "secretVersion", overlap_until as "overlapUntil", created_at as "createdAt",
  succeeded_at as "succeededAt", failed_at as "failedAt", error`;

/** Lists endpoints in order of creation. */
export const listWebhooks = (sql: OwnSql): Promise<Webhook[]> =>
  sql<Webhook[]>`select ${columns(sql)} from webhooks order by created_at, id`;

export async function findWebhook(sql: OwnSql, id: string): Promise<Webhook | undefined> {
  const [webhook] = await sql<Webhook[]>`select ${columns(sql)} from webhooks where id = ${id}`;
  return webhook;
}

export type NewWebhook = WebhookOptions &
  Pick<Webhook, "id" | "createdAt"> & {
    /** The first batch whose events the endpoint gets. */
    readonly from: number;
  };

/** Adds an endpoint, unless there are already `most`; returns whether it did. */
export async function addWebhook(sql: OwnSql, given: NewWebhook, most: number): Promise<boolean> {
  const { id, url, description, events, wallets, markets, orderedBy, enabled, createdAt, from } = given;
  const { count } = await sql`
    with added as (
      insert into webhooks (id, url, description, events, wallets, markets, ordered_by, enabled, disabled_for,
        secret_version, overlap_until, created_at)
      select ${id}, ${url}, ${description}, ${[...events]}::text[], ${[...wallets]}::text[], ${[...markets]}::text[],
        ${orderedBy}, ${enabled}, '', 1, 0, ${createdAt}::bigint
      where (select count(*) from webhooks) < ${most}
      returning id
    )
    insert into webhook_feeds (webhook, feed, seq, index) select id, 0, ${from}::bigint, 0 from added`;
  return count > 0;
}

/** Changes the options of an endpoint; enabling it clears the reason why it was disabled. */
export async function changeWebhook(sql: OwnSql, id: string, terms: WebhookOptions): Promise<void> {
  const { url, description, events, wallets, markets, orderedBy, enabled } = terms;
  await sql`
    update webhooks set url = ${url}, description = ${description}, events = ${[...events]}::text[],
      wallets = ${[...wallets]}::text[], markets = ${[...markets]}::text[], ordered_by = ${orderedBy}, enabled = ${enabled},
      disabled_for = case when ${enabled} then '' else disabled_for end
    where id = ${id}`;
}

/** Switches to the next secret; the previous one is also used until the given time. */
export async function rotateWebhook(sql: OwnSql, id: string, overlapUntil: number): Promise<void> {
  await sql`
    update webhooks set secret_version = secret_version + 1, overlap_until = ${overlapUntil} where id = ${id}`;
}

export async function disableWebhook(sql: OwnSql, id: string, reason: string): Promise<void> {
  await sql`update webhooks set enabled = false, disabled_for = ${reason} where id = ${id}`;
}

/** Removes an endpoint with its waiting deliveries. */
export async function removeWebhook(sql: OwnSql, id: string): Promise<void> {
  await sql`delete from webhooks where id = ${id}`;
}

export async function removeAllWebhooks(sql: OwnSql): Promise<void> {
  await sql`delete from webhooks`;
}

/** The last attempts of an endpoint; a time of 0 keeps the stored one. */
export type RecordedAttempts = Pick<Webhook, "succeededAt" | "failedAt" | "error">;

export async function recordAttempts(sql: OwnSql, id: string, noted: RecordedAttempts): Promise<void> {
  const { succeededAt, failedAt, error } = noted;
  await sql`
    update webhooks set succeeded_at = greatest(succeeded_at, ${succeededAt}::bigint),
      failed_at = greatest(failed_at, ${failedAt}::bigint),
      error = case when ${failedAt}::bigint > 0 then ${error} else error end
    where id = ${id}`;
}
