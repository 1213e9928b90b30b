import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { hashOf, positionsOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { NamedMarket, TestExchange } from "../../support/exchange.ts";
import { answered, DIALECTS, startCatalog } from "./world.ts";

const FIRST: readonly NamedMarket[] = [
  { name: "a", id: "11", startDate: "2026-01-01T00:00:00Z", endDate: "2026-06-01T12:00:00Z" },
  { name: "b", id: "12", startDate: "2026-02-01T00:00:00Z", endDate: "2026-05-01T12:00:00Z" },
  { name: "c", id: "13" },
];
const SECOND: readonly NamedMarket[] = [
  { name: "d", id: "5", startDate: "2026-03-01T00:00:00.5Z", active: false, acceptingOrders: true },
  { name: "e", id: "21", closed: true, payout: [1, 0] },
];
const TAGS = [{ id: "7", label: "Seven", slug: "seven" }];

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  await exchange.list(testListing(FIRST, { id: "1", slug: "first", ticker: "first", tags: TAGS }));
  await exchange.list(testListing(SECOND, { id: "2", slug: "second", ticker: "second" }));
  for (const name of ["maker", "taker"]) await exchange.open(walletOf(name), "10000");
  const place = async (account: string, token: string, size: string) => {
    const order = { side: "BUY", price: "0.5", size } as const;
    await exchange.place({ ...order, account: walletOf(account), tokenId: tokenOf(token) });
  };
  await place("maker", "b yes", "30");
  await place("taker", "b no", "20");
  await place("maker", "c yes", "8");
});
after(() => exchange.close());

const [A, B] = [hashOf("a"), hashOf("b")];
const NO_TOKEN = "7".repeat(70);

const ROWS: [query: string, slugs: string][] = [
  ["", "dabce"],
  ["limit=2&offset=1", "ab"],
  ["active=true", "abce"],
  ["active=false", "d"],
  ["closed=true", "e"],
  ["closed=false&archived=false", "dabc"],
  ["tag=seven", "abc"],
  ["tag_slug=seven&limit=1", "a"],
  ["tag_id=7&slug=b", "b"],
  ["tag_id=8", ""],
  ["event_id=2", "de"],
  ["event_id=2&event_slug=first", ""],
  ["event_slug=first", "abc"],
  ["eventSlug=second", "de"],
  ["eventSlug=second&event_slug=second", "de"],
  ["id=11", "a"],
  ["id=11,12,99", "ab"],
  ["id=11,5", "da"],
  ["id=-11", ""],
  ["slug=a", "a"],
  ["slug=a,b", "ab"],
  ["slug=c,e&closed=false", "c"],
  [`conditionId=${A}`, "a"],
  [`condition_id=${A.toUpperCase()}`, "a"],
  [`condition_ids=${A},${B}`, "ab"],
  [`condition_ids=${A}&conditionId=${B}`, "ab"],
  ["condition_ids=0x12", ""],
  [`clob_token_ids=${tokenOf("b no")}`, "b"],
  [`clob_token_ids=${tokenOf("b no")},${tokenOf("c yes")},${NO_TOKEN}`, "bc"],
  [`clob_token_ids=${NO_TOKEN}`, ""],
  ["volume_num_min=10", "b"],
  ["volume_num_min=10.000001", ""],
  ["volume_num_max=9.99", "dace"],
  ["volume_num_min=9999999999.999999", ""],
  ["liquidity_num_min=5", "b"],
  ["liquidity_num_max=4.999999&liquidity_num_min=0.000001", "c"],
  ["start_date_min=2026-02-01", "db"],
  ["start_date_min=2026-02-01T00:00:00.000001Z", "d"],
  ["start_date_max=2026-02-01T00:00:00Z", "ab"],
  ["start_date_max=1769904000", "ab"],
  ["start_date_max=1769903999", "a"],
  ["end_date_min=2026-05-01T12:00:00Z&end_date_max=2026-05-31", "b"],
  ["end_date_max=2026-12-31", "ab"],
  ["order=id", "ecbad"],
  ["order=slug&ascending=true", "abcde"],
  ["order=question", "edcba"],
  ["order=startDate", "dbaec"],
  ["order=endDate&ascending=true", "dceba"],
  ["order=volume", "becad"],
  ["order=volumeNum&ascending=true&limit=4", "dace"],
  ["order=volume24hr&limit=1", "b"],
  ["order=liquidityNum", "bcead"],
];

