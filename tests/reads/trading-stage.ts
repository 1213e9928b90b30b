/**
 * Busy trading in a few described markets, so that listings are longer than a page: orders of a few wallets that meet
 * many others at once, rest, and are cancelled. Refused orders are left out. Beside those stand many quiet markets,
 * whose titles and end dates are hard to search and to sort.
 */
import type { Command, PlaceOrder } from "../../src/core/events/command.ts";
import type { OrderKind, Side } from "../../src/core/state.ts";
import { lots, micros, ticks } from "../../src/core/units.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import type { ReadWorld } from "./read-world.ts";

const NAMES = ["tide", "surf", "swell"];
const ADDRESSES = ["hal", "ida", "jon"].map(walletOf);
const [FIRST = ""] = ADDRESSES;
/** A second wallet of the first. */
const SECOND = walletOf("hal-safe");
const OWNERS = new Map([
  ...ADDRESSES.map((address) => [address, address] as const),
  [SECOND, FIRST] as const,
]);
const WALLETS = [...OWNERS.keys()];

/** Letters of several bytes, signs that a pattern or a quotation gives a meaning, and titles that differ in case. */
const QUESTIONS = [
  "Will it rain?",
  "will it RAIN in Łódź?",
  "Will Zoë win 100% of the_sets?",
  "Rain",
  "A back\\slash and a 'quote'",
  "ÉTÉ 2027",
  "Will it snow before the rain does?",
];
/** Equal ones, ones that differ by parts of a second, and none. */
const END_DATES = [
  "2026-07-01T00:00:00Z",
  "2026-07-01T00:00:00.500Z",
  "2026-07-01T12:30:00Z",
  "2027-01-01T00:00:00Z",
  "2025-12-31T23:59:59Z",
  undefined,
];
const QUIET_EVENTS = ["4712", "4713"];
const QUIET_MARKETS = 14;
const quietName = (event: string, no: number): string => `quiet ${event} ${no}`;
const QUIET_NAMES = QUIET_EVENTS.flatMap((event) =>
  Array.from({ length: QUIET_MARKETS }, (_, no) => quietName(event, no)),
);

type Busy = Pick<ReadWorld, "random" | "context" | "clock" | "history">;

/** Lists the markets at its first call; then as many orders as are asked for, with all that belongs to them. */
export async function trade(world: Busy, orders: number): Promise<void> {
  const { random, context, clock } = world;
  const submit = (command: Command) => context.engine.submit(command);
  const opened = context.engine.exchange.marketByCondition.has(hashOf("tide"));
  if (!opened) for (const command of opening()) await submit(command);
  const placed: string[] = [];
  while (placed.length < orders) {
    const commands = Array.from({ length: random.between(1, 12) }, () => order(world));
    placed.push(...commands.map(({ id }) => id));
    const cancels = random.chance(30) ? [cancel(world, placed)] : [];
    await Promise.all([...commands, ...cancels].map(submit));
    if (random.chance(50)) clock.now += random.between(1, 40_000);
    if (random.chance(20)) await context.engine.tick();
  }
}

function opening(): Command[] {
  const markets = NAMES.map((name, index) => ({
    name,
    icon: `https://icons.test/${name}.png`,
    outcomes: ["Über", "Not \u{1f30a}"] as const,
    ...(index === 1 ? { fees: { rate: 700, exponent: 1, takerOnly: false } } : {}),
    ...(index === 2 ? { tick: ticks(1), endDate: "2027-01-31T12:00:00Z" } : {}),
  }));
  const event = { id: "4711", slug: "waves", ticker: "waves", title: "Waves", tags: [SPORTS, ECONOMY] };
  const accounts = [...OWNERS].map(([address, owner]): Command => {
    return { type: "open-account", address, owner, credit: micros(500_000_000_000) };
  });
  const splits = [...OWNERS].flatMap(([address, owner]) => [
    ...NAMES.map((name) => setsOf("split", { address, owner, name, size: 2_000_000 })),
    ...QUIET_NAMES.map((name) => setsOf("split", { address, owner, name, size: QUIET_LOTS })),
  ]);
  // The first wallet's positions in half of the quiet markets are closed.
  const merges = QUIET_NAMES.filter((_, no) => no % 2 === 0).map((name) =>
    setsOf("merge", { address: FIRST, owner: FIRST, name, size: QUIET_LOTS }),
  );
  const quiet = QUIET_EVENTS.map(quietListing);
  return [
    { type: "list", listing: testListing(markets, event) },
    ...quiet,
    ...accounts,
    ...splits,
    ...merges,
  ];
}

const QUIET_LOTS = 50_000;

const SPORTS = { id: "501", label: "Sports", slug: "sports" };
const ECONOMY = { id: "502", label: "Economy", slug: "economy" };

type Sets = {
  readonly address: string;
  readonly owner: string;
  readonly name: string;
  /** Size in 0.01 of a set. */
  readonly size: number;
};

const setsOf = (type: "split" | "merge", { address, owner, name, size }: Sets): Command => ({
  type,
  address,
  owner,
  conditionId: hashOf(name),
  lots: lots(size),
});

function quietListing(event: string): Command {
  const markets = Array.from({ length: QUIET_MARKETS }, (_, no) => {
    const endDate = END_DATES[no % END_DATES.length];
    return {
      name: quietName(event, no),
      question: QUESTIONS[no % QUESTIONS.length]!,
      ...(no % 2 === 0 ? { icon: `https://icons.test/${event}-${no}.png` } : {}),
      ...(no % 3 === 0 ? { outcomes: [`Team ${no}`, "Others"] as const } : {}),
      ...(endDate === undefined ? {} : { endDate }),
    };
  });
  const slug = `quiet-${event}`;
  const tags = event === QUIET_EVENTS[0] ? [ECONOMY] : [];
  return {
    type: "list",
    listing: testListing(markets, { id: event, slug, ticker: slug, title: slug, tags }),
  };
}

function order({ random, clock }: Busy): PlaceOrder {
  const maker = random.pick(WALLETS);
  const side = random.pick<Side>(["BUY", "SELL"]);
  const kind = random.pick<OrderKind>(["GTC", "GTC", "GTC", "GTC", "GTD", "FAK", "FOK"]);
  const away = random.chance(70) ? random.between(1, 25) : -random.between(0, 6);
  const limit = ticks(5_000 + 100 * (side === "BUY" ? -away : away));
  const size = lots(random.chance(20) ? random.between(1_000, 9_000) : random.between(100, 900));
  return {
    type: "place-order",
    id: hashOf(`busy ${random.below(2 ** 32)} ${clock.now}`),
    maker,
    owner: OWNERS.get(maker)!,
    tokenId: tokenOf(`${random.pick(random.chance(85) ? NAMES : QUIET_NAMES)} ${random.pick(["yes", "no"])}`),
    side,
    kind,
    postOnly: false,
    expiresAt: kind === "GTD" ? clock.now + random.between(1, 400_000) : 0,
    limit,
    lots: size,
    budget: side === "BUY" && (kind === "FOK" || kind === "FAK") ? micros(size * limit) : undefined,
    apiKey: "00000000-0000-4000-8000-00000000000b",
    signed: random.chance(25)
      ? { ...NOT_SIGNED, builder: `0x${"0".repeat(24)}${maker.slice(2)}` }
      : NOT_SIGNED,
  };
}

/** The cancel of an order that may be filled already, or may be another owner's. */
function cancel({ random }: Busy, placed: readonly string[]): Command {
  return { type: "cancel-order", id: random.pick(placed), owner: random.pick(ADDRESSES) };
}
