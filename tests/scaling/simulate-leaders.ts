/**
 * Simulation of leaders that share collateral, from a seed: messages are lost, repeated and reordered, and leaders crash before any
 * effect. All is checked after each effect. A crash of one leader while another acts is a crash before its own next effect.
 */
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { apply, giveBack, LEDGER, placeOrder, recover, sendAgain, take, zeros } from "./leaders.ts";
import type { Effect, Leader, Message, Sizes, Without } from "./leaders.ts";

export type Options = Sizes & {
  readonly seed: number;
  readonly steps: number;
  /** Collateral that each account deposits, and that of the largest order. */
  readonly deposit: number;
  readonly largest: number;
  /** Number of leaders at which an account trades. */
  readonly spread: number;
  /** Percentage of messages that are lost, and of those that come again. */
  readonly lossy: number;
  /** Percentage of effects before which a leader crashes, and one effect before which it does. */
  readonly crashes: number;
  readonly crashAt?: number;
  readonly without: Without;
};

/** Counts of a run. `waiting` are orders that no grant covered yet; `idle` adds up reserves behind nothing over the steps. */
const ZERO = { effects: 0, crashes: 0, messages: 0, orders: 0, waiting: 0, withdrawals: 0, idle: 0 };
export type Counts = typeof ZERO;

type World = {
  readonly options: Options;
  readonly random: Random;
  /** The ledger, then the trading leaders. */
  readonly leaders: Leader[];
  readonly messages: Message[];
  /** Number of the last order that was answered, by leader. */
  readonly answered: number[];
  readonly counts: Counts;
};

/** Rounds without faults after which all must be at rest. */
const MAX_ROUNDS = 100;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** Runs a seed to its end and brings all collateral home; throws where collateral or an order is lost or made. */
export function simulateLeaders(options: Options): Counts {
  const { steps, accounts, deposit, without } = options;
  const places = [...zeros(options.leaders + 1).keys()];
  const leaders = places.map((place) => recover(place, [], options, without));
  const ledger = leaders[LEDGER]!;
  for (let account = 0; account < accounts; account += 1) {
    ledger.journal.push({ type: "deposited", account, amount: deposit, no: 0, peer: LEDGER });
    apply(ledger.memory, ledger.journal.at(-1)!);
  }
  const random = createRandom(options.seed);
  const world = {
    options,
    random,
    leaders,
    messages: [],
    answered: places.map(() => 0),
    counts: { ...ZERO },
  };
  for (let step = 0; step < steps; step += 1) {
    takeStep(world);
    world.counts.idle += sum(leaders[LEDGER]!.memory.reserved) - sum(leaders.map(atStake));
  }
  bringHome({ ...world, counts: { ...ZERO }, options: { ...options, lossy: 0, crashes: 0, crashAt: 0 } });
  return world.counts;
}

function takeStep(world: World): void {
  const { random, options, messages } = world;
  if (messages.length > 0 && random.chance(75))
    return deliver(world, options.lossy > 0 ? random.below(messages.length) : 0);
  const drawn = random.below(100);
  const place = random.between(1, options.leaders);
  const account = random.below(options.accounts);
  if (drawn < 45) return order(world, account);
  if (drawn < 60) return cancel(world, place);
  if (drawn < 75) return match(world, place);
  if (drawn < 90) return resolve(world, place);
  if (drawn < 91) return sweep(world, place);
  if (drawn < 94) return withdraw(world, account);
  return carryOut(world, random.between(LEDGER, options.leaders), sendAgain);
}

/** Delivers a message. Under faults it may be lost, or come once more. */
function deliver(world: World, index: number): void {
  const { random, options, messages } = world;
  const message = messages[index]!;
  if (!random.chance(options.lossy)) messages.splice(index, 1);
  if (!random.chance(options.lossy))
    carryOut(world, message.to, (leader) => take(leader, message, options.without));
}

/** Carries out effects one by one. A crash before one of them loses the rest, and all memory. */
function carryOut(world: World, place: number, decide: (leader: Leader) => readonly Effect[]): void {
  const { random, options, counts, leaders, answered } = world;
  const leader = leaders[place]!;
  for (const effect of decide(leader)) {
    counts.effects += 1;
    if (counts.effects === options.crashAt || random.chance(options.crashes)) return crash(world, leader);
    if ("answer" in effect) answered[place] = effect.answer;
    else if ("send" in effect) {
      counts.messages += 1;
      world.messages.push(effect.send);
    } else {
      leader.journal.push(effect.append);
      apply(leader.memory, effect.append);
      check(world, place);
    }
  }
}

function crash({ options, leaders, answered, counts }: World, { place, journal }: Leader): void {
  counts.crashes += 1;
  leaders[place] = recover(place, journal, options, options.without);
  if (answered[place]! > leaders[place].memory.ordered) throw new Error("an answered order is lost");
}

function order(world: World, account: number): void {
  const { random, options, leaders, counts } = world;
  const place = 1 + ((account + random.below(options.spread)) % options.leaders);
  const { ordered } = leaders[place]!.memory;
  const stake = { account, amount: random.between(1, options.largest) };
  carryOut(world, place, (leader) => placeOrder(leader, stake, options.chunk, options.without));
  counts[leaders[place]!.memory.ordered > ordered ? "orders" : "waiting"] += 1;
}

