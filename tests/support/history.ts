/**
 * A database with a trading history that has events of every kind, made by commands without signatures. It has several
 * markets and accounts. Orders rest, match in all three ways, expire, are cancelled and end otherwise. Shares are
 * split, merged, converted and redeemed, settlements fail, and operators resolve markets in every way.
 */
import { pino } from "pino";
import { readConfig } from "../../src/settings/config.ts";
import { createContext } from "../../src/context.ts";
import type { CatalogEvent } from "../../src/core/markets/catalog.ts";
import type { Command, MarketAction, OperatorCommand } from "../../src/core/events/command.ts";
import type { StatedTerms } from "../../src/core/markets/market-terms.ts";
import type { OrderKind, Side } from "../../src/core/state.ts";
import { lots, micros, ticks } from "../../src/core/units.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { buildFailureCommand } from "../../src/engine/sandbox/settlements.ts";
import type { OnceOutcome, CommandOutcome } from "../../src/engine/repeats/entry.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import { clocksOf } from "./clocks.ts";
import { cloneDatabase, createTestDatabase, dropDatabase } from "./database.ts";
import type { TestDatabase } from "./database.ts";
import { hashOf, START_AT, testListing, tokenOf, walletOf } from "./exchange.ts";
import { patiently } from "./patiently.ts";
import { createRandom } from "./random.ts";
import type { Random } from "./random.ts";
import { testSeries } from "./test-series.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WALLETS = ["ann", "bob", "cid", "dee"].map(walletOf);
const MARKETS = ["rain", "snow", "wind"];
/** Markets of one event, of which one resolves YES. */
const FLOODS = ["low flood", "middle flood", "high flood"];
const OTHERS = ["hail", "mist"];
const TRADED = [...MARKETS, ...FLOODS, ...OTHERS];

/** Makes a database with a history, the end of it after a restart. It has no open connections when this returns. */
export async function createHistory(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const clock = { now: START_AT };
  for (const write of [open, trade, resolveMarkets]) await withEngine(database.url, clock, write);
  return database;
}

type Submit = (command: Command) => Promise<CommandOutcome | OnceOutcome>;
type Clock = { now: number };

async function withEngine(
  databaseUrl: string,
  clock: Clock,
  write: (submit: Submit, clock: Clock) => Promise<void>,
): Promise<void> {
  const context = await createContext({
    config: readConfig({ PRESAGE_MASTER_KEY: "5e".repeat(32), PRESAGE_ADMIN_TOKEN: "ad".repeat(32) }, []),
    log: pino({ level: "silent" }),
    clocks: clocksOf(clock),
    databaseUrl,
    onFailure: (error) => {
      throw error;
    },
  });
  try {
    await write((command) => patiently(submitRequest(context.engine, command)), clock);
  } finally {
    await context.close();
  }
}

/** Types of commands that come as remembered requests: movements of money and shares, and operators' commands. */
const REQUESTED = new Set<string>(["split", "merge", "redeem", "convert", "withdraw", "operate"]);
let requestCount = 0;

function submitRequest(engine: Engine, command: Command): () => Promise<CommandOutcome | OnceOutcome> {
  if (!REQUESTED.has(command.type)) return () => engine.submit(command);
  requestCount += 1;
  const hash = (of: string): string => hashOf(`${of} ${requestCount}`).slice(2);
  const kinds = [
    { key: hash("key") },
    { signed: hash("signed") },
    { key: hash("key"), signed: hash("signed") },
  ];
  const name = { caller: WALLETS[0]!, content: hash("content"), ...kinds[requestCount % 3] };
  return () =>
    engine.submitOnce(command, { name, makeResult: ({ events }) => ({ "told of": events.length }) });
}

async function acceptAll(submit: Submit, commands: readonly Command[]): Promise<void> {
  for (const command of commands) {
    const outcome = await submit(command);
    if (outcome.type !== "committed" && outcome.type !== "done")
      throw new Error(`${command.type}: ${JSON.stringify(outcome)}`);
  }
}

