/**
 * Accounts, positions and markets as a naive fold of the journal's text. Nothing of the core takes part but the types
 * of its events. Positions follow the published algorithm, see reference-position.ts.
 */
import { parseEvents } from "../../src/core/events/event-codec.ts";
import type { StoredEvent } from "../../src/core/events/event-codec.ts";
import { createFoldFigures, foldFigures } from "./figures-fold.ts";
import type { FoldFigures } from "./figures-fold.ts";
import { foldListing, foldMarketStep } from "./market-fold.ts";
import type { FoldMarket } from "./market-fold.ts";
import {
  bounded,
  buyShares,
  floorDivide,
  priceOf,
  refPosition,
  sellShares,
  SHARE,
} from "./reference-position.ts";
import { returnShares } from "./reference-failure.ts";
import { ONE, sharesOf } from "./reference-state.ts";
import type { RefWallet } from "./reference-state.ts";

export type FoldOrder = {
  readonly account: number;
  readonly market: number;
  readonly outcome: number;
  readonly side: string;
  readonly limit: number;
  readonly size: number;
  readonly builder: string;
  remaining: number;
};

/** A row of a movement outside of fills, with shares of both outcomes. */
export type FoldOperation = {
  readonly batch: number;
  readonly place: number;
  readonly leg: number;
  readonly at: number;
  readonly account: number;
  readonly kind: string;
  readonly market: number | undefined;
  readonly collateral: number;
  readonly lots: readonly [number, number];
};

export type Fold = {
  /** Accounts by number; their positions by token, which is "market:outcome". */
  readonly accounts: Map<number, RefWallet>;
  readonly markets: Map<number, FoldMarket>;
  /** Converted sets, by event. */
  readonly converted: Map<string, number>;
  /** Resting orders, by number. */
  readonly orders: Map<number, FoldOrder>;
  readonly operations: FoldOperation[];
  /** Sums of the accounts that traded or moved shares on a day: "day account" to "volume realized". */
  readonly days: Map<string, string>;
  /** Sums of the accounts that traded or disposed of shares in a market on a day, by "day account market". */
  readonly marketDays: Map<string, { readonly volume: bigint; readonly realized: bigint }>;
  /** Positions whose shares moved in ten minutes: "account market outcome period" to "lots average realized". */
  readonly history: Map<string, string>;
  /** Volume of a builder's orders on a day, by "builder day". */
  readonly builders: Map<string, bigint>;
  /** Figures by day, of markets and accounts. */
  readonly figures: FoldFigures;
};

export const createFold = (): Fold => ({
  accounts: new Map(),
  markets: new Map(),
  converted: new Map(),
  orders: new Map(),
  operations: [],
  days: new Map(),
  marketDays: new Map(),
  history: new Map(),
  builders: new Map(),
  figures: createFoldFigures(),
});

export type FoldBatch = { readonly seq: number; readonly at: number; readonly events: string };
type Step = { readonly fold: Fold; readonly batch: number; readonly at: number; readonly place: number };

/** Folds one row of the journal. */
export function foldBatch(fold: Fold, { seq: batch, at, events }: FoldBatch): void {
  const stored = parseEvents(events);
  for (const [place, event] of stored.entries()) {
    foldFigures(fold.figures, Math.floor(at / (24 * 60 * 60 * 1000)), event, fold.orders);
    foldEvent({ fold, batch, at, place }, event);
  }
  noteMoved(fold, at);
}

export const PERIOD_MS = 600_000;

/** Notes the positions whose shares moved at this time, as they are now. */
function noteMoved({ accounts, history }: Fold, at: number): void {
  for (const [no, { positions }] of accounts)
    for (const [token, { lots, average, realized, changedAt }] of positions) {
      if (changedAt !== at) continue;
      const key = `${no} ${token.replace(":", " ")} ${Math.floor(at / PERIOD_MS)}`;
      history.set(key, `${lots} ${average} ${realized}`);
    }
}

