/** Public events of placements, trades and completed orders, and of accounts and balances. */
import type { Static } from "typebox";
import type { StoredEvent } from "../../core/events/event-codec.ts";
import type { OutcomeShares } from "../../core/events/event.ts";
import { FEE_ACCOUNT } from "../../core/ledger/fees.ts";
import { fillValue } from "../../core/orders/match.ts";
import type { Side } from "../../core/state.ts";
import {
  NO_LOTS,
  NO_MICROS,
  addLots,
  outcomePrice,
  priceText,
  sharesText,
  collateralText,
  setValue,
  times,
  addMicros,
  subtractMicros,
  negate,
} from "../../core/units.ts";
import type { Lots, Micros, Ticks } from "../../core/units.ts";
import { builderCode } from "../../store/tables/orders.ts";
import { listDistinct, timeText } from "./public-event.ts";
import type { DraftOfType, Drafts, EventDraft, Movement as MovementSchema } from "./public-event.ts";
import type { KnownNames, MarketName, OrderIdentity } from "./journal-batches.ts";

type Stored<T extends StoredEvent["type"]> = StoredEvent & { readonly type: T };
type CancelReason = Stored<"order-canceled">["reason"];

/** An order with the names of its wallet and market. */
type NamedOrder = Pick<OrderIdentity, "id" | "wallet" | "outcome" | "side"> & { readonly market: MarketName };

/** Fill with its price in terms of outcome 0. */
type StoredFill = {
  no: number;
  maker: NamedOrder;
  lots: Lots;
  price: Ticks;
  fees: readonly [Micros, Micros];
};

/**
 * Drafts the placement. For each fill, the trade and a slot for completion of the resting order follow; last comes a slot
 * for completion of the incoming order.
 */
