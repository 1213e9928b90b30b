/**
 * Compares the page's plan of an order with the result on a real exchange: fills, costs, fees and required money. Forms
 * and books are random, by seed.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FeeSchedule } from "../../src/core/markets/market-terms.ts";
import type { EventOf } from "../../src/core/events/event.ts";

import { getRejection } from "../../src/core/exchange.ts";
import type { Decision } from "../../src/core/exchange.ts";
import { sumFills } from "../../src/core/orders/match.ts";
import { isRejection } from "../../src/core/rejection.ts";
import { availableCollateral, availableLots, tokenNumber } from "../../src/core/state.ts";
import type { Account, Outcome } from "../../src/core/state.ts";
import {
  complement,
  cost,
  lots,
  micros,
  ONE,
  outcomePrice,
  TICK_SIZES,
  ticks,
} from "../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../src/core/units.ts";
import type { Level } from "../../web/src/api/live/order-book.ts";
import {
  formatCents,
  formatLots,
  formatDecimalMicros,
  readLots,
  readMicros,
} from "../../web/src/base/money.ts";
import { estimateOrder, computeRequiredMoney } from "../../web/src/markets/trade/estimate-order.ts";
import { computeFillsFee, computeRestingFee } from "../../web/src/markets/trade/fees.ts";
import type { Fees } from "../../web/src/markets/trade/fees.ts";
import { findOrderBlock } from "../../web/src/markets/trade/order-block.ts";
import type { OrderBlock } from "../../web/src/markets/trade/order-block.ts";
import { EMPTY_FORM, SLIPPAGES, planOrder } from "../../web/src/markets/trade/plan-order.ts";
import type { OrderForm, OrderPlan } from "../../web/src/markets/trade/plan-order.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { createTradedMarket } from "./traded-market.ts";
import type { TradedMarket } from "./traded-market.ts";

const FREE: Fees = { rate: 0, exponent: 1, takerOnly: true };
const SCHEDULES: readonly (FeeSchedule | undefined)[] = [
  undefined,
  { rate: 200, exponent: 1, takerOnly: true },
  { rate: 2_500, exponent: 2, takerOnly: false },
  { rate: 1_000, exponent: 1, takerOnly: false },
];

function drawForm(random: Random, tick: Ticks): OrderForm {
  const unit = random.pick(["money", "shares"] as const);
  const most = random.pick([30, 5_000, 5_000_000]);
  const amount =
    unit === "money"
      ? formatDecimalMicros(micros(random.between(1, most) * random.pick([1, 777, 5_000])))
      : undefined;
  const steps = Math.max(1, Math.floor(ONE / tick));
  const around = Math.round(steps / 2) + random.between(-3, 3);
  const step = random.chance(60) ? around : random.between(0, steps);
  const off = random.chance(8) ? random.below(tick) : 0;
  return {
    ...EMPTY_FORM,
    unit,
    side: random.pick(["BUY", "SELL"] as const),
    kind: random.pick(["market", "limit"] as const),
    amount: amount ?? formatLots(lots(random.between(1, most))),
    price: formatCents(ticks(step * tick + off)),
    postOnly: random.chance(20),
    whole: random.chance(40),
    slippage: random.pick(SLIPPAGES),
    expires: random.chance(10),
    expiresAt: "2031-05-01T12:00",
  };
}

const hasPlanned = (plan: OrderPlan | string): plan is OrderPlan => typeof plan === "object";

/** Merges fills of one price into one level, in the order of the fills. */
function levelsOf(placed: EventOf<"order-placed">): Level[] {
  const matched = new Map<Ticks, Lots>();
  for (const fill of placed.fills) {
    const price = outcomePrice(fill.price, placed.order.outcome);
    matched.set(price, lots((matched.get(price) ?? 0) + fill.lots));
  }
  return [...matched].map(([price, size]) => ({ price, size }));
}

function placementOf(decision: Decision): EventOf<"order-placed"> {
  assert.ok(!isRejection(decision), isRejection(decision) ? decision.hint : "");
  const placed = decision.find((event) => event.type === "order-placed");
  assert.ok(placed);
  return placed;
}