const WEATHER = { id: "5", label: "Weather", slug: "weather" };
const GROUPED: Partial<CatalogEvent> = {
  startDate: "2026-05-01T09:30:00.500Z",
  tags: [WEATHER],
  series: [testSeries({ id: "3", slug: "daily-weather", title: "Daily weather" })],
};

const later = (active: boolean, title: string) =>
  testListing([{ name: "fog", active }], {
    id: "8",
    slug: "later",
    ticker: "later",
    title,
    tags: active ? [WEATHER] : [WEATHER, { id: "6", label: "Not yet", slug: "not-yet" }],
  });

async function open(submit: Submit): Promise<void> {
  const [first, , , last] = WALLETS.map((address) => ({ address, owner: address }));
  await acceptAll(submit, [
    {
      type: "list",
      listing: testListing(
        MARKETS.map((name) => ({ name, creator: first!.address, autoRedeem: false })),
        GROUPED,
      ),
    },
    { type: "list", listing: later(false, "Not open yet") },
    ...WALLETS.map((address): Command => ({
      type: "open-account",
      address,
      owner: address,
      credit: micros(5_000_000_000),
    })),
    { type: "credit", ...first!, amount: micros(1_000_000) },
    ...WALLETS.flatMap((owner): Command[] => [
      { type: "set-order-group", owner, name: "quotes", limit: lots(5_000), windowMs: 2 * MINUTE_MS },
      { type: "set-order-group", owner, name: "null", limit: lots(1), windowMs: MINUTE_MS },
    ]),
    { type: "remove-order-group", owner: first!.owner, name: "null" },
    ...MARKETS.map((name): Command => ({
      type: "split",
      ...last!,
      conditionId: hashOf(name),
      lots: lots(20_000),
    })),
    { type: "merge", ...last!, conditionId: hashOf("rain"), lots: lots(5_000) },
    ...listMore(),
    ...splitAll([...FLOODS, ...OTHERS], 4_000),
    ...tradeNearOne("wind"),
  ]);
}

/** A trade at a price near 1, of both outcomes' buyers, which makes the market's price step finer. */
function tradeNearOne(market: string): Command[] {
  const [first, second] = WALLETS;
  const order = (outcome: "yes" | "no", maker: string, limit: number): Command => ({
    type: "place-order",
    id: hashOf(`${outcome} near one`),
    tokenId: tokenOf(`${market} ${outcome}`),
    side: "BUY",
    kind: "GTC",
    postOnly: false,
    maker,
    owner: maker,
    expiresAt: 0,
    limit: ticks(limit),
    lots: lots(100),
    budget: undefined,
    apiKey: "00000000-0000-4000-8000-000000000000",
    signed: NOT_SIGNED,
  });
  return [order("no", first!, 300), order("yes", second!, 9_700)];
}

/** Splits of these markets for every wallet. */
const splitAll = (names: readonly string[], quantity: number): Command[] =>
  WALLETS.flatMap((address) =>
    names.map((name): Command => ({
      type: "split",
      address,
      owner: address,
      conditionId: hashOf(name),
      lots: lots(quantity),
    })),
  );

/** All terms that a listing can state: a start that loads one of them wrongly is named by the verification. */
const EVERY_TERM: Required<StatedTerms> = {
  tick: ticks(100),
  minimumLots: lots(100),
  negativeRisk: false,
  fees: { rate: 50, exponent: 1, takerOnly: true },
  autoRedeem: true,
};

/**
 * Listings with fees, of an event of which one market wins, with automatic payment, and of a market that never opens.
 */
function listMore(): Command[] {
  const floods = FLOODS.map((name, index) => ({
    name,
    negativeRisk: true,
    autoRedeem: false,
    ...(index < 2 ? { fees: { rate: 700, exponent: index + 1, takerOnly: index > 0 } } : {}),
  }));
  const [hail, mist] = OTHERS;
  const others = [
    { name: hail!, ...EVERY_TERM },
    { name: mist!, ...EVERY_TERM, autoRedeem: false },
    { name: "dust" },
  ];
  const named = (id: string, slug: string): Partial<CatalogEvent> => ({
    id,
    slug,
    ticker: slug,
    title: slug,
  });
  return [
    { type: "list", listing: testListing(floods, { ...named("9", "floods"), negativeRisk: true }) },
    { type: "list", listing: testListing(others, named("10", "others")) },
  ];
}

