/**
 * Many clients compete at three addresses for a balance, an order, an order's id, shares, or the payout of a market
 * that is being resolved. As many succeed as can, all others are refused for the right reason, and all totals are
 * exact.
 */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { orderBody } from "../../bench/support/order-requests.ts";
import type { Terms, Trader } from "../../bench/support/order-requests.ts";
import { callAsOperator, retryWhileBusy } from "../torture/exchange-calls.ts";
import type { Reply, Request } from "../torture/exchange-calls.ts";
import { forInvite } from "./race-for-invite.ts";
import { ask, assertHolding, countDone, newMarket, newTrader, race } from "./world.ts";
import type { Market, ClientRequest, World } from "./world.ts";

/** Collateral of a new wallet, in cents. */
const CENTS = 1_000_000;
const CANCELS = 20;
const OPERATORS = 3;
/** Delay of cancels and resolutions, by which each round is later than the one before. */
const LATER_MS = 10;

/** Runs one round of a race, and returns the number of requests that succeeded. */
export type Race = (world: World, round: number) => Promise<number>;

const post = (path: string, body: unknown): Request => ({ method: "POST", path, body });

const place = (trader: Trader, terms: Terms, orderType = "GTC"): Request =>
  post("/order", { ...JSON.parse(orderBody(trader, terms)), orderType });

const split = ({ conditionId }: Market, amount: string): Request =>
  post("/positions/split", { conditionId, amount });

const merge = ({ conditionId }: Market, amount: string): Request =>
  post("/positions/merge", { conditionId, amount });

const each = ({ clients }: World, request: (index: number) => ClientRequest): ClientRequest[] =>
  Array.from({ length: clients }, (_, index) => request(index));

const doneOf = (replies: readonly Reply[], part: (index: number) => boolean): number =>
  replies.filter(({ status }, index) => status === 200 && part(index)).length;

/** Orders, withdrawals and splits of one amount, of which the balance covers two thirds. */
async function forBalance(world: World): Promise<number> {
  const [trader, market] = [await newTrader(world), await newMarket(world)];
  const [tokenId] = market.tokenIds;
  const shares = Math.floor((CENTS * 3) / (2 * 50 * world.clients));
  const cents = 50 * shares;
  const amount = (cents / 100).toFixed(2);
  const requests = [
    (): Request => place(trader, { tokenId, side: "BUY", cents: 50, shares }),
    (): Request => post("/withdrawals", { amount }),
    (): Request => split(market, amount),
  ];
  const replies = await race(
    world,
    each(world, (index) => ({ trader, request: requests[index % requests.length]!() })),
  );
  const done = countDone(replies, ["insufficient_balance"]);
  assert.equal(done, Math.floor(CENTS / cents));
  const [placed, withdrawn, sets] = [0, 1, 2].map((kind) =>
    doneOf(replies, (index) => index % requests.length === kind),
  );
  const { canceled } = await ask(world, trader, { method: "DELETE", path: "/cancel-all" });
  assert.equal((canceled as string[]).length, placed);
  await assertHolding(world, trader, {
    cents: CENTS - (withdrawn! + sets!) * cents,
    heldCents: 0,
    lots: sets === 0 ? {} : Object.fromEntries(market.tokenIds.map((token) => [token, sets! * cents])),
  });
  return done;
}

/**
 * Orders for one share each of a resting order. In every second round its owner cancels it meanwhile, several times
 * and each round later.
 */
async function forOrder(world: World, round: number): Promise<number> {
  const [maker, market] = [await newTrader(world), await newMarket(world)];
  const [tokenId, other] = market.tokenIds;
  const shares = Math.ceil(world.clients / 2);
  await ask(world, maker, split(market, String(shares)));
  const order = await ask(world, maker, place(maker, { tokenId, side: "SELL", cents: 50, shares }));
  const { orderID } = order;
  const bid = { tokenId, side: "BUY", cents: 50, shares: 1 } as const;
  const cancel: ClientRequest = {
    trader: maker,
    request: { method: "DELETE", path: "/order", body: { orderID } },
  };
  const taking = race(
    world,
    each(world, (index) => {
      const trader = world.takers[index % world.takers.length]!;
      return { trader, request: place(trader, bid, "FAK") };
    }),
  );
  await delay(round * LATER_MS);
  const cancels = await race(world, round % 2 === 0 ? [] : Array.from({ length: CANCELS }, () => cancel));
  const matched = countDone(await taking, ["fak_not_matched"]);
  const left = shares - matched;
  const canceled = cancels.flatMap(({ body }) => body["canceled"]);
  assert.deepEqual(canceled, left > 0 ? [orderID] : [], `${left} of the order were left`);
  const after = await ask(world, maker, { method: "GET", path: `/data/order/${String(orderID)}` });
  assert.equal(Number(after["size_matched"]), matched);
  const lots = { ...(left > 0 && { [tokenId]: left * 100 }), [other]: shares * 100 };
  await assertHolding(world, maker, { cents: CENTS - shares * 100 + matched * 50, heldCents: 0, lots });
  return matched + canceled.length;
}

