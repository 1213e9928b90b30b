import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lots } from "../../../src/core/units.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { hashOf, testListing, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, assertRefused, DIALECTS, startData } from "./world.ts";

const USER = walletOf("ann");
/** A wallet with a capital letter more than its checksum has. */
const MISTYPED = `0x${USER.slice(2, 41).toUpperCase()}${/\d/.test(USER.slice(-1)) ? "a" : USER.slice(-1)}`;

let exchange: TestExchange;
before(async () => {
  exchange = await startData();
  await exchange.list(testListing([{ name: "rain" }], { id: "77" }));
  await exchange.open(USER, "100");
  const { submit } = exchange;
  await submit({ type: "split", address: USER, owner: USER, conditionId: hashOf("rain"), lots: lots(250) });
});
after(() => exchange?.close());

const OF_WALLETS = ["/positions", "/closed-positions", "/value", "/traded"];
const LISTS = ["/positions", "/closed-positions"];

const join = (path: string, query: string): string => {
  const needed = OF_WALLETS.includes(path) && !/\buser=/.test(query) ? [`user=${USER}`] : [];
  return `${path}?${[...needed, query].join("&")}`;
};

/** Dialects that take names in the one form that is described. */
const PLAIN: readonly Dialect[] = ["spec", "kuest"];

/** Faults of queries with the operations that they are sent to, and the texts of their refusals. */
const ROWS: readonly (readonly [
  query: string,
  paths: readonly string[],
  error: string,
  dialects?: readonly Dialect[],
])[] = [
  ["user=", OF_WALLETS, "missing_field: user"],
  ["user=0x1", OF_WALLETS, "invalid_field: user"],
  [`user=${USER.slice(2)}`, OF_WALLETS, "invalid_field: user"],
  [`user=${USER}0`, OF_WALLETS, "invalid_field: user"],
  [`user=${MISTYPED}`, OF_WALLETS, "invalid_field: user"],
  [`user=${USER}&user=${USER}`, OF_WALLETS, "invalid_field: user"],
  [`user=${USER},${USER}`, OF_WALLETS, "invalid_field: user"],
  ["user=nobody", ["/v1/leaderboard"], "invalid_field: user"],
  ["market=rain", [...LISTS, "/value"], "invalid_field: market"],
  [`market=${hashOf("rain")}0`, [...LISTS, "/value"], "invalid_field: market"],
  [`market=${hashOf("rain")},0x`, [...LISTS, "/value"], "invalid_field: market"],
  ["limit=-1", LISTS, "invalid_field: limit"],
  ["limit=1.5", LISTS, "invalid_field: limit"],
  ["limit=ten", LISTS, "invalid_field: limit"],
  ["limit=1&limit=1", LISTS, "invalid_field: limit"],
  ["limit=0", ["/v1/leaderboard"], "invalid_field: limit"],
  ["offset=-1", [...LISTS, "/v1/leaderboard"], "invalid_field: offset"],
  ["offset=10001", ["/positions", "/v1/leaderboard"], "invalid_field: offset"],
  ["offset=100001", ["/closed-positions"], "invalid_field: offset"],
  ["offset=1001", ["/v1/leaderboard"], "invalid_field: offset"],
  ["sortBy=tokens", LISTS, "invalid_field: sortBy", PLAIN],
  ["sortBy=TOKENS", ["/closed-positions"], "invalid_field: sortBy"],
  ["sortBy=REALIZEDPNL", ["/positions"], "invalid_field: sortBy"],
  ["sortBy=TIMESTAMP", ["/positions"], "invalid_field: sortBy"],
  ["sortBy=__proto__", LISTS, "invalid_field: sortBy"],
  ["sortBy=constructor", LISTS, "invalid_field: sortBy"],
  ["sortDirection=desc", LISTS, "invalid_field: sortDirection", PLAIN],
  [`title=${"x".repeat(101)}`, LISTS, "invalid_field: title"],
  [`title=${"%F0%9F%8C%A7".repeat(101)}`, LISTS, "invalid_field: title"],
  ["title=a%00b", LISTS, "invalid_field: title"],
  ["title=a&title=b", LISTS, "invalid_field: title"],
  ["sizeThreshold=-0.1", ["/positions"], "invalid_field: sizeThreshold"],
  ["sizeThreshold=NaN", ["/positions"], "invalid_field: sizeThreshold"],
  ["sizeThreshold=Infinity", ["/positions"], "invalid_field: sizeThreshold"],
  ["sizeThreshold=1e400", ["/positions"], "invalid_field: sizeThreshold"],
  ["sizeThreshold=0x10", ["/positions"], "invalid_field: sizeThreshold"],
  ["sizeThreshold=1,5", ["/positions"], "invalid_field: sizeThreshold"],
  ["redeemable=-1", ["/positions"], "invalid_field: redeemable"],
  ["mergeable=yes", ["/positions"], "invalid_field: mergeable"],
  ["category=WAR", ["/v1/leaderboard"], "invalid_field: category"],
  ["timePeriod=YEAR", ["/v1/leaderboard"], "invalid_field: timePeriod"],
  ["timePeriod=Day", ["/v1/leaderboard"], "invalid_field: timePeriod", PLAIN],
  ["orderBy=profit", ["/v1/leaderboard"], "invalid_field: orderBy"],
];

/** The dialects that refuse them are all but Polymarket's, unless named. */
type UnknownRow = readonly [query: string, paths: readonly string[], name: string, dialects?: Dialect[]];

