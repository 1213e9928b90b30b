/**
 * A catalog drawn from a seed: some hundred events with few names, dates, tags and wallets among them, so that there
 * are ties of every kind. Plain objects beside the exchange keep all that was listed and done.
 */
import type {
  CatalogEvent,
  CatalogSeries,
  CatalogTag,
  Flags,
  Payout,
} from "../../../src/core/markets/catalog.ts";
import { addSiteWallets } from "../../../src/store/catalog/sites.ts";
import { testListing, walletOf } from "../../support/exchange.ts";
import type { NamedMarket, TestExchange } from "../../support/exchange.ts";
import type { Random } from "../../support/random.ts";
import { testSeries } from "../../support/test-series.ts";

export type Fill = { readonly at: number; readonly micros: number };

export type RestingBuy = {
  readonly token: "yes" | "no";
  readonly cents: number;
  readonly micros: number;
};

export type DrawnMarket = {
  /** The market as it was listed last, with all that a listing may leave out. */
  readonly listed: NamedMarket & { readonly id: string; readonly slug: string; readonly question: string };
  /** Number of markets that were listed before it. */
  readonly rank: number;
  readonly event: DrawnEvent;
  flags: Flags;
  takesOrders: boolean;
  readonly fills: Fill[];
  /** Resting orders by their ids, which buy an outcome. */
  readonly resting: Map<string, RestingBuy>;
  /** Price of the latest trade of the first outcome in cents, and the time of the resolution. */
  lastCents?: number;
  resolvedAt?: number;
};

export type DrawnEvent = { listed: CatalogEvent; readonly markets: DrawnMarket[] };

export type DrawnCatalog = {
  readonly events: readonly DrawnEvent[];
  readonly markets: readonly DrawnMarket[];
  readonly sites: ReadonlyMap<string, readonly string[]>;
};

export const TAGS: readonly CatalogTag[] = Array.from({ length: 25 }, (_, index) => ({
  id: String(index + 1),
  label: `Tag ${index + 1}`,
  slug: `tag-${index + 1}`,
}));

export const SERIES: readonly CatalogSeries[] = Array.from({ length: 6 }, (_, index) =>
  testSeries({
    id: String(index + 1),
    slug: `series-${index + 1}`,
    title: `Series ${index + 1}`,
    recurrence: ["daily", "weekly", "monthly"][index % 3]!,
  }),
);

export const WALLETS: readonly string[] = Array.from({ length: 8 }, (_, index) => walletOf(`maker ${index}`));

const SITES: ReadonlyMap<string, readonly string[]> = new Map([
  ["one.example", WALLETS.slice(0, 1)],
  ["some.example", WALLETS.slice(1, 4)],
  ["rest.example", [...WALLETS.slice(3), walletOf("nobody")]],
]);

const TITLES = [
  "Rain",
  "rain",
  "Élection",
  "Zebra",
  "Ärger",
  "10 goals",
  "9 goals",
  "\u{1F327} rain",
  "￮ level",
];
const FRACTIONS = ["", "", ".5", ".50", ".500000", ".05", ".123456", ".1234567", ".000", ".9"];

/** One of few hundred instants, in one of the forms that it has; or none. */
export function drawDate(random: Random): string | undefined {
  if (random.chance(12)) return undefined;
  const second = random.pick([0, 1, 9, 10, 20, 59]);
  const at = Date.UTC(
    2026,
    random.between(0, 5),
    random.pick([1, 10, 20, 30]),
    random.pick([0, 10]),
    0,
    second,
  );
  return new Date(at).toISOString().replace(".000Z", `${random.pick(FRACTIONS)}Z`);
}

const dates = <Name extends string>(random: Random, names: readonly Name[]): { [Key in Name]?: string } =>
  Object.fromEntries(
    names.map((name) => [name, drawDate(random)] as const).filter(([, date]) => date !== undefined),
  ) as { [Key in Name]?: string };

function drawFlags(random: Random): Flags {
  if (random.chance(70)) return { active: true, closed: false, archived: false };
  return { active: random.chance(70), closed: random.chance(50), archived: random.chance(25) };
}