void describe("The list of markets", () => {
  for (const query of ["id=11&id=5", "slug=d&slug=a", `condition_ids=${A}&condition_ids=${hashOf("d")}`]) {
    void it(`is of a name that is repeated, but in the specification's dialect: ${query.slice(0, 50)}`, async () => {
      for (const dialect of DIALECTS) {
        const { status, body } = await exchange.get(`/markets?${query}`, dialect);
        if (dialect === "spec") assert.deepEqual([status, body.type], [400, "bad request"]);
        else assert.deepEqual(body.map(({ slug }: { slug: string }) => slug).toSorted(), ["a", "d"]);
      }
    });
  }

  for (const [query, slugs] of ROWS) {
    void it(`/markets?${query.slice(0, 50)} has ${slugs || "none"}`, async () => {
      for (const dialect of DIALECTS) {
        const rows: { slug: string }[] = answered(
          await exchange.get(`/markets?${query}`, dialect),
          "/markets",
          dialect,
        );
        assert.equal(rows.map(({ slug }) => slug).join(""), slugs);
      }
    });
  }

  void it("has a summary of its event with every market", async () => {
    const rows: { events: { slug: string }[] }[] = (await exchange.get("/markets")).body;
    assert.deepEqual(
      rows.map(({ events }) => events.map(({ slug }) => slug).join()),
      ["second", "first", "first", "first", "second"],
    );
  });
});

/** Slugs of markets by filters of versions, for clients of Polymarket: f and g are of v2, h is a twin in v1. */
const VERSIONS: readonly [query: string, markets: string, events: string][] = [
  ["version=v2", "fg", "third,fourth"],
  ["version=v1", "dabceh", "first,second,third"],
  ["version=v1,v2", "dabcefgh", "first,second,third,fourth"],
  ["version=v2&version=v1", "dabcefgh", "first,second,third,fourth"],
  ["version=v2&closed=true", "g", "fourth"],
  ["version=v2&tag_id=7", "", ""],
];

const POSITIONS: readonly [query: string, markets: string][] = [
  [`position_ids=${positionsOf("f").tokenIds[1]}`, "f"],
  [`position_ids=${positionsOf("f").tokenIds[0]},${positionsOf("g").tokenIds[0]}`, "fg"],
  [`position_ids=${tokenOf("a yes")}`, ""],
  [`position_ids=${positionsOf("f").tokenIds[0]}&clob_token_ids=${tokenOf("a yes")}`, ""],
  [`position_ids=${positionsOf("f").tokenIds[0]}&clob_token_ids=${positionsOf("f").tokenIds[1]}`, "f"],
];

void describe("Lists by the version of markets", () => {
  before(async () => {
    const twins = [
      { name: "f", id: "31", version: "v2" },
      { name: "h", id: "33" },
    ] as const;
    await exchange.list(testListing(twins, { id: "3", slug: "third", ticker: "third" }));
    const over = { name: "g", id: "32", version: "v2", closed: true, payout: [1, 0] } as const;
    await exchange.list(testListing([over], { id: "4", slug: "fourth", ticker: "fourth", closed: true }));
  });

  const slugsOf = (rows: readonly { slug: string }[]): string[] => rows.map(({ slug }) => slug);

  for (const [query, markets, events] of VERSIONS)
    void it(`/markets and /events?${query} have ${markets || "none"}`, async () => {
      const read = async (path: string) => (await exchange.get(`${path}?${query}`, "polymarket")).body;
      const expected = markets.split("").toSorted();
      assert.deepEqual(slugsOf(await read("/markets")).toSorted(), expected);
      assert.deepEqual(slugsOf((await read("/markets/keyset")).markets).toSorted(), expected);
      const ofEvents = events === "" ? [] : events.split(",");
      assert.deepEqual(slugsOf(await read("/events")).toSorted(), ofEvents.toSorted());
      assert.deepEqual(slugsOf((await read("/events/keyset")).events).toSorted(), ofEvents.toSorted());
    });

  for (const [query, markets] of POSITIONS)
    void it(`/markets?${query.slice(0, 30)} has ${markets || "none"}`, async () => {
      const { body } = await exchange.get(`/markets?${query}`, "polymarket");
      assert.equal(slugsOf(body).toSorted().join(""), markets);
    });

  void it("have v1 alone without a version where they go by cursor in Polymarket's dialect, but for what is named", async () => {
    const [v1, both] = ["dabceh", "dabcefgh"].map((slugs) => slugs.split("").toSorted());
    const read = async (path: string, dialect: Dialect) => {
      const { markets, events } = (await exchange.get(path, dialect)).body;
      return slugsOf(markets ?? events).toSorted();
    };
    for (const [path, dialect, expected] of [
      ["/markets/keyset", "polymarket", v1],
      ["/markets/keyset?slug=f,g", "polymarket", ["f", "g"]],
      [`/markets/keyset?position_ids=${positionsOf("f").tokenIds[0]}`, "polymarket", ["f"]],
      ["/markets/keyset", "spec", both],
      ["/markets/keyset", "kuest", both],
      ["/events/keyset", "polymarket", ["first", "second", "third"]],
      ["/events/keyset?slug=fourth", "polymarket", ["fourth"]],
      ["/events/keyset", "spec", ["first", "fourth", "second", "third"]],
    ] as const)
      assert.deepEqual(await read(path, dialect), expected, `${path} in ${dialect}`);
  });

  void it("refuse a version that there is not", async () => {
    for (const path of ["/markets", "/events/keyset"]) {
      const { status, body } = await exchange.get(`${path}?version=v3`, "polymarket");
      assert.deepEqual([status, body.error], [422, 'version is invalid: expected v1 or v2, got "v3"']);
    }
  });
});