function foldEvent(step: Step, event: StoredEvent): void {
  const { fold, at } = step;
  switch (event.type) {
    case "account-opened":
      fold.accounts.set(event.no, newWallet(event.address, event.owner));
      return event.credit === 0 ? undefined : pay(step, event.no, "deposit", event.credit);
    case "credited":
      return pay(step, event.account!, "deposit", event.amount);
    case "debited":
      return pay(step, event.account!, event.by === "owner" ? "withdrawal" : "debit", -event.amount);
    case "sets-split":
      return foldSets(step, event.account!, event.market!, event.lots);
    case "sets-merged":
      return foldSets(step, event.account!, event.market!, -event.lots);
    case "redeemed":
      return foldRedemption(step, event);
    case "converted":
      return foldConversion(step, event);
    case "settlement-failed":
      return foldFailure(step, event);
    case "order-placed":
      return foldPlacement(step, event);
    case "order-canceled":
      if (typeof event.order === "number") fold.orders.delete(event.order);
      return undefined;
    case "orders-canceled":
      for (const no of event.orders ?? []) fold.orders.delete(no);
      return undefined;
    case "listed":
      return foldListing(fold.markets, event);
    default:
      return foldMarketStep(fold.markets, event, at);
  }
}

const newWallet = (address: string, owner: string): RefWallet => ({
  address,
  owner,
  cash: 0,
  positions: new Map(),
  volume: 0n,
  realized: 0n,
});

const tokenOf = (market: number, outcome: number): string => `${market}:${outcome}`;

type OperationTerms = Pick<FoldOperation, "kind" | "market" | "collateral" | "lots"> & {
  readonly leg?: number;
};

/** Notes a movement of an account outside of fills, and moves its collateral. */
function operate({ fold, batch, at, place }: Step, account: number, moved: OperationTerms): void {
  fold.accounts.get(account)!.cash += moved.collateral;
  fold.operations.push({ batch, place, leg: 0, at, account, ...moved });
}

const pay = (step: Step, account: number, kind: string, collateral: number): void =>
  operate(step, account, { kind, market: undefined, collateral, lots: [0, 0] });

/** Sets the day's row of an account to its present sums, after its shares moved. */
function closeDay({ fold, at }: Step, account: number): void {
  const { volume, realized } = fold.accounts.get(account)!;
  const day = Math.floor(at / (24 * 60 * 60 * 1000));
  fold.days.set(`${day} ${account}`, `${volume} ${realized}`);
}

/** Adds volume to the day's row of an account in a market, and sets its profit to that of all disposals there. */
function closeMarketDay({ fold, at }: Step, account: number, market: number, money: number): void {
  const { positions } = fold.accounts.get(account)!;
  const realized = [0, 1].map((outcome) => positions.get(tokenOf(market, outcome))?.realized ?? 0n);
  const key = `${Math.floor(at / (24 * 60 * 60 * 1000))} ${account} ${market}`;
  const before = fold.marketDays.get(key)?.volume ?? 0n;
  fold.marketDays.set(key, {
    volume: bounded(before + BigInt(money)),
    realized: realized[0]! + realized[1]!,
  });
}

/** Folds a split or a merge, where each outcome counts at half a unit a share. */
function foldSets(step: Step, account: number, market: number, lots: number): void {
  const wallet = step.fold.accounts.get(account)!;
  const move = lots > 0 ? buyShares : sellShares;
  for (const outcome of [0, 1])
    move(wallet, { token: tokenOf(market, outcome), lots: Math.abs(lots), price: SHARE / 2n, at: step.at });
  operate(step, account, {
    kind: lots > 0 ? "split" : "merge",
    market,
    collateral: -lots * ONE,
    lots: [lots, lots],
  });
  if (lots < 0) closeMarketDay(step, account, market, 0);
  closeDay(step, account);
}

