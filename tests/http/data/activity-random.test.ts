/** Lists of what wallets did, of their trades and of holders, against plain filters over what they did. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { checksumAddress } from "../../../src/signing/address.ts";
import { hashOf, walletOf } from "../../support/exchange.ts";
import { answered, DIALECTS } from "./data.ts";
import { activityRow, conditionOf, expectedDeeds, expectedHolders, tradeRow } from "./traded-answers.ts";
import type { SortKey, Wanted } from "./traded-answers.ts";
import { live, resolveSome, startWorld } from "./traded-world.ts";
import type { Deed, World, WorldMarket } from "./traded-world.ts";

const SEED = 20_261_101;
const QUERIES = 1_200;
const AT_ONCE = 6;

let world: World;
before(async () => {
  world = await startWorld(SEED);
});
after(() => world?.exchange.close());

/** A parameter with what it lets through. */
type Term = { readonly text: string; readonly holds: (deed: Deed) => boolean };

const anyCase = (hex: string): string =>
  world.random.pick([hex, `0x${hex.slice(2).toUpperCase()}`, hex.length === 42 ? checksumAddress(hex) : hex]);

function user(): Term {
  const { random, wallets } = world;
  const wallet = random.chance(95) ? random.pick(wallets) : walletOf("nobody");
  return { text: `user=${anyCase(wallet)}`, holds: (deed) => deed.wallet === wallet };
}

function someMarkets(): readonly WorldMarket[] {
  const { random, markets } = world;
  return Array.from({ length: random.between(1, 4) }, () => random.pick(markets));
}

function market(): Term {
  const chosen = someMarkets();
  const ids = [...chosen.map(conditionOf), ...(world.random.chance(20) ? [hashOf("no market")] : [])];
  return { text: `market=${ids.map(anyCase).join(",")}`, holds: (deed) => chosen.includes(deed.market) };
}

function event(): Term {
  const ids = Array.from({ length: world.random.between(1, 2) }, () => world.random.between(10, 14));
  return { text: `eventId=${ids.join(",")}`, holds: (deed) => ids.includes(deed.market.eventId) };
}

function types(): Term {
  const all = ["TRADE", "SPLIT", "MERGE", "REDEEM", "CONVERSION", "REWARD", "TIP"] as const;
  const chosen = Array.from({ length: world.random.between(1, 3) }, () => world.random.pick(all));
  return { text: `type=${chosen.join(",")}`, holds: ({ type }) => chosen.includes(type) };
}

function side(): Term {
  const chosen = world.random.pick(["BUY", "SELL"] as const);
  return { text: `side=${chosen}`, holds: (deed) => deed.side === chosen };
}

const secondsOf = ({ committed }: Deed): number => Math.floor(committed.at / 1000);

function start(): Term {
  const from = secondsOf(world.random.pick(world.deeds)) + world.random.between(-1, 1);
  return { text: `start=${from}`, holds: (deed) => secondsOf(deed) >= from };
}

function end(): Term {
  const to = secondsOf(world.random.pick(world.deeds)) + world.random.between(-1, 1);
  return { text: `end=${to}`, holds: (deed) => secondsOf(deed) <= to };
}

function amount(): Term {
  const { random, deeds } = world;
  const cash = random.chance(50);
  const trades = deeds.filter(({ type }) => type === "TRADE");
  const of = (deed: Deed): number => (cash ? deed.cash : deed.size);
  const least = random.chance(70) ? of(random.pick(trades)) : random.below(60_000_000);
  const text = `filterType=${cash ? "CASH" : "TOKENS"}&filterAmount=${(least / 1e6).toFixed(6)}`;
  return { text, holds: (deed) => of(deed) >= least };
}

const drawn = (percent: number, draw: () => Term): Term[] => (world.random.chance(percent) ? [draw()] : []);

function page(most: number) {
  const { random } = world;
  const limit = random.pick([undefined, 0, 1, 7, 40, most, most + 1]);
  const offset = random.pick([undefined, 0, 3, 30, 200, 10_000]);
  const text = [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(offset === undefined ? [] : [`offset=${offset}`]),
  ];
  return { limit: Math.min(limit ?? 100, most), offset: offset ?? 0, text };
}

const NEWEST_FIRST = { sortBy: "TIMESTAMP", ascending: false } as const;

type Check = () => Promise<number>;

/** Compares the whole answer; gives how many rows it has. */
async function compare(path: string, dialect: Dialect, rows: readonly unknown[]): Promise<number> {
  const reply = await world.exchange.get(path, dialect);
  const body = answered(reply, path.replace(/\?.*/, ""), dialect);
  assert.deepEqual(body, rows, `seed ${SEED}, ${dialect}: ${path}`);
  return rows.length;
}