function cancel(world: World, place: number): void {
  const orders = [...world.leaders[place]!.memory.orders.values()];
  if (orders.length === 0) return;
  const { account, amount, no } = world.random.pick(orders);
  carryOut(world, place, () => [{ append: { type: "canceled", account, amount, no, peer: place } }]);
  trim(world, place, account);
}

/** Matches two orders of different accounts. */
function match(world: World, place: number): void {
  const { random, leaders } = world;
  const orders = [...leaders[place]!.memory.orders.values()];
  if (orders.length < 2) return;
  const [one, other] = [random.pick(orders), random.pick(orders)];
  if (one.account === other.account) return;
  const append = { type: "matched", orders: [one.no, other.no] } as const;
  carryOut(world, place, () => [{ append }]);
}

/** Resolves the earliest market: one of the two accounts gets the collateral of both. */
function resolve(world: World, place: number): void {
  const stakes = world.leaders[place]!.memory.backing[0];
  if (stakes === undefined) return;
  const { account } = world.random.pick(stakes);
  const amount = sum(stakes.map((stake) => stake.amount));
  carryOut(world, place, () => [{ append: { type: "resolved", account, amount, no: 0, peer: place } }]);
  trim(world, place, account);
}

/** Returns collateral beyond two chunks. */
function trim(world: World, place: number, account: number): void {
  const { chunk, without } = world.options;
  carryOut(world, place, (leader) =>
    leader.memory.free[account]! > 2 * chunk ? giveBack(leader, account, chunk, without) : [],
  );
}

/** Returns the collateral of accounts that gave no order since the last sweep. */
function sweep(world: World, place: number): void {
  const { accounts, without } = world.options;
  for (let account = 0; account < accounts; account += 1)
    carryOut(world, place, (leader) =>
      leader.active.has(account) ? [] : giveBack(leader, account, 0, without),
    );
  world.leaders[place]!.active.clear();
}

function withdraw(world: World, account: number): void {
  const free = world.leaders[LEDGER]!.memory.free[account]!;
  const amount = Math.min(free, world.random.between(1, world.options.largest));
  if (amount === 0) return;
  world.counts.withdrawals += 1;
  carryOut(world, LEDGER, () => [{ append: { type: "withdrawn", account, amount, no: 0, peer: LEDGER } }]);
}

/** Adds up a leader's collateral behind orders and shares. */
const atStake = ({ memory: { orders, backing } }: Leader): number =>
  sum([...orders.values(), ...backing.flat()].map(({ amount }) => amount));

/** Checks that all collateral is somewhere, and once: at the ledger, at each leader, or on its way between them. */
function check({ leaders, options }: World, changed: number): void {
  const [ledger, ...others] = leaders.map(({ memory }) => memory);
  const owned = sum(ledger!.free) + sum(ledger!.reserved) + ledger!.withdrawn;
  if (owned !== options.accounts * options.deposit) throw new Error("the ledger lost or made collateral");
  if (leaders.some(({ memory }) => Math.min(...memory.free) < 0))
    throw new Error("collateral was spent twice");
  for (const [index, { sent, applied, free }] of others.entries()) {
    const place = index + 1;
    if (changed !== LEDGER && changed !== place) continue;
    const grants = ledger!.sent[place]!.slice(applied[LEDGER]);
    const underway = [...grants, ...sent[LEDGER]!.slice(ledger!.applied[place])];
    const held = sum(free) + atStake(leaders[place]!) + sum(underway.map(({ amount }) => amount));
    if (held !== ledger!.reserved[place]) throw new Error("a leader has not what the ledger reserved");
  }
}

/** Ends trading, without faults; all collateral must come home, to each account what the journals say. */
function bringHome(world: World): void {
  const { leaders, options, messages } = world;
  const isHome = (): boolean => sum(leaders[LEDGER]!.memory.reserved) === 0 && messages.length === 0;
  for (let round = 0; round < MAX_ROUNDS && !isHome(); round += 1) {
    for (const { place, memory } of leaders) {
      while (memory.orders.size > 0) cancel(world, place);
      while (memory.backing.length > 0) resolve(world, place);
      if (place !== LEDGER) sweep(world, place);
      carryOut(world, place, sendAgain);
    }
    while (messages.length > 0) deliver(world, 0);
  }
  if (!isHome()) throw new Error("collateral did not come home");
  const balances = readBalances(leaders, options.accounts);
  if (balances.some((balance, account) => balance !== leaders[LEDGER]!.memory.free[account]))
    throw new Error("an account has another balance than the journals say");
}

/** Reads balances off the journals, without reservations: deposits, withdrawals, matched orders and payouts. */
function readBalances(leaders: readonly Leader[], accounts: number): number[] {
  const balances = zeros(accounts);
  for (const { journal } of leaders) {
    const orders = journal.flatMap((event) => (event.type === "ordered" ? [event] : []));
    for (const event of journal)
      if (event.type === "matched")
        for (const no of event.orders) balances[orders[no - 1]!.account]! -= orders[no - 1]!.amount;
      else if (event.type === "deposited" || event.type === "resolved")
        balances[event.account]! += event.amount;
      else if (event.type === "withdrawn") balances[event.account]! -= event.amount;
  }
  return balances;
}