function foldRedemption(step: Step, event: StoredEvent & { type: "redeemed" }): void {
  const [account, no] = [event.account!, event.market!];
  const wallet = step.fold.accounts.get(account)!;
  const market = step.fold.markets.get(no)!;
  const shares = [0, 1].map((outcome) => sharesOf(wallet, tokenOf(no, outcome))) as [number, number];
  const payout = market.payout!;
  const whole = payout[0] + payout[1];
  for (const outcome of [0, 1] as const) {
    const price = (SHARE * BigInt(payout[outcome])) / BigInt(whole);
    sellShares(wallet, { token: tokenOf(no, outcome), lots: shares[outcome], price, at: step.at });
  }
  market.redeemed += shares[0] + shares[1];
  const collateral = (shares[0] * payout[0] + shares[1] * payout[1]) * (ONE / whole);
  operate(step, account, {
    kind: "redemption",
    market: no,
    collateral,
    lots: [0 - shares[0], 0 - shares[1]],
  });
  closeMarketDay(step, account, no, 0);
  closeDay(step, account);
}

/** Folds a conversion: shares go at their cost, and the cost less the collateral is spread over the new shares. */
function foldConversion(step: Step, event: StoredEvent & { type: "converted" }): void {
  const { given = [], got = [], lots } = event;
  const account = event.account!;
  const wallet = step.fold.accounts.get(account)!;
  const count = BigInt(given.length);
  let sum = 0n;
  for (const market of given) {
    const { average: price } = refPosition(wallet, tokenOf(market, 1));
    sum += price;
    sellShares(wallet, { token: tokenOf(market, 1), lots, price, at: step.at });
  }
  const cost = floorDivide(sum, count) * count - SHARE * (count - 1n);
  for (const market of got) {
    const price = floorDivide(cost, BigInt(got.length));
    buyShares(wallet, { token: tokenOf(market, 0), lots, price, at: step.at });
  }
  for (const [leg, market] of [...given, ...got].entries()) {
    step.fold.markets.get(market)!.burned += lots;
    const collateral = leg === 0 ? lots * ONE * (given.length - 1) : 0;
    const moved = leg < given.length ? ([0, -lots] as const) : ([lots, 0] as const);
    operate(step, account, { kind: "conversion", market, collateral, lots: moved, leg });
  }
  const parent = step.fold.markets.get(given[0]!)!.event;
  step.fold.converted.set(parent, (step.fold.converted.get(parent) ?? 0) + lots);
  closeDay(step, account);
}

type Return = { readonly lots: [number, number]; readonly worth: [number, number]; cash: number };

const newReturn = (): Return => ({ lots: [0, 0], worth: [0, 0], cash: 0 });

/** Folds a settlement that failed: each account's opposite trades, in the order in which the parties come up. */
function foldFailure(step: Step, event: StoredEvent & { type: "settlement-failed" }): void {
  const { fold, at } = step;
  const { market = 0, taker, undone = [] } = event;
  const returns = new Map<number, Return>();
  let fees = 0;
  for (const [, maker, lots, price, takerFee = 0, makerFee = 0] of undone) {
    for (const [[account, outcome, side], fee] of [
      [taker!, takerFee],
      [maker, makerFee],
    ] as const) {
      const sums = returns.get(account) ?? newReturn();
      const sign = side === "BUY" ? 1 : -1;
      const money = sign * lots * (outcome === 0 ? price : ONE - price);
      sums.lots[outcome] -= sign * lots;
      sums.worth[outcome] -= money;
      sums.cash += money + fee;
      returns.set(account, sums);
    }
    fees += takerFee + makerFee;
  }
  const purse = [...fold.accounts].find(([, { address }]) => /^0x0+fe$/.test(address))?.[0] ?? 0;
  const own = returns.get(purse) ?? newReturn();
  own.cash -= fees;
  if (fees > 0) returns.set(purse, own);
  for (const [leg, [account, { lots, worth, cash }]] of [...returns].entries()) {
    const wallet = fold.accounts.get(account)!;
    for (const outcome of [0, 1] as const)
      returnShares(wallet, {
        token: tokenOf(market, outcome),
        lots: lots[outcome],
        worth: worth[outcome],
        at,
      });
    operate(step, account, { kind: "failed-settlement", market, collateral: cash, lots, leg });
    const isParty = account === taker![0] || undone.some(([, [maker]]) => maker === account);
    if (isParty) closeMarketDay(step, account, market, 0);
    if (lots[0] !== 0 || lots[1] !== 0) closeDay(step, account);
  }
}

