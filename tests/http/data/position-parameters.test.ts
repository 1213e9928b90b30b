import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lots } from "../../../src/core/units.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { hashOf, testListing, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, assertRefused, DIALECTS, startData } from "./world.ts";

const USER = walletOf("ann");

let exchange: TestExchange;
before(async () => {
  exchange = await startData();
  await exchange.list(testListing([{ name: "rain" }], { id: "77" }));
  await exchange.open(USER, "100");
  const { submit } = exchange;
  await submit({ type: "split", address: USER, owner: USER, conditionId: hashOf("rain"), lots: lots(250) });
});
after(() => exchange?.close());

const LISTS = ["/positions", "/closed-positions"];

const join = (path: string, query: string): string => {
  const needed = !path.startsWith("/v1/") && !/\buser=/.test(query) ? [`user=${USER}`] : [];
  return `${path}?${[...needed, query].join("&")}`;
};

/** Dialects that take names in the one form that is described. */
const PLAIN: readonly Dialect[] = ["spec", "kuest"];

/** Names that one dialect or one list does not take; other faults of a parameter are in `refusal-walk.test.ts`. */
const ROWS: readonly (readonly [
  query: string,
  paths: readonly string[],
  error: string,
  dialects?: readonly Dialect[],
])[] = [
  ["sortBy=tokens", LISTS, "invalid_field: sortBy", PLAIN],
  ["sortBy=TOKENS", ["/closed-positions"], "invalid_field: sortBy"],
  ["sortBy=REALIZEDPNL", ["/positions"], "invalid_field: sortBy"],
  ["sortBy=TIMESTAMP", ["/positions"], "invalid_field: sortBy"],
  ["sortDirection=desc", LISTS, "invalid_field: sortDirection", PLAIN],
  ["timePeriod=Day", ["/v1/leaderboard"], "invalid_field: timePeriod", PLAIN],
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
});