const UNKNOWN: readonly UnknownRow[] = [
  ["eventid=77", [...OF_WALLETS, "/v1/leaderboard"], "eventid"],
  ["Limit=5", [...LISTS, "/v1/leaderboard"], "Limit"],
  // Other operations have these.
  ["sizeThreshold=0.01", ["/value", "/traded", "/v1/leaderboard"], "sizeThreshold"],
  ["market=", ["/traded", "/v1/leaderboard"], "market"],
  ["eventId=77", ["/value", "/traded", "/v1/leaderboard"], "eventId"],
];

/** Queries that every dialect accepts. */
const ACCEPTED: readonly [query: string, paths: readonly string[]][] = [
  ["limit=500&offset=10000", LISTS],
  ["limit=&offset=&sortBy=&sortDirection=&title=&market=", LISTS],
  ["sizeThreshold=&redeemable=&mergeable=", ["/positions"]],
  ["sizeThreshold=1e300", ["/positions"]],
  ["sizeThreshold=9007199254740993", ["/positions"]],
  ["sizeThreshold=1e-300", ["/positions"]],
  [`title=${"x".repeat(100)}`, LISTS],
  [`title=${"%F0%9F%8C%A7".repeat(100)}`, LISTS],
  ["title=%25_%5C'%22;drop%20table", LISTS],
  ["timePeriod=&orderBy=&category=&user=&userName=&limit=&offset=", ["/v1/leaderboard"]],
  ["userName=somebody", ["/v1/leaderboard"]],
  ["category=overall&timePeriod=week&orderBy=vol", ["/v1/leaderboard"]],
];

async function inEvery(
  [query, paths]: readonly [query: string, paths: readonly string[], ...rest: unknown[]],
  dialects: readonly Dialect[],
  check: (path: string, url: string, dialect: Dialect) => Promise<unknown>,
): Promise<void> {
  for (const path of paths) for (const dialect of dialects) await check(path, join(path, query), dialect);
}

const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}...` : text);

void describe("Parameters of positions and the leaderboard", () => {
  for (const row of ROWS) {
    void it(`${clip(row[0])}: ${row[2]}`, () =>
      inEvery(row, row[3] ?? DIALECTS, async (_path, url, dialect) =>
        assertRefused(await exchange.get(url, dialect), row[2]),
      ));
  }

  void it("repeat a list for Polymarket's clients only", async () => {
    const query = `market=${hashOf("rain")}&market=${hashOf("b")}`;
    for (const path of [...LISTS, "/value"]) {
      for (const dialect of ["spec", "kuest"] as const)
        assertRefused(await exchange.get(join(path, query), dialect), "invalid_field: market");
      const repeated = await exchange.get(join(path, query), "polymarket");
      const joined = await exchange.get(join(path, `market=${hashOf("rain")},${hashOf("b")}`), "polymarket");
      assert.equal(answered(repeated, path, "polymarket").length, joined.body.length);
      assert.equal(repeated.text, joined.text);
    }
  });

  void it("of a wallet have to name it", async () => {
    for (const path of OF_WALLETS)
      for (const dialect of DIALECTS) assertRefused(await exchange.get(path, dialect), "missing_field: user");
  });

  for (const row of UNKNOWN) {
    void it(`${row[0]} is unknown in ${row[1].join(", ")}, and ignored for Polymarket's clients`, async () => {
      await inEvery(row, row[3] ?? ["spec", "kuest"], async (_path, url, dialect) =>
        assertRefused(await exchange.get(url, dialect), `unknown_field: ${row[2]}`),
      );
      await inEvery(row, ["polymarket"], async (path, url, dialect) =>
        answered(await exchange.get(url, dialect), path, dialect),
      );
    });
  }

  for (const row of ACCEPTED) {
    void it(`${clip(row[0])} is accepted`, () =>
      inEvery(row, DIALECTS, async (path, url, dialect) =>
        answered(await exchange.get(url, dialect), path, dialect),
      ));
  }

  void it("inc-39: ask for no rows, and say which limit applied", async () => {
    for (const dialect of DIALECTS)
      for (const [path, most] of [
        ["/positions", "500"],
        ["/closed-positions", dialect === "kuest" ? "500" : "50"],
      ] as const) {
        const none = await exchange.get(`${path}?user=${USER}&limit=0`, dialect);
        assert.deepEqual([none.body, none.headers.get("x-page-limit")], [[], "0"]);
        const all = await exchange.get(`${path}?user=${USER}&limit=99999999999`, dialect);
        assert.equal(all.headers.get("x-page-limit"), most);
      }
  });

  for (const dialect of ["polymarket", "kuest"] as const)
    void it(`name events instead of markets in the ${dialect} dialect`, async () => {
      const titles = async (query: string): Promise<number> =>
        answered(await exchange.get(join("/positions", query), dialect), "/positions", dialect).length;
      assert.deepEqual(
        [await titles("eventId=77"), await titles("eventId=76,77"), await titles("eventId=76")],
        [2, 2, 0],
      );
      const both = `eventId=77&market=${hashOf("rain")}`;
      for (const path of LISTS)
        assertRefused(await exchange.get(join(path, both), dialect), "invalid_field: eventId");
    });

  void it("that are missing or wrong come after those that are unknown", async () => {
    assertRefused(await exchange.get("/positions?limit=x&what=1"), "unknown_field: what");
    assertRefused(await exchange.get("/positions?what=1"), "unknown_field: what");
  });
});
