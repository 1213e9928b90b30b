/** Mistyped slugs of events and markets in the catalog: errors name the nearest slug of those that the caller may see. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { addSiteWallets } from "../../../src/store/catalog/sites.ts";
import { isShort } from "../../../src/base/slot-pool.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { hashOf, testListing, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { DIALECTS, startCatalog } from "./world.ts";

const [ANN, BEN] = [walletOf("ann"), walletOf("ben")];
const CLIENT = "127.0.0.1";
/** Events and markets of a crowd are more than a search reads. */
const CROWD = 400;
const LONG = `${"long-".repeat(11)}slug`;

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  await exchange.list(
    testListing(
      [
        { name: "rain-in-bern", id: "101", creator: ANN },
        { name: "snow-in-bern", id: "102", creator: BEN },
        { name: "frost-at-noon", id: "103", active: false },
        { name: `${LONG}-10`, id: "104" },
      ],
      { id: "1", slug: "weather-in-bern" },
    ),
  );
  await exchange.list(
    testListing([{ name: "zermatt-glacier", id: "201", active: false }], {
      id: "2",
      slug: "hidden-glacier",
      title: "Glacier",
    }),
  );
  const crowd = Array.from({ length: CROWD }, (_, index) => ({ name: `crowd-${1_000 + index}` }));
  await exchange.list(testListing(crowd, { id: "3", slug: "crowd", title: "Crowd" }));
  await addSiteWallets(exchange.context.ownSql, { host: "ann.example", wallets: [ANN] });
});
after(() => exchange.close());

/** Returns the suggestion of an answer, and asserts that the answer has nothing else besides its usual text. */
async function suggestionAt(path: string, dialect: Dialect = "spec"): Promise<string | undefined> {
  const { status, headers, body } = await exchange.get(path, dialect);
  const { didYouMean, ...rest } = body;
  assert.deepEqual([status, headers.get("cache-control")], [404, "no-store"], path);
  assert.deepEqual(rest, { type: "not found error", error: "slug not found" }, path);
  return didYouMean;
}

const MISTYPED: readonly (readonly [path: string, nearest: string | undefined])[] = [
  ["/events/slug/wether-in-bern", "weather-in-bern"],
  ["/events/slug/weather-in-bren", "weather-in-bern"],
  ["/events/slug/Weather-In-Bern", "weather-in-bern"],
  ["/events/slug/elections", undefined],
  ["/markets/slug/rain-in-bren", "rain-in-bern"],
  ["/markets/slug/snow-im-bern", "snow-in-bern"],
  // The first letters, before which the crowd stands in the order of slugs.
  ["/markets/slug/tain-in-bern", "rain-in-bern"],
  ["/markets/slug/ain-in-bern", "rain-in-bern"],
  ["/markets/slug/rrain-in-bern", "rain-in-bern"],
  ["/markets/slug/arin-in-bern", "rain-in-bern"],
  ["/markets/slug/corwd-1390", "crowd-1390"],
  // Two mistakes before a crowd are too many.
  ["/markets/slug/cowrd-1390", undefined],
  ["/markets/slug/crowd-19399", "crowd-1399"],
  [`/markets/slug/${LONG}`, `${LONG}-10`],
  [`/markets/slug/${LONG}-1`, undefined],
  [`/markets/slug/${"x".repeat(5_000)}`, undefined],
  ["/markets/slug/%F0%9F%8C%A7%EF%B8%8F", undefined],
];

describe("a slug that no event or market has", () => {
  for (const dialect of DIALECTS)
    for (const [path, nearest] of MISTYPED)
      it(`${path.slice(0, 50)} names ${nearest ?? "no other"} in the dialect ${dialect}`, async () => {
        assert.equal(await suggestionAt(path, dialect), nearest);
      });

  it("does not name a draft, until it is opened", async () => {
    for (const path of [
      "/markets/slug/frost-at-nono",
      "/markets/slug/zermat-glacier",
      "/events/slug/hiden-glacier",
    ])
      assert.equal(await suggestionAt(path), undefined, path);
    await exchange.submit({ type: "open-market", conditionId: hashOf("zermatt-glacier") });
    assert.equal(await suggestionAt("/events/slug/hiden-glacier"), "hidden-glacier");
    assert.equal(await suggestionAt("/markets/slug/zermat-glacier"), "zermatt-glacier");
  });

  it("names what the creator or the site made alone", async () => {
    for (const creator of [ANN, "ann.example"]) {
      assert.equal(await suggestionAt(`/markets/slug/rain-in-bren?creator=${creator}`), "rain-in-bern");
      assert.equal(await suggestionAt(`/events/slug/wether-in-bern?creator=${creator}`), "weather-in-bern");
      assert.equal(await suggestionAt(`/markets/slug/snow-in-bren?creator=${creator}`), undefined);
      assert.equal(await suggestionAt(`/events/slug/crwd?creator=${creator}`), undefined);
    }
    assert.equal(await suggestionAt("/markets/slug/rain-in-bren?creator=nobody.example"), undefined);
  });

  it("names no other while the address searches another, and while too many search", async () => {
    const { places } = exchange.context;
    const { most, ofAddress } = places.nearestSlugs.state();
    for (const [addresses, why] of [
      [Array.from({ length: ofAddress }, () => CLIENT), "of its address"],
      [Array.from({ length: most }, (_, index) => `192.0.2.${index}`), "in all"],
    ] as const) {
      const slots = addresses.map((address) => places.nearestSlugs.take({ address }));
      assert.equal(await suggestionAt("/events/slug/wether-in-bern"), undefined, why);
      for (const slot of slots) {
        assert.ok(!isShort(slot), why);
        slot.end();
      }
      assert.equal(await suggestionAt("/events/slug/wether-in-bern"), "weather-in-bern", why);
    }
    assert.equal(places.nearestSlugs.taken(), 0);
  });
});