/** Folds an order: resting orders trade fill by fill, the incoming one once with its totals, at one average price. */
function foldPlacement(step: Step, event: StoredEvent & { type: "order-placed" }): void {
  const { fold } = step;
  const { order: terms, fills = [], ended, signed } = event;
  if (typeof terms !== "object") throw new Error("an order was placed without its terms");
  const { no, account, market, outcome, side, limit, lots: size } = terms;
  const order: FoldOrder = {
    account,
    market,
    outcome,
    side,
    limit,
    size,
    builder: signed.builder,
    remaining: size,
  };
  const taken = { lots: 0, money: 0, fee: 0 };
  for (const [, makerNo, lots, price, takerFee = 0, makerFee = 0] of fills) {
    const maker = fold.orders.get(makerNo)!;
    settle(step, maker, { lots, money: lots * ownPrice(maker, price), fee: makerFee });
    if (maker.remaining === 0) fold.orders.delete(makerNo);
    taken.lots += lots;
    taken.money += lots * ownPrice(order, price);
    taken.fee += takerFee;
    collectFees(fold, takerFee + makerFee);
    Object.assign(fold.markets.get(market)!, lastTrade(order, price), { lastTradeAt: step.at });
  }
  if (taken.lots > 0) settle(step, order, taken);
  countVolume(step, order, taken.money);
  if (order.remaining > 0 && ended === undefined) fold.orders.set(no, order);
}

const ownPrice = ({ outcome }: FoldOrder, price: number): number => (outcome === 0 ? price : ONE - price);

const lastTrade = (
  { side, outcome }: FoldOrder,
  price: number,
): Pick<FoldMarket, "lastPrice" | "lastSide"> => ({
  lastPrice: price,
  lastSide: (side === "BUY") === (outcome === 0) ? "BUY" : "SELL",
});

type OrderTotals = { readonly lots: number; readonly money: number; readonly fee: number };

function settle(step: Step, order: FoldOrder, { lots, money, fee }: OrderTotals): void {
  const { account, market, outcome, side } = order;
  const wallet = step.fold.accounts.get(account)!;
  wallet.volume = bounded(wallet.volume + BigInt(money));
  wallet.cash += (side === "BUY" ? -money : money) - fee;
  const movement = {
    token: tokenOf(market, outcome),
    lots,
    price: priceOf(BigInt(money), lots),
    at: step.at,
  };
  if (side === "BUY") buyShares(wallet, movement);
  else sellShares(wallet, movement);
  order.remaining -= lots;
  closeMarketDay(step, account, market, money);
  closeDay(step, account);
}

function collectFees(fold: Fold, fees: number): void {
  const purse = [...fold.accounts.values()].find(({ address }) => /^0x0+fe$/.test(address));
  if (purse !== undefined) purse.cash += fees;
}

/** Counts volume at prices of the incoming order's token, for its market and for its builder. */
function countVolume({ fold, at }: Step, { market, builder }: FoldOrder, money: number): void {
  const traded = fold.markets.get(market)!;
  traded.volume = bounded(traded.volume + BigInt(money));
  if (money === 0 || !/[1-9a-f]/.test(builder.slice(2))) return;
  const key = `${builder.slice(2)} ${Math.floor(at / (24 * 60 * 60 * 1000))}`;
  fold.builders.set(key, bounded((fold.builders.get(key) ?? 0n) + BigInt(money)));
}
