/** Notifications on the wire: the event, with the facts about the order or the market that clients show. */
import { Type } from "typebox";
import { outcomePrice, priceText, sharesText } from "../../../core/units.ts";
import { CANCELLATION, FILL, RESOLUTION } from "../../../store/reads/notifications.ts";
import type { OrderNotice, ResolutionNotice } from "../../../store/reads/notifications.ts";
import { tradeId } from "../../../store/reads/trade-id.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { fullRecord } from "../markets/market-record.ts";
import type { MarketListing } from "../markets/market-record.ts";
import { FullMarket } from "../markets/market-schema.ts";

const Text = Type.String();

const OrderPayload = Type.Object({
  order_id: Text,
  owner: Type.String({ description: "The API key that placed the order" }),
  market: Type.String({ description: "Condition id" }),
  condition_id: Text,
  asset_id: Type.String({ description: "Token id" }),
  outcome: Text,
  outcome_index: Type.Integer(),
  side: Text,
  type: Type.Enum(["GTC", "GTD", "FOK", "FAK"]),
  price: Type.String({ description: "Of the fill, or the limit of a cancelled order" }),
  original_size: Text,
  matched_size: Type.String({ description: "Of the fill; of a cancelled order all that was filled" }),
  remaining_size: Type.String({ description: "What of the order is not filled by now" }),
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

export const cancellationRecord = (notice: OrderNotice): Notification => ({
  ...shared(notice, notice.apiKey),
  type: CANCELLATION,
  payload: { ...payloadOf(notice), price: priceText(notice.price) },
});

export const fillRecord = (notice: OrderNotice): Notification => ({
  ...shared(notice, notice.apiKey),
  type: FILL,
  payload: { ...payloadOf(notice), price: priceText(outcomePrice(notice.price, notice.outcome)) },
});

/** Fields of the market as it is now. */
export const resolutionRecord = (
  notice: ResolutionNotice,
  listed: MarketListing,
  { apiKey, dialect }: { readonly apiKey: string; readonly dialect: Dialect },
): Notification => ({
  ...shared(notice, apiKey),
  type: RESOLUTION,
  payload: { ...fullRecord(listed, dialect), eventSlug: listed.record.event.slug },
});

const shared = ({ id, at }: { readonly id: number; readonly at: number }, owner: string) => ({
  id,
  owner,
  timestamp: at,
});

/** Clients read 32 bytes where there was no transaction, too. */
const NO_HASH = `0x${"0".repeat(64)}`;

const payloadOf = (notice: OrderNotice) => ({
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