export function draftPlacement(names: KnownNames, stored: Stored<"order-placed">): Drafts {
  const { order: placed, ended, signed } = stored;
  if (typeof placed !== "object") throw new Error("order-placed without its order");
  const market = names.market(placed.market);
  const { id, outcome, side, limit, lots } = placed;
  const order: NamedOrder = { id, wallet: names.wallet(placed.account), outcome, side, market };
  const builder = builderCode(signed.builder);
  const drafts: (EventDraft | undefined)[] = [
    draftOrderEvent("order.placed", order, {
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

function draftOrderEvent<T extends "order.placed" | "order.filled" | "order.canceled", More extends object>(
  type: T,
  { id, wallet, outcome, side, market }: NamedOrder,
  more: More,
) {
  const { conditionId, slug, tokenIds } = market;
  const order = { order: id, wallet, conditionId, slug, tokenId: tokenIds[outcome], outcome, side };
  return { type, wallets: [wallet], markets: [conditionId], data: { ...order, ...more } };
}

const draftFilled = (order: NamedOrder, lots: Lots): EventDraft =>
  draftOrderEvent("order.filled", order, { shares: sharesText(lots) });

type EndedOrder = Pick<OrderIdentity, "limit" | "lots" | "filled">;

const draftEnd = (order: NamedOrder, { limit, lots, filled }: EndedOrder, reason: CancelReason): EventDraft =>
  draftOrderEvent("order.canceled", order, {
    price: priceText(limit),
    shares: sharesText(lots),
    filled: sharesText(filled),
    reason,
  });

function draftTrade(taker: NamedOrder, fill: StoredFill): DraftOfType<"trade.matched"> {
  const { no, maker, lots, fees } = fill;
  const { conditionId, slug } = taker.market;
  const sides = [buildParty(taker, fill, fees[0]), buildParty(maker, fill, fees[1])] as const;
  return {
    type: "trade.matched",
    wallets: listDistinct([taker.wallet, maker.wallet]),
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
function buildParty(order: NamedOrder, fill: StoredFill, fee: Micros) {
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
): DraftOfType<"trade.failed"> {
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
    wallets: listDistinct([taker.wallet, ...undone.map(({ trade }) => trade.maker.wallet)]),
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

// Public events of accounts and balances, except trades.

/** Drafts the account and its first deposit, if there is one. */
export function draftOpening({ address, owner, credit }: Stored<"account-opened">): Drafts {
  const opened: EventDraft = {
    type: "account.opened",
    wallets: [address],
    markets: [],
    data: { wallet: address, owner },
  };
  return credit === 0 ? [opened] : [opened, draftPayment("balance.deposited", address, credit)];
}

export function draftPayment(
  type: "balance.deposited" | "balance.withdrawn" | "balance.debited",
  wallet: string,
  amount: Micros,
): EventDraft {
  const gets = type === "balance.deposited" ? amount : negate(amount);
  const data = { wallet, amount: collateralText(amount), movements: [buildMovement(wallet, gets)] };
  return { type, wallets: [wallet], markets: [], data };
}

export function draftSets(
  names: KnownNames,
  stored: Stored<"sets-split" | "sets-merged">,
): DraftOfType<"balance.split"> | DraftOfType<"balance.merged"> {
  const { lots } = stored;
  const wallet = names.wallet(stored.account);
  const { conditionId, slug, tokenIds } = names.market(stored.market);
  const isSplit = stored.type === "sets-split";
  const value = setValue(lots);
  const shares = tokenIds.map((tokenId) => ({ tokenId, lots: isSplit ? lots : negate(lots) }));
  return {
    type: isSplit ? "balance.split" : "balance.merged",
    wallets: [wallet],
    markets: [conditionId],
    data: {
      wallet,
      conditionId,
      slug,
      shares: sharesText(lots),
      movements: [buildMovement(wallet, isSplit ? negate(value) : value, shares)],
    },
  };
}

export function draftRedemption(
  names: KnownNames,
  stored: Stored<"redeemed">,
  lots: OutcomeShares,
): DraftOfType<"balance.redeemed"> {
  const wallet = names.wallet(stored.account);
  const { conditionId, slug, tokenIds } = names.market(stored.market);
  const shares = [
    { tokenId: tokenIds[0], lots: negate(lots[0]) },
    { tokenId: tokenIds[1], lots: negate(lots[1]) },
  ];
  const paid = collateralText(stored.paid);
  const movements = [buildMovement(wallet, stored.paid, shares)];
  return {
    type: "balance.redeemed",
    wallets: [wallet],
    markets: [conditionId],
    data: { wallet, conditionId, slug, paid, movements },
  };
}

export function draftConversion(
  names: KnownNames,
  stored: Stored<"converted">,
): DraftOfType<"balance.converted"> {
  const { lots } = stored;
  const wallet = names.wallet(stored.account);
  const given = (stored.given ?? []).map(names.market);
  const got = (stored.got ?? []).map(names.market);
  const shares = [
    ...given.map(({ tokenIds }) => ({ tokenId: tokenIds[1], lots: negate(lots) })),
    ...got.map(({ tokenIds }) => ({ tokenId: tokenIds[0], lots })),
  ];
  const givenConditions = given.map(({ conditionId }) => conditionId);
  const gotConditions = got.map(({ conditionId }) => conditionId);
  return {
    type: "balance.converted",
    wallets: [wallet],
    markets: [...givenConditions, ...gotConditions],
    data: {
      wallet,
      given: givenConditions,
      got: gotConditions,
      shares: sharesText(lots),
      movements: [buildMovement(wallet, times(setValue(lots), given.length - 1), shares)],
    },
  };
}

// Movements of collateral and shares, as public events contain them.

type Movement = Static<typeof MovementSchema>;

/** Shares of a token; negative if taken. */
type MovedShares = { readonly tokenId: string; readonly lots: Lots };

/** Builds what a wallet receives; zero shares are left out. */
const buildMovement = (
  wallet: string,
  collateral: Micros,
  shares: readonly MovedShares[] = [],
): Movement => ({
  wallet,
  collateral: collateralText(collateral),
  shares: shares
    .filter(({ lots }) => lots !== 0)
    .map(({ tokenId, lots }) => ({ tokenId, shares: sharesText(lots) })),
});

/** Party of a trade, with the amount that it pays or receives for the shares. */
type TradeSide = {
  readonly wallet: string;
  readonly tokenId: string;
  readonly side: Side;
  readonly money: Micros;
  readonly fee: Micros;
};

/** Lists the movements of a trade, or the reverse ones if it is undone. */
function tradeMovements(parties: readonly TradeSide[], lots: Lots, undone = false): Movement[] {
  const signed = (amount: Micros): Micros => (undone ? negate(amount) : amount);
  const moves = parties.map(({ wallet, tokenId, side, money, fee }) => {
    const collateral = side === "BUY" ? negate(addMicros(money, fee)) : subtractMicros(money, fee);
    const gets = (side === "BUY") !== undone;
    return buildMovement(wallet, signed(collateral), [{ tokenId, lots: gets ? lots : negate(lots) }]);
  });
  const fees = parties.reduce((sum, { fee }) => addMicros(sum, fee), NO_MICROS);
  return fees === 0 ? moves : [...moves, buildMovement(FEE_ACCOUNT, signed(fees))];
}
