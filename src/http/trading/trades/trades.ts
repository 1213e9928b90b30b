/** GET /data/trades: the caller's trades, and the parts that all trade listings share. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Exchange } from "../../../core/state.ts";
import {
  averagePrice,
  collateralText,
  outcomePrice,
  parseCount,
  priceText,
  sharePriceText,
  sharesText,
} from "../../../core/units.ts";
import type { Settlements } from "../../../engine/sandbox/settlements.ts";
import { checksumAddress, parseAddress } from "../../../signing/address.ts";
import type { TradeFilter } from "../../../store/reads/fills.ts";
import { tradeId, tradeNumber } from "../../../store/reads/fills.ts";
import { listExecutions, listTrades as readTrades } from "../../../store/reads/trades.ts";
import type { TradeFill, TradeParty, TradeRecord } from "../../../store/reads/trades.ts";
import type { FailingSettlement } from "../../../store/sandbox/failing-settlements.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { endpoint } from "../../operation/endpoint.ts";
import type { Answer } from "../../operation/endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { TOKEN_PATTERN, otherId } from "../../operation/id-patterns.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { MAX_SECONDS, nearestSeconds } from "../../values/intended-amount.ts";
import { describeMistake } from "../../operation/validation-fault.ts";
import { rejectWallet } from "../../values/wallets.ts";
import { TRADES } from "../groups.ts";
import { getHiddenKey, formatApiKey } from "../account/keys.ts";
import { badCondition } from "../ledger/wallet-request.ts";
import { parseCondition } from "../../../core/markets/market-version.ts";
import { ACCOUNT_PAGE, pageSchema, listingPage, walkParts } from "../pages.ts";
import type { Slice } from "../pages.ts";
import { INVALID_TRADE_PARAMS } from "../wire-error.ts";

// Filters that the trade listings share, under all names that clients use for them.

const optionalText = (description: string) => Type.Optional(Type.String({ description }));

export const TradeQuery = {
  id: optionalText("Trade id; that of any of its fills finds a trade of several"),
  maker_address: optionalText("Wallet on either side of the trade"),
  market: optionalText("Condition id: 0x and 64 hex digits that name the market"),
  asset_id: optionalText("Token id of either side"),
  before: optionalText("Unix seconds; trades strictly before"),
  after: optionalText("Unix seconds; trades strictly after"),
  next_cursor: optionalText("From the page before; absent for the first"),
};

type Query = {
  readonly [name in keyof typeof TradeQuery | "taker" | "maker"]?: string | undefined;
};

/** Number that no trade has, so that a foreign id or an unknown token matches nothing. */
const NO_TRADE = 0;

export function readTradeFilter(query: Query, { tokens }: Pick<Exchange, "tokens">): TradeFilter | Rejection {
  const wallets: Record<string, string | undefined> = {};
  for (const name of ["taker", "maker", "maker_address"] as const) {
    const given = query[name];
    wallets[name] = given === undefined ? undefined : parseAddress(given);
    if (given !== undefined && wallets[name] === undefined) return rejectWallet(name, given);
  }
  const conditionId = query.market === undefined ? undefined : parseCondition(query.market);
  if (query.market !== undefined && conditionId === undefined) return badCondition("market", query.market);
  const tokenId = query.asset_id;
  if (tokenId !== undefined && !TOKEN.test(tokenId)) return badToken("asset_id", tokenId);
  const token = tokenId === undefined ? undefined : tokens.get(tokenId);
  const before = readSeconds("before", query.before);
  if (isRejection(before)) return before;
  const after = readSeconds("after", query.after);
  if (isRejection(after)) return after;
  const no = query.id === undefined ? undefined : (tradeNumber(query.id) ?? NO_TRADE);
  return {
    no: tokenId !== undefined && token === undefined ? NO_TRADE : no,
    taker: wallets["taker"],
    maker: wallets["maker"],
    party: wallets["maker_address"],
    conditionId,
    token: token && { market: token.market.no, outcome: token.outcome },
    before,
    after,
  };
}

function readSeconds(name: string, got: string | undefined): number | Rejection | undefined {
  if (got === undefined) return undefined;
  const given = parseCount(got);
  if (given !== undefined && given <= MAX_SECONDS) return given;
  const mistake = { expected: "unix seconds", got, nearest: nearestSeconds(got) };
  return reject("invalid_payload", describeMistake(name, mistake));
}