async function resolveMarkets(submit: Submit, clock: Clock): Promise<void> {
  clock.now += MINUTE_MS;
  await acceptAll(submit, [
    ...splitAll(["wind", "low flood"], 100),
    { type: "pause-market", conditionId: hashOf("snow") },
    { type: "resume-market", conditionId: hashOf("snow") },
    { type: "resolve-market", conditionId: hashOf("wind"), payout: [1, 0] },
    ...WALLETS.map((address) => redeem(address, "wind")),
    { type: "list", listing: later(true, "Open at last") },
    ...operatorCommands(),
  ]);
}

const redeem = (address: string, name: string): OperatorCommand => ({
  type: "redeem",
  address,
  owner: address,
  conditionId: hashOf(name),
});

/** Operators' commands with their reasons. They leave markets in every stage between two decisions. */
function operatorCommands(): Command[] {
  const [ann, bob, cid] = WALLETS as [string, string, string];
  const [low, middle] = FLOODS as [string, string];
  const propose = (name: string): OperatorCommand => {
    const link = "https://weather.example/report";
    return { type: "propose-resolution", conditionId: hashOf(name), payout: [0, 1], evidence: "Seen.", link };
  };
  const step = (type: MarketAction, name: string): OperatorCommand => ({ type, conditionId: hashOf(name) });
  const resolve = (name: string, payout: readonly [number, number]): OperatorCommand => ({
    type: "resolve-market",
    conditionId: hashOf(name),
    payout,
  });
  const commands: OperatorCommand[] = [
    ...[low, middle].flatMap((name) => [propose(name), step("dispute-resolution", name)]),
    propose(low),
    resolve(low, [0, 1]),
    redeem(ann, low),
    step("archive-market", low),
    redeem(bob, low),
    resolve("hail", [1, 1]),
    resolve("mist", [1, 0]),
    step("undo-resolution", "mist"),
    step("resume-market", "mist"),
    propose("mist"),
    step("archive-market", "dust"),
    { type: "ban", address: bob },
    { type: "unban", address: bob },
    { type: "ban", address: walletOf("eve") },
    { type: "withdraw", address: cid, owner: cid, amount: micros(1_234_567) },
    { type: "debit", address: cid, amount: micros(7_654_321) },
    { type: "set-mode", mode: "cancel-only" },
    { type: "set-mode", mode: "normal" },
  ];
  const byOwner = new Set(["redeem", "withdraw"]);
  return [
    ...commands.map((command) => (byOwner.has(command.type) ? command : asOperatorCommand(command))),
    asOperatorCommand(undefined),
  ];
}

const asOperatorCommand = (command: OperatorCommand | undefined): Command => ({
  type: "operate",
  operator: "olga",
  action: command?.type ?? "site-added",
  subject: (command !== undefined && "conditionId" in command && command.conditionId) || "weather.example",
  reason: "Because it is so.",
  details: command === undefined ? {} : { type: command.type },
  command,
});

const ORDERS = 600;

/**
 * Sends random orders and cancels, of which some are refused. Several are sent at once, so that batches differ in
 * size.
 */
