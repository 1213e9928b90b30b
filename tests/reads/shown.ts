/** Numbers and rows of the model as they are written on the wire, by plain rules of their own. */
import { getAddress } from "viem";
import type { Hex } from "viem";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { toUlid } from "../../src/signing/credentials.ts";
import { tradeId } from "../../src/store/reads/fills.ts";
import type { Random } from "../support/random.ts";
import type { Caller, ReadWorld } from "./read-world.ts";
import { labelOf, ownPrice, tokenOf } from "./recorded-history.ts";
import type {
  RecordedHistory,
  RecordedMarket,
  RecordedOrder,
  RecordedTrade,
  Wallet,
} from "./recorded-history.ts";

/** A whole number of 10^-places as decimal text. */
export function text(value: number | bigint, places: number): string {
  const size = value < 0 ? -BigInt(value) : BigInt(value);
  const [whole, rest] = [size / 10n ** BigInt(places), size % 10n ** BigInt(places)];
  const decimals = `.${String(rest).padStart(places, "0")}`.replace(/\.?0*$/, "");
  return `${value < 0 ? "-" : ""}${whole}${decimals}`;
}

export const checksummed = (address: string): string => getAddress(address as Hex);

export const timeText = (at: number, dialect: Dialect): string =>
  dialect === "spec" ? new Date(at).toISOString() : String(Math.floor(at / 1000));

/** Fee rate of the fill of an order, in 0.0001, while its market has fees. */
export function feeRateOf({ fold }: RecordedHistory, market: RecordedMarket, fee: number): string {
  return fee === 0 ? "0" : String(fold.markets.get(market.no)?.fees?.rate ?? 0);
}

export type View = {
  readonly history: RecordedHistory;
  readonly dialect: Dialect;
  readonly caller: Caller;
};

/** The key of an order, for callers who may read it. */
function keyText({ dialect, caller }: Pick<View, "dialect" | "caller">, { apiKey }: RecordedOrder): string {
  if (caller === undefined) return dialect === "polymarket" ? "00000000-0000-0000-0000-000000000000" : "";
  return dialect === "kuest" ? toUlid(apiKey) : apiKey;
}

/** Lists the fills that are one trade with this one, in their order. */
export const tradeOf = (
  { history, dialect }: Pick<View, "history" | "dialect">,
  fill: RecordedTrade,
): RecordedTrade[] =>
  dialect === "polymarket" ? history.trades.filter(({ taker }) => taker === fill.taker) : [fill];

/** Lists the ids of the trades that these fills are. */
export function tradeIds({ history, dialect }: Pick<View, "history" | "dialect">, fills: readonly number[]) {
  // An order is the incoming one of its first trades only.
  const named = fills.map((no) => (dialect === "polymarket" ? history.trades[no - 1]!.taker.trades[0]! : no));
  return [...new Set(named)].map(tradeId);
}

export function shownTrade({ history, dialect, caller }: View, fills: readonly RecordedTrade[]) {
  const [{ no, taker, at, batch, market }] = fills as [RecordedTrade];
  const role = caller !== undefined && taker.wallet.owner !== caller ? "MAKER" : "TAKER";
  const time = timeText(at, dialect);
  const size = sumOf(fills, ({ lots }) => lots);
  const fee = sumOf(fills, ({ takerFee }) => takerFee);
  return {
    id: tradeId(no),
    taker_order_id: taker.id,
    market: market.content.conditionId,
    asset_id: tokenOf(taker),
    side: taker.side,
    size: text(size, 2),
    fee_rate_bps: feeRateOf(history, market, fee),
    price: text(Math.floor((sumOf(fills, valueOf) * 100) / size), 6),
    status: "CONFIRMED",
    match_time: time,
    last_update: time,
    outcome: labelOf(taker),
    maker_address: checksummed(taker.wallet.address),
    owner: keyText({ dialect, caller }, taker),
    transaction_hash: history.batches.get(batch)!.hash,
    bucket_index: 0,
    maker_orders: fills.map(({ maker, lots, price, makerFee }) => ({
      order_id: maker.id,
      maker_address: checksummed(maker.wallet.address),
      owner: keyText({ dialect, caller }, maker),
      matched_amount: text(lots, 2),
      fee_rate_bps: feeRateOf(history, market, makerFee),
      price: text(ownPrice(maker, price), 4),
      asset_id: tokenOf(maker),
      outcome: labelOf(maker),
      side: maker.side,
      fee: text(makerFee, 6),
    })),
    ...(dialect === "spec" && { type: role }),
    trader_side: role,
    fee: text(fee, 6),
  };
}