/** True for a price off the tick size whose money is within the rounding that the exchange forgives clients. */
const isForgiven = ({ form, limit, size }: OrderPlan, tick: Ticks): boolean =>
  form.kind === "limit" && limit % tick !== 0 && size <= 10;

/** Lists the codes of which the exchange answers one; empty if it should take the order. */
function refusalsOf(
  { form, limit, size, matched, remaining }: OrderPlan,
  tick: Ticks,
  minimum: Lots,
): readonly string[] {
  if (form.kind === "market") return form.whole && remaining > 0 ? ["fok_not_filled"] : [];
  if (limit % tick !== 0 || limit < tick || limit > complement(tick))
    return ["price_off_tick", "price_out_of_range"];
  if (size < minimum) return ["size_below_minimum"];
  return form.postOnly && matched.shares > 0 ? ["post_only_crosses"] : [];
}

type PlannedOrder = {
  readonly traded: TradedMarket;
  readonly plan: OrderPlan;
  readonly outcome: Outcome;
  readonly fees: Fees;
};

const placePlanned = ({ traded, plan, outcome }: PlannedOrder, account: Account): Decision =>
  traded.place({
    maker: account.address,
    outcome,
    side: plan.form.side,
    kind: plan.kind,
    makerAmount: plan.makerAmount,
    takerAmount: plan.takerAmount,
    postOnly: plan.form.kind === "limit" && plan.form.postOnly,
    expiresAt: plan.expiresAt,
  });

/** Opens a wallet with exactly the funds that the plan requires. */
const openFor = ({ traded, plan, fees }: PlannedOrder): Account =>
  traded.open(plan.form.side === "BUY" ? { money: computeRequiredMoney(plan, fees) } : { shares: plan.size });

/** Checks that the exchange fills the order as planned. Gives the refusal's code, or "taken". */
function comparePlan(sending: PlannedOrder): string {
  const { plan, traded } = sending;
  const { tick, minimumLots } = traded.market;
  const account = openFor(sending);
  const before = availableCollateral(account);
  const block = blockOf(sending, account);
  const decision = placePlanned(sending, account);
  const refusals = refusalsOf(plan, tick, minimumLots);
  assert.equal(block !== undefined, refusals.length > 0, "the page says beforehand what would be refused");
  if (refusals.length > 0) {
    const code = getRejection(decision)?.code;
    assert.ok(code !== undefined && refusals.includes(code), `${code} instead of ${refusals.join(" or ")}`);
    return code;
  }
  const placed = placementOf(decision);
  const { order, fills } = placed;
  assert.deepEqual(levelsOf(placed), plan.matched.fills);
  assert.deepEqual(sumFills(order, fills), { lots: plan.matched.shares, micros: plan.matched.money });
  assert.equal(order.limit, plan.limit);
  assert.equal(order.lots - plan.matched.shares, plan.remaining);
  assert.equal(placed.ended, plan.remaining > 0 && plan.form.kind === "market" ? "not-filled" : undefined);
  assert.equal(order.expiresAt, (plan.expiresAt ?? 0) * 1_000);
  compareMoney(sending, placed, { spent: micros(before - availableCollateral(account)) });
  return "taken";
}

function compareMoney(
  { plan, fees }: PlannedOrder,
  { order, fills }: EventOf<"order-placed">,
  { spent }: { readonly spent: Micros },
): void {
  const { side, kind } = plan.form;
  const fee = computeFillsFee(fees, plan.matched.fills);
  const charged = fills.reduce((sum, { takerFee }) => sum + takerFee, 0);
  assert.equal(charged, fee);
  const rests = kind === "limit" ? plan.remaining : lots(0);
  const restingFee = computeRestingFee(fees, { size: plan.size, rests, limit: plan.limit });
  const estimate = estimateOrder(plan, fees);
  assert.equal(estimate.fee, fee + restingFee);
  assert.equal(estimate.shares, plan.matched.shares + rests);
  assert.equal(estimate.payout, estimate.shares * ONE);
  if (side === "BUY") assert.equal(estimate.total, spent);
  else assert.equal(estimate.total, -spent + cost(rests, plan.limit) - restingFee);
  assert.ok(plan.maxCost >= (side === "BUY" ? spent - fee - restingFee : 0));
  if (rests > 0) assert.equal(order.remaining, rests);
}

