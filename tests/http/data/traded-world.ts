/**
 * A few wallets that trade, split, merge, convert and redeem in a few markets, drawn from a seed. What each did is kept
 * in plain rows beside the exchange. Every order meets just the one that it is meant for, so that fills are known
 * without a book; several commands are sent at once, so that batches differ in size.
 */
import type { CatalogMarket, Payout } from "../../../src/core/catalog.ts";
import type { Command } from "../../../src/core/command.ts";
import type { Side } from "../../../src/core/state.ts";
import { lots, ticks } from "../../../src/core/units.ts";
import type { Committed } from "../../../src/engine/entry.ts";
import { NOT_SIGNED } from "../../core/support/orders.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createRandom } from "../../support/random.ts";
import type { Random } from "../../support/random.ts";
import { startData } from "./data.ts";

type OutcomeIndex = 0 | 1;

export type WorldMarket = {
  readonly name: string;
  readonly eventId: number;
  readonly exclusive: boolean;
  readonly step: number;
  readonly paysAtOnce: boolean;
  payout: Payout | undefined;
  /** Collateral that changed hands at the price of the incoming order's token, in micros. */
  volume: number;
  /** Whether conversions took shares of it. */
  converted: boolean;
};

/** What a wallet did; amounts in 0.000001, prices in 0.0001. */
export type Deed = {
  readonly wallet: string;
  readonly market: WorldMarket;
  readonly type: "TRADE" | "SPLIT" | "MERGE" | "REDEEM" | "CONVERSION";
  readonly taker: boolean;
  readonly size: number;
  readonly cash: number;
  readonly price: number;
  readonly side: Side | "";
  readonly outcome: OutcomeIndex | undefined;
  /** How many were there before; a taker's is after the maker's. */
  readonly rank: number;
  fee: number;
  committed: Pick<Committed, "seq" | "at" | "hash">;
};

export type World = {
  readonly random: Random;
  readonly exchange: TestExchange;
  readonly wallets: readonly string[];
  readonly markets: readonly WorldMarket[];
  readonly deeds: Deed[];
  /** Lots by wallet, market and outcome. */
  readonly shares: Map<string, number>;
};

const WALLETS = ["ann", "bob", "cid", "dee", "eve", "fay"].map(walletOf);
export const DEPOSIT = 1_000_000;

const EVENTS = [
  { id: 11, exclusive: false, names: ["rain", "snow", "wind"] },
  { id: 12, exclusive: true, names: ["red", "green", "blue", "grey"] },
  { id: 13, exclusive: true, names: ["north", "south", "west"] },
  { id: 14, exclusive: false, names: ["alone"] },
] as const;

const TERMS: Readonly<Record<string, Partial<CatalogMarket>>> = {
  snow: { fees: { rate: 250, exponent: 1, takerOnly: true } },
  wind: { tick: ticks(1) },
  green: { fees: { rate: 700, exponent: 2, takerOnly: false }, icon: "https://icons.test/green.png" },
  alone: { tick: ticks(10), outcomes: ["Over", "Under"] },
};

const stepOf = (name: string): number => TERMS[name]?.tick ?? 100;
export const titleOf = (name: string): string => `Will ${name} happen?`;
export const outcomesOf = (name: string): readonly [string, string] => TERMS[name]?.outcomes ?? ["Yes", "No"];
export const iconOf = (name: string): string => TERMS[name]?.icon ?? "";
export const eventSlugOf = (eventId: number): string => `event-${eventId}`;

/** Starts the exchange with everything listed and every wallet paid in. Close it in `after`. */
export async function startWorld(seed: number): Promise<World> {
  const [random, exchange] = [createRandom(seed), await startData()];
  const markets: WorldMarket[] = [];
  for (const { id, exclusive, names } of EVENTS) {
    const listed = names.map((name) => ({
      name,
      negativeRisk: exclusive,
      minimumLots: lots(1),
      autoRedeem: name.length === 4,
      ...TERMS[name],
    }));
    await exchange.list(
      testListing(listed, { id: String(id), slug: eventSlugOf(id), negativeRisk: exclusive }),
    );
    markets.push(
      ...names.map((name) => ({
        name,
        eventId: id,
        exclusive,
        step: stepOf(name),
        paysAtOnce: name.length === 4,
        payout: undefined,
        volume: 0,
        converted: false,
      })),
    );
  }
  for (const wallet of WALLETS) await exchange.open(wallet, String(DEPOSIT));
  return { random, exchange, wallets: WALLETS, markets, deeds: [], shares: new Map() };
}

export const sharesOf = (
  { shares }: World,
  wallet: string,
  market: WorldMarket,
  outcome: OutcomeIndex,
): number => shares.get(`${wallet} ${market.name} ${outcome}`) ?? 0;

