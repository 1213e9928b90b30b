/** GET and DELETE /notifications: notifications of a wallet that are not marked as read. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { outcomePrice, priceText, sharesText } from "../../../core/units.ts";
import { findMarketRecords } from "../../../store/catalog/market-records.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import {
  CANCELLATION,
  FILL,
  RESOLUTION,
  dropNotifications as drop,
  listResolutions,
  listRestingFills,
  listForcedCancellations,
} from "../../../store/reads/accounts/notifications.ts";
import type { OrderNotice, ResolutionNotice } from "../../../store/reads/accounts/notifications.ts";
import { tradeId } from "../../../store/reads/fills.ts";
import { readFirst } from "../../../store/sql/unavailable.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { NOTIFICATIONS } from "../groups.ts";
import { keyOperation } from "./keys.ts";
import { SignatureTypeParam } from "../ledger/wallet-request.ts";
import { FullMarket, fullRecord } from "../markets/market-record.ts";
import type { MarketListing } from "../markets/market-record.ts";
import { addMarketView } from "../markets/markets.ts";

// Notifications on the wire: the event, with the facts about the order or the market that clients show.

const Text = Type.String();

const OrderPayload = Type.Object({
  order_id: Text,
  owner: Type.String({ description: "The API key that placed the order" }),
  market: Type.String({ description: "Condition id: 0x and 64 hex digits that name the market" }),
  condition_id: Text,
  asset_id: Type.String({ description: "Token id: a decimal number that names the outcome" }),
  outcome: Text,
  outcome_index: Type.Integer(),
  side: Text,
  type: Type.Enum(["GTC", "GTD", "FOK", "FAK"]),
  price: Type.String({ description: "Of the fill, or the limit of a cancelled order, in USDC" }),
  original_size: Text,
  matched_size: Type.String({ description: "Shares of the fill; of a cancelled order all that were filled" }),
  remaining_size: Type.String({ description: "Shares of the order that are not filled by now" }),
  trade_id: Type.String({ description: 'Of a fill; else ""' }),
  transaction_hash: Type.String({ description: "Of a fill; else zeros" }),
  reason: Type.String({ description: 'Why the order was taken out; of a fill ""' }),
  question: Text,
  market_slug: Text,
  icon: Text,
  image: Text,
  eventSlug: Text,
  seriesSlug: Text,
});

const fields = {
  id: Type.Integer(),
  owner: Type.String({ description: "An API key of the wallet" }),
  timestamp: Type.Integer({ description: "Milliseconds" }),
};

export const Notification = Type.Union([
  Type.Object({ type: Type.Literal(CANCELLATION), ...fields, payload: OrderPayload }),
  Type.Object({ type: Type.Literal(FILL), ...fields, payload: OrderPayload }),
  Type.Object({
    type: Type.Literal(RESOLUTION),
    ...fields,
    payload: Type.Object({ ...FullMarket.properties, eventSlug: Text }),
  }),
]);
export type Notification = Type.Static<typeof Notification>;

const describeCancellation = (notice: OrderNotice): Notification => ({
  ...buildSharedFields(notice, notice.apiKey),
  type: CANCELLATION,
  payload: { ...describePayload(notice), price: priceText(notice.price) },
});

const describeFillNotice = (notice: OrderNotice): Notification => ({
  ...buildSharedFields(notice, notice.apiKey),
  type: FILL,
  payload: { ...describePayload(notice), price: priceText(outcomePrice(notice.price, notice.outcome)) },
});

/** Builds the notification of a resolution, with the market in its current state. */
const describeResolutionNotice = (
  notice: ResolutionNotice,
  listedMarket: MarketListing,
  { apiKey, dialect }: { readonly apiKey: string; readonly dialect: Dialect },
): Notification => ({
  ...buildSharedFields(notice, apiKey),
  type: RESOLUTION,
  payload: { ...fullRecord(listedMarket, dialect), eventSlug: listedMarket.record.event.slug },
});

const buildSharedFields = ({ id, at }: { readonly id: number; readonly at: number }, owner: string) => ({
  id,
  owner,
  timestamp: at,
});