const TOKEN = new RegExp(TOKEN_PATTERN);

function badToken(name: string, got: string): Rejection {
  const mistake = { expected: "a token id, decimal digits", got, instead: otherId(TOKEN_PATTERN, got) };
  return reject("invalid_payload", describeMistake(name, mistake));
}

// A trade on the wire. Side, token, owner and wallet are the taker's; size and price cover all its fills. `maker_orders`
// has the matched maker orders, each with its own values. `trader_side` says whether the caller is maker or taker; `type`
// repeats the role for dialects whose clients read both. `fee` is what the fills cost a party besides the price.
// `fee_rate_bps` is the market's rate, if any.

const Text = Type.String();
export const MakerOrder = Type.Object({
  order_id: Text,
  maker_address: Text,
  owner: Text,
  matched_amount: Text,
  fee_rate_bps: Text,
  price: Text,
  asset_id: Text,
  outcome: Text,
  side: Text,
  fee: Text,
});
type MakerOrder = Type.Static<typeof MakerOrder>;

const TRADE_FIELDS = {
  id: Text,
  taker_order_id: Text,
  market: Text,
  asset_id: Text,
  side: Text,
  size: Text,
  fee_rate_bps: Text,
  price: Type.String({ description: "Of the taker's token in USDC, on average over the maker orders" }),
  status: Type.String({
    description: "CONFIRMED; a fault of a sandbox makes MATCHED trades, and FAILED ones",
  }),
  match_time: Text,
  last_update: Text,
  outcome: Text,
  maker_address: Text,
  owner: Text,
  transaction_hash: Text,
  bucket_index: Type.Integer(),
  maker_orders: Type.Array(MakerOrder),
};
const Role = { trader_side: Text };

/** A trade with the caller's role in one field only. */
export const OneRoleTrade = Type.Object({ ...TRADE_FIELDS, ...Role, fee: Text });
const TwoRoleTrade = Type.Object({ ...TRADE_FIELDS, type: Text, ...Role, fee: Text });

export type TradeAnswer = Type.Static<typeof OneRoleTrade> & { readonly type?: string };

const saysRoleTwice = (dialect: Dialect): boolean => DIFFERENCES.tradeRoles.does[dialect] === "both";

export const tradeSchema = (dialect: Dialect): typeof OneRoleTrade | typeof TwoRoleTrade =>
  saysRoleTwice(dialect) ? TwoRoleTrade : OneRoleTrade;

export type TradeView = {
  readonly dialect: Dialect;
  /** Lower-case address of the caller's wallet; `undefined` hides the owners' API keys. */
  readonly caller: string | undefined;
  /** Settlements that a sandbox fault affected; without a fault every trade is confirmed at once. */
  readonly settlements: Pick<Settlements, "find"> | undefined;
};

export function tradeAnswer(trade: TradeRecord, { dialect, caller, settlements }: TradeView): TradeAnswer {
  const { taker, fills } = trade;
  const { size, price } = formatSizeAndPrice(trade);
  const settlement = settlements?.find(trade.no);
  const role = caller !== undefined && taker.owner !== caller ? "MAKER" : "TAKER";
  const key = (party: TradeParty): string =>
    caller === undefined ? getHiddenKey(dialect) : formatApiKey(party.apiKey, dialect);
  return {
    id: tradeId(trade.no),
    taker_order_id: taker.orderId,
    market: trade.conditionId,
    asset_id: taker.tokenId,
    side: taker.side,
    size,
    fee_rate_bps: feeRate(trade, taker),
    price,
    status: tradeStatus(settlement),
    match_time: timeText(trade.at, dialect),
    last_update: timeText(settlement?.ended?.at ?? trade.at, dialect),
    outcome: taker.outcomeLabel,
    maker_address: checksumAddress(taker.wallet),
    owner: key(taker),
    transaction_hash: `0x${trade.hash.toString("hex")}`,
    bucket_index: 0,
    maker_orders: fills.map((fill) => makerOrder(fill, feeRate(trade, fill.maker), key(fill.maker))),
    ...(saysRoleTwice(dialect) && { type: role }),
    trader_side: role,
    fee: collateralText(taker.fee),
  };
}