const sumOf = (fills: readonly RecordedTrade[], amount: (fill: RecordedTrade) => number): number =>
  fills.reduce((sum, fill) => sum + amount(fill), 0);

/** Value of a trade at the price of the incoming order's token, in 0.000001. */
export const valueOf = ({ taker, lots, price }: RecordedTrade): number => lots * ownPrice(taker, price);

export function shownBuilderTrade(view: View, fills: readonly RecordedTrade[]) {
  const [{ taker, at: ms }] = fills as [RecordedTrade];
  const shown = shownTrade(view, fills);
  const at = new Date(ms).toISOString();
  return {
    ...shown,
    tradeType: shown.trader_side,
    takerOrderHash: shown.taker_order_id,
    builder: `0x${taker.builder.slice(-40)}`,
    builderCode: taker.builder,
    builderFee: "0",
    assetId: shown.asset_id,
    sizeUsdc: text(sumOf(fills, valueOf), 6),
    outcomeIndex: taker.outcome,
    maker: shown.maker_address,
    transactionHash: shown.transaction_hash,
    matchTime: shown.match_time,
    bucketIndex: 0,
    feeUsdc: shown.fee,
    err_msg: null,
    createdAt: at,
    updatedAt: at,
  };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

const instant = ({ dialect }: View, ms: number): number | string =>
  dialect === "kuest" ? new Date(ms).toISOString() : seconds(ms);

function orderFields(view: View, order: RecordedOrder) {
  const { dialect } = view;
  return {
    id: order.id,
    status: dialect === "polymarket" ? order.status.toUpperCase() : order.status,
    market: order.market.content.conditionId,
    outcome: labelOf(order),
    owner: keyText(view, order),
    side: order.side,
    price: text(order.limit, 4),
    type: order.kind,
  };
}

export const flatOrder = (view: View, order: RecordedOrder) => ({
  ...orderFields(view, order),
  original_size: text(order.lots, 2),
  size_matched: text(order.filled, 2),
  maker_address: checksummed(order.wallet.address),
  asset_id: tokenOf(order),
  order_type: order.kind,
  associate_trades: tradeIds(view, order.trades),
  created_at: instant(view, order.placedAt),
  updated_at: instant(view, order.updatedAt),
  expiration: String(seconds(order.expiresAt)),
  post_only: order.postOnly,
  ...(order.reason !== undefined && { cancel_reason: order.reason }),
});

export const nestedOrder = (view: View, order: RecordedOrder) => ({
  ...orderFields(view, order),
  originalSize: text(order.lots, 2),
  sizeMatched: text(order.filled, 2),
  makerAddress: checksummed(order.wallet.address),
  assetId: tokenOf(order),
  associateTrades: tradeIds(view, order.trades),
  createdAt: new Date(order.placedAt).toISOString(),
  updatedAt: new Date(order.updatedAt).toISOString(),
  ...(order.reason !== undefined && { reason: order.reason }),
});

/** The cursor of a listing that goes by offset. */
export const cursorAt = (offset: number): string => Buffer.from(String(offset)).toString("base64");

export const END_CURSOR = "LTE=";

/** A hexadecimal id as any client might write it. */
export const anyCase = (random: Random, hex: string): string =>
  random.pick([hex, hex, `0x${hex.slice(2).toUpperCase()}`]);

export const anyOwner = ({ random, history }: ReadWorld): string => random.pick(history.wallets).owner;

/** A wallet, now and then one of nobody. */
export const anyWallet = ({ random, history }: ReadWorld): Wallet =>
  random.chance(95)
    ? random.pick(history.wallets)
    : { no: 0, address: `0x${"ab".repeat(20)}`, owner: `0x${"ab".repeat(20)}` };

/** An address as clients write it: lower or upper case, or with its checksum. */
export const anyAddress = ({ random }: ReadWorld, address: string): string =>
  random.chance(40) ? checksummed(address) : anyCase(random, address);

/** `name=value&...` of all that is given. */
export const queryOf = (given: Readonly<Record<string, string | number | boolean | undefined>>): string =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
