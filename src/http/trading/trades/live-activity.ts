/** Live activity of markets: traded markets, and the latest trades of a market. */
import { Type } from "typebox";
import type { CatalogMarket } from "../../../core/markets/catalog.ts";
import { normalizeCondition } from "../../../core/markets/market-version.ts";
import { checksumAddress } from "../../../signing/address.ts";
import { listMarketSummaries } from "../../../store/catalog/market-records.ts";
import type { MarketSummary } from "../../../store/catalog/market-records.ts";
import { listTrades } from "../../../store/reads/trades.ts";
import type { TradeRecord } from "../../../store/reads/trades.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { endpoint } from "../../operation/endpoint.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { CONDITION_PATTERN } from "../../operation/id-patterns.ts";
import { Pseudonym, WalletName } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { TRADES } from "../groups.ts";
import { findListedMarket } from "../markets/market-record.ts";
import { ConditionParams } from "../markets/markets.ts";
import { BATCH_BODY_BYTES, BATCH_TOKENS, unknownMarket } from "../../values/token-id.ts";
import { feeRate, formatSizeAndPrice, timeText } from "./trades.ts";

const Blankable = (description: string) => Type.String({ description: `${description}; blank without one` });

const LiveMarket = Type.Object({
  condition_id: Type.String({ description: "Lower case" }),
  id: Type.Integer({ description: "The catalog's number" }),
  question: Type.String(),
  market_slug: Type.String(),
  event_slug: Type.String(),
  series_slug: Blankable("Slug of the event's first series"),
  icon: Blankable("Address of a picture"),
  image: Blankable("Address of a picture"),
  tags: Type.Array(Type.String(), { description: "Slugs of the event's tags" }),
});

/** POST /markets/live-activity: short descriptions of markets, for clients that show their trades. */
export const listLiveMarkets = endpoint({
  method: "POST",
  kind: "read",
  path: "/markets/live-activity",
  dialects: ["polymarket"],
  summary: "List markets by their condition ids, in a few words",
  group: TRADES,
  limits: ONLY_INTERFACE_LIMIT,
  body: Type.Array(Type.String({ pattern: CONDITION_PATTERN, description: "Condition id, in any case" }), {
    maxItems: BATCH_TOKENS,
  }),
  bodyLimit: BATCH_BODY_BYTES,
  answer: Type.Array(LiveMarket, { description: "In the order of the request; unknown ones are left out" }),
  handle: async ({ context, body }) => {
    const ids = [...new Set(body.map(normalizeCondition))];
    const found = await listMarketSummaries(await context.sql(), ids);
    const known = new Map(found.map((market) => [market.conditionId, market]));
    return { body: ids.flatMap((id) => known.get(id) ?? []).map(liveMarket) };
  },
});

const liveMarket = (market: MarketSummary): Type.Static<typeof LiveMarket> => ({
  condition_id: market.conditionId,
  id: Number(market.id),
  question: market.question,
  market_slug: market.slug,
  event_slug: market.eventSlug,
  series_slug: market.seriesSlug,
  icon: market.icon,
  image: market.image,
  tags: [...market.tags],
});

// GET /markets/live-activity/{condition_id} and GET /live-activity/events/{condition_id}: the latest trades of a market as
// events, newest first. Side, price, token and user are the taker's. Users have no names or pictures here.

const MAX_EVENTS = 100;

const Text = Type.String();
const Blank = Type.Literal("");

const TradeEvent = Type.Object({
  event_type: Type.Literal("trade"),
  market: Type.Object({
    condition_id: Text,
    asset_id: Text,
    question: Text,
    icon: Text,
    slug: Text,
  }),
  user: Type.Object({
    address: Text,
    username: WalletName,
    profile_picture: Blank,
    optimized_profile_picture: Blank,
    pseudonym: Pseudonym,
  }),
  side: Text,
  size: Text,
  fee_rate_bps: Text,
  price: Text,
  outcome: Text,
  outcome_index: Type.Integer(),
  transaction_hash: Text,
  timestamp: Type.String({ description: "ISO 8601; in the Polymarket and Kuest dialects unix seconds" }),
});
type TradeEvent = Type.Static<typeof TradeEvent>;

export const listTradeEvents: readonly Endpoint[] = [
  "/markets/live-activity/:condition_id",
  "/live-activity/events/:condition_id",
].map((path) =>
  endpoint({
    method: "GET",
    path,
    summary: `List the latest trades of a market, at most ${MAX_EVENTS}`,
    group: TRADES,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: ["unknown_market"],
    params: ConditionParams,
    answer: Type.Array(TradeEvent),
    handle: async ({ context, dialect, params }) => {
      const listedMarket = await findListedMarket(context, params.condition_id);
      if (listedMarket === undefined) return { rejection: unknownMarket(context, params.condition_id) };
      const { market } = listedMarket.record;
      const filter = { conditionId: market.conditionId };
      const trades = await listTrades(await context.sql(), { filter, offset: 0, limit: MAX_EVENTS });
      return { body: trades.map((trade) => tradeEvent(trade, { market, dialect, names: context.names })) };
    },
  }),
);

type ShownIn = {
  readonly market: CatalogMarket;
  readonly dialect: Dialect;
  readonly names: Names;
};

function tradeEvent(trade: TradeRecord, { market, dialect, names }: ShownIn): TradeEvent {
  const { taker } = trade;
  const { size, price } = formatSizeAndPrice(trade);
  return {
    event_type: "trade",
    market: {
      condition_id: trade.conditionId,
      asset_id: taker.tokenId,
      question: market.question,
      icon: market.icon ?? "",
      slug: market.slug,
    },
    user: { address: checksumAddress(taker.wallet), ...buildProfile(taker.wallet, names) },
    side: taker.side,
    size,
    fee_rate_bps: feeRate(trade, taker),
    price,
    outcome: taker.outcomeLabel,
    outcome_index: taker.outcome,
    transaction_hash: `0x${trade.hash.toString("hex")}`,
    timestamp: timeText(trade.at, dialect),
  };
}

const buildProfile = (wallet: string, names: Names) =>
  ({
    username: names.nameOf(wallet),
    profile_picture: "",
    optimized_profile_picture: "",
    pseudonym: names.pseudonymOf(wallet),
  }) as const;
