/** Public events of placements, trades and completed orders. */
import type { StoredEvent } from "../../core/event-codec.ts";
import { fillValue } from "../../core/fill-totals.ts";
import { NO_LOTS, NO_MICROS, addLots, outcomePrice, priceText, sharesText } from "../../core/units.ts";
import { collateralText } from "../../core/units.ts";
import type { Lots, Micros, Ticks } from "../../core/units.ts";
import { builderCode } from "../tables/orders.ts";
import { once, timeText } from "./event-draft.ts";
import type { DraftOf, Drafts, EventDraft } from "./event-draft.ts";
import type { KnownNames, MarketName, OrderName } from "./known-names.ts";
import { tradeMovements } from "./movements.ts";

type Stored<T extends StoredEvent["type"]> = StoredEvent & { readonly type: T };
type CancelReason = Stored<"order-canceled">["reason"];

/** An order with the names of its wallet and market. */
type NamedOrder = Pick<OrderName, "id" | "wallet" | "outcome" | "side"> & { readonly market: MarketName };

/** Fill with its price in terms of outcome 0. */
type StoredFill = {
  no: number;
  maker: NamedOrder;
  lots: Lots;
  price: Ticks;
  fees: readonly [Micros, Micros];
};

/**
 * Drafts the placement, then for each fill the trade and a slot for completion of the resting order, then a slot for
 * its own completion.
 */
export function draftPlacement(names: KnownNames, stored: Stored<"order-placed">): Drafts {
  const { order: placed, ended, signed } = stored;
  if (typeof placed !== "object") throw new Error("order-placed without its order");
  const market = names.market(placed.market);
  const { id, outcome, side, limit, lots } = placed;
  const order: NamedOrder = { id, wallet: names.wallet(placed.account), outcome, side, market };
  const builder = builderCode(signed.builder);
  const drafts: (EventDraft | undefined)[] = [
    of("order.placed", order, {
      kind: placed.kind,
      postOnly: placed.postOnly,
      price: priceText(limit),
      shares: sharesText(lots),
      expiresAt: placed.expiresAt === 0 ? null : timeText(placed.expiresAt),
      builder: builder === undefined ? null : `0x${builder}`,
    }),
  ];
  let filled = NO_LOTS;
  for (const [no, number, size, price, takerFee = NO_MICROS, makerFee = NO_MICROS] of stored.fills ?? []) {
    const resting = names.order(number);
    const maker = { ...resting, market };
    drafts.push(draftTrade(order, { no, maker, lots: size, price, fees: [takerFee, makerFee] }));
    drafts.push(resting.lastTrade === no ? draftFilled(maker, resting.lots) : undefined);
    filled = addLots(filled, size);
  }
  const end = ended === undefined ? undefined : draftEnd(order, { limit, lots, filled }, ended);
  drafts.push(filled === lots ? draftFilled(order, lots) : end);
  return drafts;
}

function of<T extends "order.placed" | "order.filled" | "order.canceled", More extends object>(
  type: T,
  { id, wallet, outcome, side, market }: NamedOrder,
  more: More,
) {
  const { conditionId, slug, tokenIds } = market;
  const order = { order: id, wallet, conditionId, slug, tokenId: tokenIds[outcome], outcome, side };
  return { type, wallets: [wallet], markets: [conditionId], data: { ...order, ...more } };
}

const draftFilled = (order: NamedOrder, lots: Lots): EventDraft =>
  of("order.filled", order, { shares: sharesText(lots) });

type Ended = Pick<OrderName, "limit" | "lots" | "filled">;

const draftEnd = (order: NamedOrder, { limit, lots, filled }: Ended, reason: CancelReason): EventDraft =>
  of("order.canceled", order, {
    price: priceText(limit),
    shares: sharesText(lots),
    filled: sharesText(filled),
    reason,
  });

function draftTrade(taker: NamedOrder, fill: StoredFill): DraftOf<"trade.matched"> {
  const { no, maker, lots, fees } = fill;
  const { conditionId, slug } = taker.market;
  const sides = [partyOf(taker, fill, fees[0]), partyOf(maker, fill, fees[1])] as const;
  return {
    type: "trade.matched",
    wallets: once([taker.wallet, maker.wallet]),
    markets: [conditionId],
    data: {
      number: no,
      conditionId,
      slug,
      shares: sharesText(lots),
      taker: sides[0].told,
      maker: sides[1].told,
      movements: tradeMovements(
        sides.map(({ side }) => side),
        lots,
      ),
    },
  };
}

/** Builds a party in two forms: for the event, and for its movements. */
function partyOf(order: NamedOrder, fill: StoredFill, fee: Micros) {
  const { id, wallet, outcome, side, market } = order;
  const tokenId = market.tokenIds[outcome];
  const price = priceText(outcomePrice(fill.price, outcome));
  return {
    told: { wallet, tokenId, outcome, side, order: id, price, fee: collateralText(fee) },
    side: { wallet, tokenId, side, money: fillValue(order, fill), fee },
  };
}

/** Drafts the cancellation of a resting order. */
export function draftCancel(names: KnownNames, no: number, reason: CancelReason): EventDraft {
  const order = names.order(no);
  return draftEnd({ ...order, market: names.market(order.market) }, order, reason);
}

/** Drafts the reversal of a match whose settlement failed. */
export function draftFailure(
  names: KnownNames,
  stored: Stored<"settlement-failed">,
): DraftOf<"trade.failed"> {
  const market = names.market(stored.market);
  const { conditionId, slug, tokenIds } = market;
  const nameOf = (party: Stored<"settlement-failed">["taker"]) => {
    if (party === undefined) throw new Error("settlement-failed without a party");
    const [account, outcome, side] = party;
    return { wallet: names.wallet(account), tokenId: tokenIds[outcome], outcome, side };
  };
  const taker = nameOf(stored.taker);
  const undone = (stored.undone ?? []).map(
    ([no, party, lots, price, takerFee = NO_MICROS, makerFee = NO_MICROS]) => {
      const maker = nameOf(party);
      const sides = [
        { ...taker, money: fillValue(taker, { lots, price }), fee: takerFee },
        { ...maker, money: fillValue(maker, { lots, price }), fee: makerFee },
      ];
      const trade = {
        number: no,
        maker,
        shares: sharesText(lots),
        price: priceText(outcomePrice(price, taker.outcome)),
      };
      return { trade, movements: tradeMovements(sides, lots, true) };
    },
  );
  return {
    type: "trade.failed",
    wallets: once([taker.wallet, ...undone.map(({ trade }) => trade.maker.wallet)]),
    markets: [conditionId],
    data: {
      conditionId,
      slug,
      taker,
      trades: undone.map(({ trade }) => trade),
      movements: undone.flatMap(({ movements }) => movements),
    },
  };
}