/**
 * The same signed order, posted by every client. Clients at the first address learn its outcome; at the others only
 * one does.
 */
async function forOneOrder(world: World): Promise<number> {
  const [trader, market] = [await newTrader(world), await newMarket(world)];
  const request = place(trader, { tokenId: market.tokenIds[0], side: "BUY", cents: 50, shares: 10 });
  const replies = await race(
    world,
    each(world, () => ({ trader, request })),
  );
  countDone(replies, ["duplicate_order"]);
  const isTold = (index: number): boolean => index % world.urls.length === 0;
  assert.equal(doneOf(replies, isTold), Math.ceil(world.clients / world.urls.length));
  assert.ok(doneOf(replies, (index) => !isTold(index)) <= 1, "an order is placed once");
  const ids = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body["orderID"]));
  await assertHolding(world, trader, { cents: CENTS, heldCents: 500, lots: {} });
  const { canceled } = await ask(world, trader, { method: "DELETE", path: "/cancel-all" });
  assert.deepEqual(canceled, [...ids]);
  return 1;
}

/** Merges and sales of one share each; two thirds of the shares exist. */
async function forShares(world: World): Promise<number> {
  const [trader, buyer, market] = [await newTrader(world), await newTrader(world), await newMarket(world)];
  const [tokenId, other] = market.tokenIds;
  const sets = Math.ceil((world.clients * 2) / 3);
  await ask(world, trader, split(market, String(sets)));
  await ask(world, buyer, place(buyer, { tokenId, side: "BUY", cents: 50, shares: world.clients }));
  const sale = { tokenId, side: "SELL", cents: 50, shares: 1 } as const;
  const isSale = (index: number): boolean => index % 2 === 0;
  const replies = await race(
    world,
    each(world, (index) => ({
      trader,
      request: isSale(index) ? place(trader, sale, "FAK") : merge(market, "1"),
    })),
  );
  assert.equal(countDone(replies, ["insufficient_balance"]), sets);
  const sold = doneOf(replies, isSale);
  const lots = sold === 0 ? {} : { [other]: sold * 100 };
  await assertHolding(world, trader, { cents: CENTS - sold * 50, heldCents: 0, lots });
  await ask(world, buyer, { method: "DELETE", path: "/cancel-all" });
  const bought = sold === 0 ? {} : { [tokenId]: sold * 100 };
  await assertHolding(world, buyer, { cents: CENTS - sold * 50, heldCents: 0, lots: bought });
  return sets;
}

/** Splits, merges, redemptions and orders while operators resolve the market; a complete set stays worth its cost. */
async function forPay(world: World, round: number): Promise<number> {
  const [trader, market] = [await newTrader(world), await newMarket(world)];
  await ask(world, trader, split(market, "100"));
  const redeem = post("/positions/redeem", { conditionId: market.conditionId });
  const bid = { tokenId: market.tokenIds[0], side: "BUY", cents: 10, shares: 5 } as const;
  const requests = [
    (): Request => redeem,
    (): Request => split(market, "1"),
    (): Request => merge(market, "1"),
    (): Request => place(trader, bid),
  ];
  const resolve = post(`/markets/${market.slug}/resolve`, { payout: "yes", reason: "races" });
  const racing = race(
    world,
    each(world, (index) => ({ trader, request: requests[index % requests.length]!() })),
  );
  await delay(round * LATER_MS);
  const resolving = Array.from({ length: OPERATORS }, () =>
    retryWhileBusy(() => callAsOperator(world.exchange, resolve)),
  );
  const resolved = (await Promise.all(resolving)).filter((reply) => reply?.status === 200).length;
  assert.equal(resolved, 1, "a market is resolved once");
  const replies = await racing;
  const done = countDone(replies, ["market_closed", "market_not_resolved", "nothing_to_redeem"]);
  const early = doneOf(replies, (index) => index % requests.length === 0);
  const late = countDone(await race(world, [{ trader, request: redeem }]), ["nothing_to_redeem"]);
  assert.equal(early + late, 1, "shares are paid once");
  await assertHolding(world, trader, { cents: CENTS, heldCents: 0, lots: {} });
  return done;
}

export const RACES: ReadonlyMap<string, Race> = new Map<string, Race>([
  ["a balance", forBalance],
  ["an order", forOrder],
  ["one order's id", forOneOrder],
  ["shares", forShares],
  ["pay", forPay],
  ["an invite", forInvite],
]);