/** Transaction hash of an event without a transaction: clients expect 32 bytes. */
const NO_HASH = `0x${"0".repeat(64)}`;

const describePayload = (notice: OrderNotice) => ({
  order_id: notice.orderId,
  owner: notice.apiKey,
  market: notice.conditionId,
  condition_id: notice.conditionId,
  asset_id: notice.tokenId,
  outcome: notice.outcomeLabel,
  outcome_index: notice.outcome,
  side: notice.side,
  type: notice.kind,
  original_size: sharesText(notice.lots),
  matched_size: sharesText(notice.matched),
  remaining_size: sharesText(notice.remaining),
  trade_id: notice.trade === null ? "" : tradeId(notice.trade),
  transaction_hash: notice.hash === null ? NO_HASH : `0x${notice.hash.toString("hex")}`,
  reason: notice.reason ?? "",
  question: notice.question,
  market_slug: notice.slug,
  icon: notice.icon ?? "",
  image: notice.image ?? "",
  eventSlug: notice.eventSlug,
  seriesSlug: notice.seriesSlug ?? "",
});

const NOTIFICATION_LIFETIME_MS = 48 * 60 * 60 * 1000;
const MAX_NOTIFICATIONS = 500;

/** GET /notifications: unread events of the last two days that the caller did not cause. */
export const listNotifications = keyOperation({
  method: "GET",
  path: "/notifications",
  summary: "List what happened to the caller's orders and markets",
  group: NOTIFICATIONS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ signature_type: SignatureTypeParam }),
  answer: Type.Array(Notification, {
    description:
      `The latest first, at most ${MAX_NOTIFICATIONS}: orders taken out (1), fills of resting orders (2), markets ` +
      "resolved (4)",
  }),
  handle: async ({ context, dialect, caller }) => {
    const sql = await context.sql();
    const since = context.clock() - NOTIFICATION_LIFETIME_MS;
    const noticeQuery = { owner: caller.address, since, limit: MAX_NOTIFICATIONS };
    const [takenOut, fills, resolutions] = await Promise.all([
      listForcedCancellations(sql, noticeQuery),
      listRestingFills(sql, noticeQuery, DIFFERENCES.tradeUnits.does[dialect]),
      listResolutions(sql, noticeQuery),
    ]);
    const notices = [
      ...takenOut.map(describeCancellation),
      ...fills.map(describeFillNotice),
      ...(await findResolutionRecords(context, resolutions, { caller, dialect })),
    ];
    const latest = notices.toSorted((a, b) => b.timestamp - a.timestamp || b.id - a.id);
    return { body: latest.slice(0, MAX_NOTIFICATIONS) };
  },
});

type Reader = { readonly caller: ActiveKey; readonly dialect: Dialect };

async function findResolutionRecords(
  context: Context,
  notices: readonly ResolutionNotice[],
  { caller: { apiKey }, dialect }: Reader,
): Promise<Notification[]> {
  const records = await findMarketRecords(
    await context.sql(),
    notices.map(({ market }) => market),
  );
  const listedMarkets = await Promise.all(records.map((record) => addMarketView(context, record)));
  const byMarket = new Map(notices.map((notice) => [notice.market, notice]));
  return listedMarkets.flatMap((market) => {
    const notice = byMarket.get(market.record.no);
    return notice === undefined ? [] : [describeResolutionNotice(notice, market, { apiKey, dialect })];
  });
}

const MAX_IDS = 500;

/** DELETE /notifications: marks notifications of the caller as read, which removes them from the list. */
export const dropNotifications = keyOperation({
  method: "DELETE",
  path: "/notifications",
  summary: "Mark notifications as read",
  group: NOTIFICATIONS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    ids: Type.Array(Type.Integer({ minimum: 1 }), {
      maxItems: MAX_IDS,
      description: "Of notifications, with commas; any that are of none of the caller's do nothing",
    }),
  }),
  answer: Type.Literal("OK"),
  handle: async ({ context, query, caller }) => {
    await drop(await readFirst(context.sql), caller.address, query.ids);
    return { body: "OK" };
  },
});