function someOf<Item>(random: Random, items: readonly Item[], most: number): Item[] {
  const drawn = Array.from(
    { length: random.below(most + 1) },
    () => items[random.below(1 + random.below(items.length))]!,
  );
  return [...new Set(drawn)];
}

function drawDescription(random: Random, name: string) {
  const slug = random.chance(10) ? "a-common-slug" : name.replaceAll(" ", "-");
  const title = `${random.pick(TITLES)}${random.chance(50) ? "" : ` ${random.below(9)}`}`;
  return {
    slug,
    title,
    ticker: random.pick(["", "TICK", "tick", slug]),
    tags: someOf(random, TAGS, 4),
    series: someOf(random, SERIES, 2),
    ...dates(random, ["startDate", "creationDate", "endDate", "createdAt", "updatedAt"]),
  };
}

function drawEvent(random: Random, id: string): CatalogEvent {
  const { event } = testListing([], { id, ...drawDescription(random, `event ${id}`), ...drawFlags(random) });
  return event;
}

function drawMarket(random: Random, name: string): DrawnMarket["listed"] {
  const flags = drawFlags(random);
  return {
    name,
    id: String(random.below(100_000) + 1),
    ...flags,
    slug: random.chance(5) ? "a-common-slug" : name.replaceAll(" ", "-"),
    question: `${random.pick(TITLES)} ${random.below(5)}?`,
    ...(random.chance(20) && { acceptingOrders: true }),
    ...(random.chance(90) && { creator: WALLETS[random.below(1 + random.below(WALLETS.length))]! }),
    ...(flags.closed &&
      !flags.archived && {
        payout: random.pick<Payout>([
          [1, 0],
          [0, 1],
          [1, 1],
        ]),
      }),
    ...dates(random, ["startDate", "endDate", "createdAt", "updatedAt"]),
    ...(random.chance(20) && dates(random, ["gameStartTime"])),
  };
}

/** Draws the events with their markets and lists them, some of them twice with another description. */
export async function listDrawnCatalog(
  random: Random,
  exchange: TestExchange,
  size: number,
): Promise<DrawnCatalog> {
  const markets: DrawnMarket[] = [];
  const ids = new Set(Array.from({ length: size }, () => String(random.below(1_000_000) + 1)));
  const events = [...ids].map((id): DrawnEvent => {
    const event: DrawnEvent = { listed: drawEvent(random, id), markets: [] };
    const count = random.chance(4) ? 0 : random.between(1, 6);
    for (let index = 0; index < count; index += 1) {
      const listed = drawMarket(random, `market ${id} ${index}`);
      const takesOrders = !listed.archived && !listed.closed && (listed.active! || listed.acceptingOrders!);
      const flags = { active: listed.active!, closed: listed.closed!, archived: listed.archived! };
      const market: DrawnMarket = {
        listed,
        rank: markets.length,
        event,
        flags,
        takesOrders,
        fills: [],
        resting: new Map(),
      };
      markets.push(market);
      event.markets.push(market);
    }
    return event;
  });
  for (const event of events) await list(exchange, event);
  for (const [host, wallets] of SITES) await addSiteWallets(exchange.context.ownSql, { host, wallets });
  const drawn = { events, markets, sites: SITES };
  await describeAnew(random, exchange, drawn);
  return drawn;
}

/** Lists some events again, with another name, other tags and other dates. */
export async function describeAnew(
  random: Random,
  exchange: TestExchange,
  { events }: DrawnCatalog,
): Promise<void> {
  for (const event of events) {
    if (!random.chance(10)) continue;
    const { id, active, closed, archived } = event.listed;
    const described = { id, ...drawDescription(random, `event ${id} anew`), active, closed, archived };
    event.listed = testListing([], described).event;
    await list(exchange, event);
  }
}

const list = (exchange: TestExchange, { listed, markets }: DrawnEvent): Promise<void> =>
  exchange.list(
    testListing(
      markets.map((market) => market.listed),
      listed,
    ),
  );