function addShares(
  world: World,
  wallet: string,
  token: readonly [WorldMarket, OutcomeIndex],
  change: number,
): void {
  const [market, outcome] = token;
  const now = sharesOf(world, wallet, market, outcome) + change;
  if (now < 0) throw new Error(`${wallet} has fewer than no shares of ${market.name}`);
  world.shares.set(`${wallet} ${market.name} ${outcome}`, now);
}

const NOT_COMMITTED = { seq: 0, at: 0, hash: Buffer.alloc(0) };

/** Notes what somebody did; the journal's part is filled in when it is known. */
function note(world: World, deed: Omit<Deed, "rank" | "fee" | "committed">): Deed {
  const noted = { ...deed, rank: world.deeds.length, fee: 0, committed: NOT_COMMITTED };
  world.deeds.push(noted);
  return noted;
}

async function submit(world: World, command: Command, deeds: readonly Deed[]): Promise<Committed> {
  const outcome = await world.exchange.context.engine.submit(command);
  if (outcome.type !== "committed") throw new Error(`${command.type}: ${JSON.stringify(outcome)}`);
  for (const deed of deeds) deed.committed = outcome.committed;
  return outcome.committed;
}

const isOpen = ({ payout }: WorldMarket): boolean => payout === undefined;
const eventOf = ({ markets }: World, { eventId }: WorldMarket): WorldMarket[] =>
  markets.filter((other) => other.eventId === eventId);
const hasWinner = (world: World, market: WorldMarket): boolean =>
  eventOf(world, market).some(({ payout }) => payout?.[0] === 1);

type Act = (world: World, market: WorldMarket) => Promise<unknown>;

/** A new order that is filled by another new one, entirely. */
async function fill(world: World, market: WorldMarket): Promise<void> {
  const { random, wallets } = world;
  const [maker, taker] = [random.pick(wallets), random.pick(wallets)];
  const outcome = random.pick([0, 1] as const);
  const price = random.between(1, 10_000 / market.step - 1) * market.step;
  const side = random.pick(["BUY", "SELL"] as const);
  // The maker trades the same token the other way, or the other token the same way.
  const same = random.chance(50);
  const met = {
    wallet: maker,
    outcome: same ? outcome : outcome === 0 ? 1 : 0,
    side: same ? (side === "BUY" ? "SELL" : "BUY") : side,
    price: same ? price : 10_000 - price,
  } as const;
  const own = { wallet: taker, outcome, side, price } as const;
  const sold = [own, met]
    .filter((party) => party.side === "SELL")
    .map((party) => sharesOf(world, party.wallet, market, party.outcome));
  const quantity = Math.min(random.between(1, 9_000), ...sold);
  if (quantity === 0) return;
  const deeds = [met, own].map((party, index) => {
    addShares(world, party.wallet, [market, party.outcome], party.side === "BUY" ? quantity : -quantity);
    const amounts = { size: quantity * 10_000, cash: quantity * party.price };
    return note(world, { ...party, ...amounts, market, type: "TRADE", taker: index === 1 });
  });
  market.volume += quantity * price;
  const resting = submit(world, orderOf(world, market, { ...met, quantity }), []);
  const { events } = await submit(world, orderOf(world, market, { ...own, quantity }), deeds);
  await resting;
  const placed = events.find((event) => event.type === "order-placed");
  const [filled] = placed?.fills ?? [];
  if (filled === undefined || placed?.fills.length !== 1) throw new Error("it did not meet just one order");
  [deeds[0]!.fee, deeds[1]!.fee] = [filled.makerFee, filled.takerFee];
}

type Order = {
  readonly wallet: string;
  readonly outcome: OutcomeIndex;
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
};

const orderOf = (world: World, market: WorldMarket, order: Order): Command => ({
  type: "place-order",
  id: hashOf(`${market.name} ${world.deeds.length} ${JSON.stringify(order)}`),
  maker: order.wallet,
  owner: order.wallet,
  tokenId: tokenOf(`${market.name} ${order.outcome === 0 ? "yes" : "no"}`),
  side: order.side,
  kind: "GTC",
  postOnly: false,
  expiresAt: 0,
  limit: ticks(order.price),
  lots: lots(order.quantity),
  budget: undefined,
  apiKey: "00000000-0000-4000-8000-000000000000",
  signed: NOT_SIGNED,
});

const NOTHING_TRADED = { taker: false, price: 0, side: "" } as const;