const checkActivity: Check = () => {
  const { random } = world;
  const dialect = random.pick(DIALECTS);
  const { limit, offset, text } = page(500);
  const own = user();
  const filters =
    dialect === "polymarket"
      ? [
          ...random.pick([[], drawn(60, market), drawn(60, event)]),
          ...drawn(25, types),
          ...drawn(20, side),
          ...drawn(15, start),
          ...drawn(15, end),
        ]
      : [];
  const order: Pick<Wanted, "sortBy" | "ascending"> =
    dialect === "polymarket" && random.chance(50)
      ? { sortBy: random.pick<SortKey>(["TIMESTAMP", "TOKENS", "CASH"]), ascending: random.chance(50) }
      : NEWEST_FIRST;
  const sorted =
    order === NEWEST_FIRST
      ? []
      : [`sortBy=${order.sortBy}`, `sortDirection=${order.ascending ? "ASC" : "DESC"}`];
  const terms = [own, ...filters];
  const holds = (deed: Deed): boolean => terms.every((term) => term.holds(deed));
  const deeds = expectedDeeds(world, { holds, ...order, offset, limit });
  const path = `/activity?${[...terms.map((term) => term.text), ...sorted, ...text].join("&")}`;
  return compare(
    path,
    dialect,
    deeds.map((deed) => activityRow(deed, dialect)),
  );
};

const checkTrades: Check = () => {
  const { random } = world;
  const dialect = random.pick(DIALECTS);
  const { limit, offset, text } = page(10_000);
  const takerOnly = random.pick([undefined, true, false]);
  const terms = [
    { text: "", holds: ({ type, taker }: Deed) => type === "TRADE" && (taker || takerOnly === false) },
    ...drawn(50, user),
    ...(dialect === "polymarket" && random.chance(30) ? [event()] : drawn(50, market)),
    ...drawn(25, side),
    ...drawn(30, amount),
    ...drawn(15, start),
    ...drawn(15, end),
  ];
  const holds = (deed: Deed): boolean => terms.every((term) => term.holds(deed));
  const deeds = expectedDeeds(world, { holds, ...NEWEST_FIRST, offset, limit });
  const parties = takerOnly === undefined ? [] : [`takerOnly=${takerOnly}`];
  const asked = [...terms.map((term) => term.text), ...parties, ...text].filter((part) => part !== "");
  return compare(
    `/trades?${asked.join("&")}`,
    dialect,
    deeds.map((deed) => tradeRow(deed, dialect)),
  );
};

const checkHolders: Check = () => {
  const { random, wallets, shares } = world;
  const dialect = random.pick(DIALECTS);
  const chosen = someMarkets();
  const ids = [...chosen.map(conditionOf), ...(random.chance(20) ? [hashOf("no market")] : [])].map(anyCase);
  const limit = random.pick([undefined, 0, 1, 3, 500, 600]);
  const least = random.pick([undefined, 0, 0.01, 1, random.pick([...shares.values()]) / 100, 55.5, 1e9]);
  const asked = [
    `market=${ids.join(",")}`,
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(least === undefined ? [] : [`minBalance=${least}`]),
  ];
  assert.ok(wallets.length < 100);
  const groups = [...new Set(chosen)].flatMap((one) =>
    expectedHolders(world, one, dialect, { limit: limit ?? 100, least: least ?? 1 }),
  );
  return compare(`/holders?${asked.join("&")}`, dialect, groups);
};

const STAGES: readonly [name: string, prepare: () => Promise<void>][] = [
  ["while everything trades", () => live(world, 160)],
  ["after some markets were resolved", () => resolveSome(world)],
];

void describe(`What wallets did, seed ${SEED}`, () => {
  for (const [name, prepare] of STAGES) {
    void it(`is listed as plain filters do, ${name}`, async () => {
      await prepare();
      let found = 0;
      for (let done = 0; done < QUERIES / STAGES.length; done += AT_ONCE) {
        const checks = Array.from({ length: AT_ONCE }, () =>
          world.random.pick([checkActivity, checkActivity, checkTrades, checkTrades, checkHolders])(),
        );
        found += (await Promise.all(checks)).filter((rows) => rows > 0).length;
      }
      assert.ok(found > QUERIES / STAGES.length / 3, `only ${found} queries found anything`);
    });
  }

  void it("is of every type, and of every way in which orders meet", () => {
    const kinds = new Set(world.deeds.map(({ type, side: own, taker }) => `${type} ${own} ${taker}`));
    assert.equal(kinds.size, 8, [...kinds].join());
    const batches = Map.groupBy(world.deeds, ({ committed }) => committed.seq);
    assert.ok([...batches.values()].some((deeds) => deeds.length > 4));
    assert.ok(world.deeds.some(({ type, cash }) => type === "REDEEM" && cash === 0));
    assert.ok(world.deeds.some(({ fee, taker }) => fee > 0 && !taker));
  });
});