function tradeStatus(settlement: FailingSettlement | undefined): "CONFIRMED" | "MATCHED" | "FAILED" {
  if (settlement === undefined) return "CONFIRMED";
  if (settlement.ended === undefined) return "MATCHED";
  return settlement.ended.outcome === "failed" ? "FAILED" : "CONFIRMED";
}

const makerOrder = ({ maker, lots, price }: TradeFill, rate: string, owner: string): MakerOrder => ({
  order_id: maker.orderId,
  maker_address: checksumAddress(maker.wallet),
  owner,
  matched_amount: sharesText(lots),
  fee_rate_bps: rate,
  price: priceText(outcomePrice(price, maker.outcome)),
  asset_id: maker.tokenId,
  outcome: maker.outcomeLabel,
  side: maker.side,
  fee: collateralText(maker.fee),
});

/** Returns the shares of the trade, and the average price of the taker's token, rounded down to 0.000001. */
export const formatSizeAndPrice = ({
  totals: { lots, micros },
}: TradeRecord): { size: string; price: string } => ({
  size: sharesText(lots),
  price: sharePriceText(averagePrice(micros, lots)),
});

export const feeRate = (trade: TradeRecord, party: TradeParty): string =>
  party.fee === 0 ? "0" : String(trade.feeRate ?? 0);

/** Formats a time. Typed clients of Polymarket and Kuest parse unix seconds only; the specification requires ISO 8601. */
export const timeText = (at: number, dialect: Dialect): string =>
  DIFFERENCES.times.does[dialect] === "iso" ? new Date(at).toISOString() : String(Math.floor(at / 1000));

// Pages of the trade listings. The listing of fills is paged by offset: inserts may repeat a row and never skip one. The
// listing of executions is paged by the number of the first fill, so that no trade appears twice.

type TradeListing = {
  readonly dialect: Dialect;
  readonly filter: TradeFilter;
  readonly show: (trade: TradeRecord) => unknown;
};

/** Reads a slice of fills, each as a trade. */
export const readFills = async (
  context: Context,
  filter: TradeFilter,
  slice: Slice,
): Promise<TradeRecord[]> => readTrades(await context.sql(), { filter, ...slice });

/** Returns the page at `cursor`. */
export async function tradePage(
  context: Context,
  listing: TradeListing,
  cursor: string | undefined,
): Promise<Answer> {
  const { dialect, filter, show } = listing;
  if (DIFFERENCES.tradeUnits.does[dialect] === "fill")
    return listingPage(cursor, ACCOUNT_PAGE, (slice) => readFills(context, filter, slice), show);
  const page = await walkParts({
    cursor,
    limit: ACCOUNT_PAGE,
    start: () => [Number.MAX_SAFE_INTEGER],
    read: async ([below = 0], limit) =>
      listExecutions(await context.sql(), { filter: { ...filter, below }, limit }),
    after: (_place, trades) => [trades.at(-1)?.no ?? 0],
  });
  if (isRejection(page)) return { rejection: page };
  const { rows, next_cursor } = page;
  return { body: { data: lazyRows(rows, show), next_cursor, limit: ACCOUNT_PAGE, count: rows.length } };
}

/** GET /data/trades: the caller's trades, newest first; without credentials, if allowed, all users' trades. */
export const listTrades = endpoint({
  method: "GET",
  path: "/data/trades",
  summary: "List trades of the caller",
  group: TRADES,
  limits: [TRADING_LIMITS.trades],
  texts: [INVALID_TRADE_PARAMS],
  access: "key-or-public",
  query: Type.Object({
    ...TradeQuery,
    taker: Type.Optional(Type.String({ description: "Wallet of the taker" })),
    maker: Type.Optional(Type.String({ description: "Wallet of the maker" })),
  }),
  answer: (dialect) => pageSchema(tradeSchema(dialect)),
  rows: ACCOUNT_PAGE,
  handle: async ({ context, dialect, query, caller }) => {
    const filter = readTradeFilter(query, context.engine.exchange);
    if (isRejection(filter)) return { rejection: filter };
    const view = { dialect, caller: caller?.address, settlements: context.settlements };
    const listing = {
      dialect,
      filter: { ...filter, owner: caller?.address },
      show: (trade: TradeRecord) => tradeAnswer(trade, view),
    };
    return tradePage(context, listing, query.next_cursor);
  },
});