async function changeSets(world: World, market: WorldMarket): Promise<void> {
  const { random, wallets } = world;
  const wallet = random.pick(wallets);
  const most = Math.min(...([0, 1] as const).map((outcome) => sharesOf(world, wallet, market, outcome)));
  const merges = most > 0 && random.chance(40);
  const quantity = merges ? random.between(1, most) : random.between(1, 9_000);
  for (const outcome of [0, 1] as const)
    addShares(world, wallet, [market, outcome], merges ? -quantity : quantity);
  const amounts = { size: quantity * 10_000, cash: quantity * 10_000, outcome: undefined };
  const deed = note(world, {
    wallet,
    market,
    ...NOTHING_TRADED,
    ...amounts,
    type: merges ? "MERGE" : "SPLIT",
  });
  const own = { address: wallet, owner: wallet, conditionId: hashOf(market.name), lots: lots(quantity) };
  await submit(world, { type: merges ? "merge" : "split", ...own }, [deed]);
}

/** Of some wallet that has shares to convert, if there is any. */
async function convert(world: World, market: WorldMarket): Promise<void> {
  const { random, wallets } = world;
  if (!market.exclusive || hasWinner(world, market)) return;
  const open = eventOf(world, market).filter(isOpen);
  const wallet = random.pick(wallets);
  const given = open.filter((other) => sharesOf(world, wallet, other, 1) > 0).slice(0, random.between(1, 4));
  if (given.length === 0 || open.length === 1) return;
  const most = Math.min(...given.map((other) => sharesOf(world, wallet, other, 1)));
  const quantity = random.between(1, most);
  for (const other of open) {
    if (given.includes(other)) addShares(world, wallet, [other, 1], -quantity);
    else addShares(world, wallet, [other, 0], quantity);
    other.converted = true;
  }
  const deed = note(world, {
    wallet,
    market: given[0]!,
    ...NOTHING_TRADED,
    type: "CONVERSION",
    size: quantity * 10_000,
    cash: (given.length - 1) * quantity * 10_000,
    outcome: undefined,
  });
  const conditionIds = given.map(({ name }) => hashOf(name));
  await submit(
    world,
    { type: "convert", address: wallet, owner: wallet, conditionIds, lots: lots(quantity) },
    [deed],
  );
}

/** All shares of a wallet in a resolved market; `undefined` when it has none. */
function redemption(world: World, wallet: string, market: WorldMarket): Deed | undefined {
  const [first, second] = ([0, 1] as const).map((outcome) => sharesOf(world, wallet, market, outcome));
  if (first === 0 && second === 0) return undefined;
  const [yes, no] = market.payout!;
  const paid = ((first! * yes + second! * no) * 10_000) / (yes + no);
  addShares(world, wallet, [market, 0], -first!);
  addShares(world, wallet, [market, 1], -second!);
  const lost = paid === 0;
  return note(world, {
    wallet,
    market,
    ...NOTHING_TRADED,
    type: "REDEEM",
    size: lost ? (first! + second!) * 10_000 : paid,
    cash: paid,
    outcome: lost ? (first === 0 ? 1 : 0) : undefined,
  });
}

async function resolve(world: World, market: WorldMarket): Promise<void> {
  const { random, wallets } = world;
  const othersOpen = eventOf(world, market).filter((other) => other !== market && isOpen(other)).length > 0;
  const choices: Payout[] = market.exclusive
    ? [
        ...(hasWinner(world, market) ? [] : [[1, 0] as const]),
        ...(othersOpen || hasWinner(world, market) ? [[0, 1] as const] : []),
      ]
    : [
        [1, 0],
        [0, 1],
        [1, 1],
      ];
  const payout = random.pick(choices);
  market.payout = payout;
  const paid = market.paysAtOnce ? wallets.flatMap((wallet) => redemption(world, wallet, market) ?? []) : [];
  await submit(world, { type: "resolve-market", conditionId: hashOf(market.name), payout }, paid);
}

async function redeem(world: World, market: WorldMarket): Promise<void> {
  const wallet = world.random.pick(world.wallets);
  const deed = redemption(world, wallet, market);
  if (deed === undefined) return;
  const command = {
    type: "redeem",
    address: wallet,
    owner: wallet,
    conditionId: hashOf(market.name),
  } as const;
  await submit(world, command, [deed]);
}

const ACTS: readonly Act[] = [fill, fill, fill, fill, fill, changeSets, changeSets, convert];

/** Lets some rounds pass, with a few things in each that are sent at once. */
export async function live(world: World, rounds: number): Promise<void> {
  const { random, exchange, markets } = world;
  for (let round = 0; round < rounds; round += 1) {
    if (random.chance(60)) await exchange.wait(random.between(1, 90_000));
    const busy = new Set(Array.from({ length: random.between(1, 4) }, () => random.pick(markets)));
    await Promise.all(
      [...busy].map((market) => (isOpen(market) ? random.pick(ACTS)(world, market) : redeem(world, market))),
    );
  }
}

/** Resolves about half of the markets, with some more happening in between. */
export async function resolveSome(world: World): Promise<void> {
  for (const market of world.markets) {
    if (world.random.chance(45)) await resolve(world, market);
    await live(world, 6);
  }
}