/** Finds the reason that the page gives before it sends the order for this account. */
function blockOf({ plan, traded, outcome, fees }: PlannedOrder, account: Account): OrderBlock | undefined {
  const { market } = traded;
  const money = availableCollateral(account);
  const shares = availableLots(account, tokenNumber(market, outcome));
  return findOrderBlock(plan, {
    market: { acceptingOrders: true, minimumSize: market.minimumLots, tick: market.tick },
    tokenId: "own",
    book: undefined,
    mode: "normal",
    hasWallet: true,
    fees,
    now: 0,
    balances: {
      collateral: { total: money, held: micros(0), available: money },
      shares: new Map([["own", { total: shares, held: lots(0), available: shares }]]),
    },
  });
}

/** Checks that one unit less than the required funds is refused. */
function compareRequiredFunds(sending: PlannedOrder): void {
  const { plan, traded, fees } = sending;
  const buys = plan.form.side === "BUY";
  const account = buys
    ? traded.open({ money: micros(computeRequiredMoney(plan, fees) - 1) })
    : traded.open({ shares: lots(plan.size - 1) });
  const block = blockOf(sending, account);
  assert.equal(block?.kind, buys ? "money" : "shares");
  if (block?.kind === "money")
    assert.equal(
      block.partly,
      plan.form.kind === "market" && !plan.form.whole && plan.remaining > 0,
      "the book has only a part",
    );
  const decision = placePlanned(sending, account);
  assert.ok(isRejection(decision), "one less would have been enough");
  assert.equal(decision.code, "insufficient_balance");
}

/** Checks that the plan covers the amount in the form. */
function compareAmount({ form, size, matched, remaining, limit, makerAmount }: OrderPlan): void {
  const wanted = form.unit === "money" ? readMicros(form.amount)! : readLots(form.amount)!;
  if (form.unit === "shares") {
    assert.equal(matched.shares + remaining, wanted);
    return;
  }
  if (form.side === "BUY" || form.kind === "limit") {
    const worth = cost(size, limit);
    assert.ok(worth <= wanted && worth + limit > wanted, "as many lots as the money buys at the limit");
    if (form.kind === "market") assert.equal(makerAmount, wanted);
    return;
  }
  const last = matched.fills.at(-1)!;
  const fetched = matched.money + cost(remaining, limit);
  assert.ok(fetched >= wanted, "a sale fetches at least the money");
  assert.ok(fetched - (remaining > 0 ? limit : last.price) < wanted, "and no lot more than that takes");
}

for (const tick of TICK_SIZES)
  for (const [index, schedule] of SCHEDULES.entries()) {
    const fees = schedule ?? FREE;
    const name = `tick ${tick}, fees ${schedule ? Object.values(schedule).join(" ") : "none"}`;

    test(`the exchange fills orders as planned: ${name}`, () => {
      const minimum = index % 2 === 0 ? 1 : 500;
      const random = createRandom(tick * 10 + index);
      const traded = createTradedMarket({ tick, minimum, fees: schedule });
      const answers = new Map<string, number>();
      traded.trade(random, 60);
      for (let round = 0; round < 150; round += 1) {
        traded.trade(random, 3);
        const outcome = random.pick([0, 1] as const);
        const form = drawForm(random, ticks(tick));
        const plan = planOrder({ form, book: traded.book(outcome), tick: traded.market.tick });
        if (hasPlanned(plan) && isForgiven(plan, ticks(tick))) continue;
        const about = `round ${round}: ${JSON.stringify({ outcome, form, plan })}`;
        try {
          if (hasPlanned(plan)) compareAmount(plan);
          const sending = hasPlanned(plan) && { traded, plan, outcome, fees };
          if (sending && refusalsOf(plan, ticks(tick), lots(minimum)).length === 0)
            compareRequiredFunds(sending);
          const answer = sending ? comparePlan(sending) : String(plan);
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
        } catch (error) {
          throw new Error(about, { cause: error });
        }
      }
      assert.ok((answers.get("taken") ?? 0) > 70 && answers.size > 3, JSON.stringify([...answers]));
    });
  }

