/**
 * A trade on the wire. Side, token, owner and wallet are the taker's, size and price those of all its fills; the maker
 * orders that it met stand in `maker_orders`, each with its own. `trader_side` says which of the two the caller is, and
 * `type` again where the dialect's clients read both. `fee` is what the fills cost a party besides their price, and
 * `fee_rate_bps` the market's rate where there was one.
 */
import { Type } from "typebox";
import {
  averagePrice,
  collateralText,
  outcomePrice,
  priceText,
  sharePriceText,
  sharesText,
} from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import type { Settlements } from "../../../engine/settlements.ts";
import { tradeId } from "../../../store/reads/trade-id.ts";
import type { FailingSettlement } from "../../../store/sandbox/failing-settlements.ts";
import type { TradeFill, TradeParty, TradeRecord } from "../../../store/reads/trades.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { hiddenKey, shownKey } from "../keys/shown-key.ts";

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

const FACTS = {
  id: Text,
  taker_order_id: Text,
  market: Text,
  asset_id: Text,
  side: Text,
  size: Text,
  fee_rate_bps: Text,
  price: Type.String({ description: "Of the taker's token, on average over the maker orders" }),
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

/** A trade that says the caller's role once. */
export const OneRoleTrade = Type.Object({ ...FACTS, ...Role, fee: Text });
const TwoRoleTrade = Type.Object({ ...FACTS, type: Text, ...Role, fee: Text });

export type TradeAnswer = Type.Static<typeof OneRoleTrade> & { readonly type?: string };

const saysRoleTwice = (dialect: Dialect): boolean => DIFFERENCES.tradeRoles.does[dialect] === "both";

export const tradeSchema = (dialect: Dialect): typeof OneRoleTrade | typeof TwoRoleTrade =>
  saysRoleTwice(dialect) ? TwoRoleTrade : OneRoleTrade;

export type TradeView = {
  readonly dialect: Dialect;
  /** Lower-case address of the caller's wallet; `undefined` hides the owners' keys. */
  readonly caller: string | undefined;
  /** Settlements that a fault met; without one every trade is confirmed at once. */
  readonly settlements: Pick<Settlements, "find"> | undefined;
};

export function tradeAnswer(trade: TradeRecord, { dialect, caller, settlements }: TradeView): TradeAnswer {
  const { taker, fills } = trade;
  const { size, price } = sizeAndPrice(trade);
  const settlement = settlements?.find(trade.no);
  const role = caller !== undefined && taker.owner !== caller ? "MAKER" : "TAKER";
  const key = (party: TradeParty): string =>
    caller === undefined ? hiddenKey(dialect) : shownKey(party.apiKey, dialect);
  return {
    id: tradeId(trade.no),
    taker_order_id: taker.orderId,
    market: trade.conditionId,
    asset_id: taker.tokenId,
    side: taker.side,
    size,
    fee_rate_bps: feeRate(trade, taker),
    price,
    status: statusOf(settlement),
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

function statusOf(settlement: FailingSettlement | undefined): "CONFIRMED" | "MATCHED" | "FAILED" {
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

/** The shares of the trade, and the price of the taker's token on average, rounded down to 0.000001. */
export const sizeAndPrice = ({ totals: { lots, micros } }: TradeRecord): { size: string; price: string } => ({
  size: sharesText(lots),
  price: sharePriceText(averagePrice(micros, lots)),
});

export const feeRate = (trade: TradeRecord, party: TradeParty): string =>
  party.fee === 0 ? "0" : String(trade.feeRate ?? 0);

/** The services' typed clients parse unix seconds and nothing else; the specification says ISO 8601. */
export const timeText = (at: number, dialect: Dialect): string =>
  DIFFERENCES.times.does[dialect] === "iso" ? new Date(at).toISOString() : String(Math.floor(at / 1000));
