import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { catalogEndpoints } from "../../../src/http/catalog/endpoints.ts";
import { operationsIn } from "../../../src/http/dialects/dialect-parameters.ts";
import { hashOf, testListing } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { assertBadValue, assertNotFound, DIALECTS, startCatalog } from "./world.ts";
import { rainListing } from "./rich-listing.ts";

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  await exchange.list(rainListing());
});
after(() => exchange.close());

/** A path for each operation that ignores unknown parameters at Polymarket's address, at which there is something to read. */
const FOUND: readonly string[] = [
  "/events",
  "/events/keyset",
  "/events/pagination",
  "/events/901",
  "/events/slug/rain-in-2026",
  "/events/901/tags",
  "/markets",
  "/markets/keyset",
  "/markets/1001",
  "/markets/slug/rain",
  "/markets/1001/description",
  "/markets/1001/tags",
  "/tags",
  "/tags/11",
  "/tags/slug/weather",
  "/series",
  "/series/21",
  "/series/slug/rain-years",
  "/public-search?q=rain",
];

/** The same for the exchange's own operations, which refuse them everywhere. */
const FOUND_OF_OURS: readonly string[] = [
  "/events/901/changes",
  "/events/901/related",
  "/cards",
  "/search?q=rain",
];

const inAllDialects = async (check: (dialect: (typeof DIALECTS)[number]) => Promise<void>): Promise<void> => {
  for (const dialect of DIALECTS) await check(dialect);
};