/** Takes the order and everything before it from the book. */
function takeFromBook({ traded, plan, outcome }: PlannedOrder): EventOf<"order-placed"> {
  const [side, levels] =
    plan.form.side === "BUY"
      ? (["SELL", traded.book(outcome).bids] as const)
      : (["BUY", traded.book(outcome).asks] as const);
  const within = levels.filter(({ price }) => (side === "SELL" ? price >= plan.limit : price <= plan.limit));
  const size = lots(within.reduce((sum, level) => sum + level.size, 0));
  const form = { ...EMPTY_FORM, side, kind: "limit", unit: "shares", amount: formatLots(size) } as const;
  const book = traded.book(outcome);
  const swept = planOrder({ form: { ...form, price: formatCents(plan.limit) }, book, tick: book.tick });
  assert.ok(hasPlanned(swept));
  const fees = traded.market.fees ?? FREE;
  const sending = { traded, plan: swept, outcome, fees };
  return placementOf(placePlanned(sending, openFor(sending)));
}

for (const schedule of SCHEDULES) {
  const fees = schedule ?? FREE;
  const name = schedule ? Object.values(schedule).join(" ") : "none";

  test(`a resting order pays the estimated fee once it fills: fees ${name}`, () => {
    const random = createRandom(fees.rate + 7);
    const traded = createTradedMarket({ tick: 10, minimum: 1, fees: schedule });
    let filled = 0;
    for (let round = 0; round < 80; round += 1) {
      traded.trade(random, 20);
      const outcome = random.pick([0, 1] as const);
      const form = { ...drawForm(random, ticks(10)), kind: "limit", postOnly: false } as const;
      const plan = planOrder({ form, book: traded.book(outcome), tick: ticks(10) });
      if (!hasPlanned(plan) || plan.remaining === 0 || refusalsOf(plan, ticks(10), lots(1)).length > 0)
        continue;
      const sending = { traded, plan, outcome, fees };
      const { order } = placementOf(placePlanned(sending, openFor(sending)));
      const [fill, ...others] = takeFromBook(sending).fills.filter(({ maker }) => maker.id === order.id);
      assert.deepEqual([fill?.lots, others], [plan.remaining, []]);
      const { size, limit, remaining } = plan;
      assert.equal(
        fill?.makerFee,
        computeRestingFee(fees, { size, limit, rests: remaining }),
        JSON.stringify(plan),
      );
      filled += 1;
    }
    assert.ok(filled > 20, `${filled} orders rested and filled`);
  });
}

const BOOK = {
  ...createTradedMarket({ tick: 100, minimum: 1, fees: undefined }).book(0),
  bids: [
    { price: ticks(4_800), size: lots(1_000) },
    { price: ticks(4_500), size: lots(2_000) },
  ],
  asks: [
    { price: ticks(5_200), size: lots(1_000) },
    { price: ticks(9_700), size: lots(2_000) },
  ],
};
const plan = (form: Partial<OrderForm>): OrderPlan | string =>
  planOrder({ form: { ...EMPTY_FORM, ...form }, book: BOOK, tick: ticks(100) });