async function trade(submit: Submit, clock: Clock): Promise<void> {
  const random = createRandom(20_260_601);
  const pending: Promise<CommandOutcome | OnceOutcome>[] = [];
  const outcomes: (CommandOutcome | OnceOutcome)[] = [];
  for (let no = 0; no < ORDERS; no += 1) {
    const maker = random.pick(WALLETS);
    const kind = random.pick<OrderKind>(["GTC", "GTC", "GTC", "GTD", "FOK", "FAK"]);
    const side = random.pick<Side>(["BUY", "SELL"]);
    const limit = ticks(random.between(45, 55) * 100);
    const size = lots(random.between(100, 3_000));
    const command: Command = {
      type: "place-order",
      id: hashOf(`order ${no}`),
      maker,
      owner: maker,
      tokenId: tokenOf(`${random.pick(TRADED)} ${random.pick(["yes", "no"])}`),
      side,
      kind,
      postOnly: false,
      expiresAt: kind === "GTD" ? clock.now + random.between(1, 5) * MINUTE_MS : 0,
      ...(kind === "GTD" && { expiry: { leastAheadMs: MINUTE_MS, leavesEarlyMs: MINUTE_MS / 2 } }),
      limit,
      lots: size,
      budget: side === "BUY" && (kind === "FOK" || kind === "FAK") ? micros(size * limit) : undefined,
      apiKey: "00000000-0000-4000-8000-000000000000",
      ...(no % 4 === 0 && { group: "quotes" }),
      signed: random.chance(20) ? { ...NOT_SIGNED, builder: hashOf("a builder") } : NOT_SIGNED,
    };
    pending.push(submit(command));
    if (no % 25 === 0) pending.push(submit({ type: "reset-order-group", owner: maker, name: "quotes" }));
    if (random.chance(20)) {
      const owner = random.pick(WALLETS);
      pending.push(submit({ type: "cancel-order", id: hashOf(`order ${random.below(no + 1)}`), owner }));
    }
    if (random.chance(20)) pending.push(submit(moveShares(random)));
    if (!random.chance(30)) continue;
    outcomes.push(...(await Promise.all(pending.splice(0))));
    clock.now += random.between(0, MINUTE_MS);
    if (no % 100 === 99) clock.now += DAY_MS;
  }
  outcomes.push(...(await Promise.all(pending)));
  await failSettlements(submit, outcomes);
}

const FAILURES = 5;

/** Lets the latest matches fail whose parties still have what they got. */
async function failSettlements(
  submit: Submit,
  outcomes: readonly (CommandOutcome | OnceOutcome)[],
): Promise<void> {
  const events = outcomes.flatMap((outcome) =>
    outcome.type === "committed" ? outcome.committed.events : [],
  );
  const matches = events.flatMap((event) =>
    event.type === "order-placed" && event.fills.length > 0 ? buildFailureCommand(event) : [],
  );
  let left = FAILURES;
  for (const match of matches.toReversed())
    if (left > 0 && (await submit(match)).type === "committed") left -= 1;
  if (left > 0) throw new Error("too few settlements could fail");
}

/** Draws a split, a merge, or a conversion of one or two of the floods. */
function moveShares(random: Random): Command {
  const address = random.pick(WALLETS);
  const size = lots(random.between(1, 2_000));
  const type = random.pick(["split", "merge", "convert"] as const);
  const owned = { address, owner: address, lots: size };
  if (type !== "convert") return { type, ...owned, conditionId: hashOf(random.pick(TRADED)) };
  const given = FLOODS.slice(random.below(2), random.between(2, 3)).map(hashOf);
  return { type, ...owned, conditionIds: given };
}

/** Makes a copy of a database without open connections. */
export async function copyDatabase(url: string, name: string): Promise<TestDatabase> {
  const from = new URL(url);
  const neutral = new URL(url);
  const copy = new URL(url);
  neutral.pathname = "/postgres";
  copy.pathname = `/${from.pathname.slice(1)}_${name}`;
  const template = from.pathname.slice(1);
  const copied = copy.pathname.slice(1);
  await withSql(neutral.href, (sql) => cloneDatabase(sql, { name: copied, template }));
  return {
    url: copy.href,
    close: () => dropDatabase(neutral.href, copied),
  };
}

/** Runs `use` on a connection of its own. */
export async function withSql<T>(url: string, use: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openDatabase(url, { maxConnections: 1 });
  try {
    return await use(sql);
  } finally {
    await sql.end();
  }
}
