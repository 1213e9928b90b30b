/** Places of endpoints in the journal. */
import type { OwnSql } from "../sql/database.ts";

/** Feed of what is new, and that of a replay. */
export const NEW_EVENTS = 0;
export const REPLAY = 1;
export type FeedNo = typeof NEW_EVENTS | typeof REPLAY;

/** The place of an event: its batch, and its number in it. */
export type EventPlace = { readonly seq: number; readonly index: number };

/** The place is that of the first event that may be open: all before it was delivered, or waits in a row. */
export type WebhookFeed = EventPlace & {
  readonly webhook: string;
  readonly feed: FeedNo;
  /** The last batch of a replay. */
  readonly until: number | null;
};

const columns = (sql: OwnSql) => sql`webhook, feed, seq, index, until`;

export const listFeeds = (sql: OwnSql): Promise<WebhookFeed[]> =>
  sql<WebhookFeed[]>`select ${columns(sql)} from webhook_feeds order by webhook, feed`;

export const listFeedsOf = (sql: OwnSql, webhook: string): Promise<WebhookFeed[]> =>
  sql<WebhookFeed[]>`select ${columns(sql)} from webhook_feeds where webhook = ${webhook} order by feed`;

/** Moves a feed to the place of the first event that is open. */
export async function moveFeed(
  sql: OwnSql,
  { webhook, feed }: Pick<WebhookFeed, "webhook" | "feed">,
  { seq, index }: EventPlace,
): Promise<void> {
  await sql`
    update webhook_feeds set seq = ${seq}, index = ${index} where webhook = ${webhook} and feed = ${feed}`;
}

/** Begins a replay of batches; false while one is underway. */
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
 * Statements that take places back to the last batch that the journal has, since the exchange went back. Batches that come
 * after it are delivered; events of those that were there before are dropped.
 */
export const takeBackText = (last: number): string =>
  [
    `update webhook_feeds set seq = ${last + 1}, index = 0 where (seq, index) > (${last + 1}, 0)`,
    `update webhook_feeds set until = ${last} where until > ${last}`,
    `delete from webhook_deliveries where seq > ${last}`,
  ].join(";");