test("an invalid form is reported before anything is signed", () => {
  const limit = { kind: "limit", amount: "10", price: "55" } as const;
  const rows: readonly (readonly [Partial<OrderForm>, string])[] = [
    [{}, "blank"],
    [{ amount: "  " }, "blank"],
    [{ ...limit, amount: "" }, "blank"],
    [{ amount: "0" }, "blank"],
    [{ amount: "ten" }, "amount"],
    [{ amount: "-5" }, "amount"],
    [{ amount: "0.0000001" }, "amount"],
    [{ amount: "0.001", unit: "shares" }, "amount"],
    [{ amount: "0.005" }, "small"],
    [{ ...limit, amount: "0.005" }, "small"],
    [{ ...limit, price: "" }, "price"],
    [{ ...limit, price: "0" }, "range"],
    [{ ...limit, price: "100" }, "range"],
    [{ ...limit, price: "55.555" }, "price"],
    [{ ...limit, expires: true }, "expiry"],
    [{ ...limit, expires: true, expiresAt: "soon" }, "expiry"],
  ];
  for (const [form, problem] of rows) assert.equal(plan(form), problem, JSON.stringify(form));
});

test("without a book a market order has no price, and a limit order rests", () => {
  for (const side of ["BUY", "SELL"] as const)
    for (const book of [undefined, { ...BOOK, bids: [], asks: [] }]) {
      const input = { form: { ...EMPTY_FORM, side, amount: "5" }, book, tick: ticks(1) };
      assert.equal(planOrder(input), "nothing");
      const form = { ...input.form, kind: "limit", unit: "shares", price: "30" } as const;
      const resting = planOrder({ ...input, form });
      assert.ok(hasPlanned(resting));
      assert.deepEqual([resting.matched.fills, resting.remaining, resting.kind], [[], 500, "GTC"]);
    }
});

test("the worst price of a market order keeps to the slippage, the tick size and the market's price range", () => {
  const limitOf = (form: Partial<OrderForm>, tick = 100): number => {
    const planned = planOrder({
      form: { ...EMPTY_FORM, amount: "5", ...form },
      book: BOOK,
      tick: ticks(tick),
    });
    return hasPlanned(planned) ? planned.limit : 0;
  };
  assert.equal(limitOf({ slippage: ticks(200) }), 5_400);
  assert.equal(limitOf({ slippage: ticks(200), side: "SELL" }), 4_600);
  assert.equal(limitOf({ slippage: ticks(150) }), 5_400);
  assert.equal(limitOf({ slippage: ticks(150) }, 50), 5_350);
  assert.equal(limitOf({ slippage: ticks(5_000) }), 9_900);
  assert.equal(limitOf({ slippage: ticks(5_000), side: "SELL" }), 100);
  assert.equal(limitOf({ slippage: "any" }, 10), 9_990);
  assert.equal(limitOf({ slippage: "any", side: "SELL" }, 10), 10);
});

test("the expiry of an order is the chosen second, in the user's time zone", () => {
  const form = {
    kind: "limit",
    amount: "5",
    price: "30",
    expires: true,
    expiresAt: "2031-05-01T12:00",
  } as const;
  const planned = plan(form);
  assert.ok(hasPlanned(planned));
  assert.equal(planned.kind, "GTD");
  assert.equal(planned.expiresAt, new Date(2031, 4, 1, 12).getTime() / 1_000);
});

test("a purchase that reaches cheaper offers requires its cost at the limit, as the exchange does", () => {
  const planned = plan({ kind: "limit", unit: "shares", amount: "10", price: "99" });
  assert.ok(hasPlanned(planned));
  assert.equal(planned.maxCost, 5_200_000);
  assert.equal(computeRequiredMoney(planned, FREE), 9_900_000);
  const dear = plan({ amount: "5.2" });
  assert.ok(hasPlanned(dear));
  assert.equal(
    computeRequiredMoney(dear, { rate: 1_000, exponent: 1, takerOnly: true }),
    5_200_000 + 249_600,
  );
});

test("the worst case of an order whose rest is dropped is that of the shares that are there", () => {
  for (const side of ["BUY", "SELL"] as const) {
    const planned = plan({ side, unit: "shares", amount: "900000" });
    assert.ok(hasPlanned(planned) && planned.remaining > 0);
    const { least } = estimateOrder(planned, FREE);
    const { shares } = planned.matched;
    assert.deepEqual(least, { shares, money: cost(shares, planned.limit) });
  }
});
