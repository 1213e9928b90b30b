/** Cursors of endpoints in the journal. */
import type { OwnSql } from "../sql/database.ts";

/** Numbers of the feed of new events and of the feed of a replay. */
export const NEW_EVENTS = 0;
export const REPLAY = 1;
export type FeedNo = typeof NEW_EVENTS | typeof REPLAY;

/** Position of an event: its batch, and its index in it. */
export type EventPosition = { readonly seq: number; readonly index: number };

/** A feed and its cursor: each event before the cursor was delivered or waits as a row. */
export type WebhookFeed = EventPosition & {
  readonly webhook: string;
  readonly feed: FeedNo;
  /** The last batch of a replay. */
  readonly until: number | null;
};

const columns = (sql: OwnSql) => sql`webhook, feed, seq, index, until`;

export const listFeeds = (sql: OwnSql): Promise<WebhookFeed[]> =>
  sql<WebhookFeed[]>`select ${columns(sql)} from webhook_feeds order by webhook, feed`;

export const listWebhookFeeds = (sql: OwnSql, webhook: string): Promise<WebhookFeed[]> =>
  sql<WebhookFeed[]>`select ${columns(sql)} from webhook_feeds where webhook = ${webhook} order by feed`;

/** Moves the cursor of a feed to the first open event. */
export async function moveFeed(
  sql: OwnSql,
  { webhook, feed }: Pick<WebhookFeed, "webhook" | "feed">,
  { seq, index }: EventPosition,
): Promise<void> {
  await sql`
    update webhook_feeds set seq = ${seq}, index = ${index} where webhook = ${webhook} and feed = ${feed}`;
}

/** Starts a replay of batches; false if one is underway. */
export async function beginReplay(
  sql: OwnSql,
  webhook: string,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<boolean> {
  const { count } = await sql`
    insert into webhook_feeds (webhook, feed, seq, index, until)
    values (${webhook}, ${REPLAY}, ${from}, 0, ${until})
    on conflict do nothing`;
  return count > 0;
}

export async function endReplay(sql: OwnSql, webhook: string): Promise<void> {
  await sql`delete from webhook_feeds where webhook = ${webhook} and feed = ${REPLAY}`;
}

/**
 * Builds statements that move cursors back to the journal's last batch, after the exchange was put back to an earlier
 * state. Later batches will be delivered; undelivered events of discarded batches are dropped.
 */
export const takeBackText = (last: number): string =>
  [
    `update webhook_feeds set seq = ${last + 1}, index = 0 where (seq, index) > (${last + 1}, 0)`,
    `update webhook_feeds set until = ${last} where until > ${last}`,
    `delete from webhook_deliveries where seq > ${last}`,
  ].join(";");