const withParameter = (path: string, parameter: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}${parameter}`;

void describe("What is not there", () => {
  const MISSING: [path: string, name: "id" | "slug", nearest?: string][] = [
    ["/events/999", "id"],
    ["/events/0", "id"],
    ["/events/-901", "id"],
    ["/events/9007199254740993", "id"],
    ["/events/9223372036854775808", "id"],
    [`/events/${"9".repeat(400)}`, "id"],
    ["/events/999/tags", "id"],
    ["/events/slug/902", "slug"],
    ["/events/slug/RAIN-IN-2026", "slug", "rain-in-2026"],
    ["/events/slug/%25", "slug"],
    ["/events/slug/rain_in_2026", "slug", "rain-in-2026"],
    ["/events/slug/%5C%27%22%3B--", "slug"],
    ["/events/slug/%F0%9F%8C%A7", "slug"],
    [`/events/slug/${"x".repeat(500)}`, "slug"],
    ["/markets/999", "id"],
    ["/markets/0", "id"],
    ["/markets/-1001", "id"],
    ["/markets/+1001", "id"],
    ["/markets/1001.0", "id"],
    ["/markets/nothing", "id"],
    ["/markets/9223372036854775808", "id"],
    [`/markets/${hashOf("snow")}`, "id"],
    [`/markets/${hashOf("rain").slice(0, 65)}`, "id"],
    [`/markets/${hashOf("rain").slice(2)}`, "id"],
    [`/markets/${hashOf("rain")}0`, "id"],
    ["/markets/999/description", "id"],
    ["/markets/nothing/description", "id"],
    ["/markets/999/tags", "id"],
    ["/markets/slug/9999", "slug"],
    ["/markets/slug/snow", "slug"],
    ["/tags/999", "id"],
    ["/tags/0", "id"],
    ["/tags/slug/snow", "slug"],
    ["/series/999", "id"],
    ["/series/-21", "id"],
    ...["abc", "1.0", "1e3", "0x1", "%2B5", "%20", "12a", "901%20", "null", "undefined"].flatMap(
      (id): [string, "id"][] => ["/tags", "/series"].map((path) => [`${path}/${id}`, "id"]),
    ),
  ];

  for (const [path, name, nearest] of MISSING) {
    void it(`${path.slice(0, 60)}: ${name} not found`, () =>
      inAllDialects(async (dialect) => assertNotFound(await exchange.get(path, dialect), name, nearest)));
  }
});

void describe("A name that no event has", () => {
  const WRONG = ["abc", "1.0", "1e3", "0x1", "%2B5", "%20", "12a", "901%20", "null", "nope-2027"];

  for (const path of ["", "/tags", "/changes", "/related"])
    void it(`/events/{id}${path} is not found`, () =>
      inAllDialects(async (dialect) => {
        for (const id of [...WRONG, "999"])
          assertNotFound(await exchange.get(`/events/${id}${path}`, dialect), "id");
      }));
});

void describe("An event that is named by a number", () => {
  void it("is the one with that slug on the path of slugs, and the one with that id on the path of ids", async () => {
    await exchange.list(testListing([{ name: "fog" }], { id: "951", slug: "901", ticker: "901" }));
    await exchange.list(testListing([{ name: "frost" }], { id: "952", slug: "keyset", ticker: "keyset" }));
    await inAllDialects(async (dialect) => {
      for (const [path, id] of [
        ["/events/slug/901", "951"],
        ["/events/901", "901"],
        ["/events/slug/951", "951"],
        ["/events/slug/keyset", "952"],
      ] as const)
        assert.equal((await exchange.get(path, dialect)).body.id, id, `${dialect} ${path}`);
      const filtered = (await exchange.get("/events?slug=901", dialect)).body;
      assert.deepEqual(
        filtered.map(({ id }: { id: string }) => id),
        ["951"],
      );
    });
  });
});

void describe("A value that cannot be used", () => {
  /** Texts whose form the description does not tell; `refusal-walk.test.ts` has the others. */
  const bad: [path: string, error: string][] = [
    ...["/events", "/markets"].flatMap((path): [string, string][] => [
      ...["colour", "id;", "__proto__", "toString", "1"].map((order): [string, string] => [
        `${path}?order=${order}`,
        "order fields are not valid",
      ]),
      [`${path}?tag=a&tag_slug=b`, "tag is invalid"],
    ]),
    ["/events?title_search=%3F", "title_search is invalid"],
    ["/events?start_time_min=soon", "start_time_min is invalid"],
    ["/markets?uma_resolution_status=open", "uma_resolution_status is invalid"],
    ["/tags?order=colour", "order fields are not valid"],
    ["/series?order=size", "order fields are not valid"],
    ["/public-search?q=rain&sort=size", "sort is invalid"],
    ["/public-search?q=rain&events_status=all", "events_status is invalid"],
    ["/markets?id=1,two", "id is invalid"],
    ["/markets?event_slug=a&eventSlug=b", "event_slug is invalid"],
    ["/markets?volume_num_max=-1", "volume_num_max is invalid"],
    ["/markets?liquidity_num_min=1e10", "liquidity_num_min is invalid"],
    ["/markets?liquidity_num_max=0.0000001", "liquidity_num_max is invalid"],
    ["/markets?start_date_min=yesterday", "start_date_min is invalid"],
    ["/markets?start_date_max=2026-13-01", "start_date_max is invalid"],
    ["/markets?end_date_min=2026-02-30T00:00:00Z", "end_date_min is invalid"],
    ["/markets?end_date_max=17672256", "end_date_max is invalid"],
    [`/public-search?q=${"a+".repeat(41)}`, "q is invalid"],
  ];

  for (const [path, error] of bad) {
    void it(`${path.slice(0, 60)}: ${error}`, () =>
      inAllDialects(async (dialect) => assertBadValue(await exchange.get(path, dialect), error, dialect)));
  }

  for (const query of ["order=start_date", "order=ID", "order=id,slug", "order=id&order=slug"]) {
    void it(`${query} outside of the Polymarket dialect`, async () => {
      for (const path of ["/events", "/markets", "/series"]) {
        for (const dialect of ["spec", "kuest"] as const)
          assertBadValue(
            await exchange.get(`${path}?${query}`, dialect),
            "order fields are not valid",
            dialect,
          );
      }
    });
  }
});

void describe("What every operation does alike", () => {
  void it("answers 200, and ignores empty parameters, and unknown ones at Polymarket's address", async () => {
    const covered = new Set(FOUND.map((path) => path.replace(/\?.*/, "")));
    // People have no creator (profiles.test.ts).
    const alike = catalogEndpoints.filter(
      ({ dialects, query }) => dialects === undefined && "creator" in (query?.properties ?? {}),
    );
    assert.equal(covered.size, alike.filter(({ strict }) => !strict).length);
    assert.equal(FOUND_OF_OURS.length, alike.filter(({ strict }) => strict).length);
    for (const path of FOUND) {
      const plain = await exchange.get(path);
      assert.equal(plain.status, 200, path);
      assert.equal((await exchange.get(withParameter(path, "creator="))).text, plain.text);
      const inPolymarket = await exchange.get(path, "polymarket");
      const more = await exchange.get(withParameter(path, "creator=&nope=%25&nope=1"), "polymarket");
      assert.equal(more.text, inPolymarket.text);
    }
  });

  void it("refuses parameters that it does not have, with the nearest that there is", async () => {
    for (const path of FOUND) {
      for (const dialect of ["spec", "kuest"] as const) {
        const reply = await exchange.get(withParameter(path, "creatr=a"), dialect);
        assertBadValue(reply, "creatr is not supported (did you mean creator?)", dialect);
      }
    }
  });

  void it("refuses them in every dialect, and lists those that it has, where it is the exchange's own", () =>
    inAllDialects(async (dialect) => {
      for (const path of FOUND_OF_OURS) {
        const plain = await exchange.get(path, dialect);
        assert.equal(plain.status, 200, path);
        assert.equal((await exchange.get(withParameter(path, "creator="), dialect)).text, plain.text);
        const { pathname } = new URL(path.replace("901", ":id"), "http://x");
        const { query } = operationsIn(catalogEndpoints, dialect).find((one) => one.path === pathname)!;
        const known = Object.keys(query!.properties).join(", ");
        const error = `creatr is not supported (did you mean creator?): expected one of ${known}`;
        const reply = await exchange.get(withParameter(path, "creatr=a"), dialect);
        assertBadValue(reply, error, dialect);
      }
    }));

  void it("clamps a limit above its maximum and says so", async () => {
    for (const path of ["/events", "/markets", "/tags", "/series"]) {
      const reply = await exchange.get(`${path}?limit=501`);
      assert.deepEqual([reply.status, reply.headers.get("x-page-limit")], [200, "500"]);
      assert.equal((await exchange.get(path)).headers.get("x-page-limit"), "100");
    }
    const search = await exchange.get("/public-search?q=rain&limit_per_type=501");
    assert.equal(search.headers.get("x-page-limit"), "500");
  });
});
