import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { checksumAddress } from "../../../src/signing/address.ts";
import { addSiteWallets } from "../../../src/store/catalog/sites.ts";
import { hashOf, testListing, walletOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { testSeries } from "../../support/test-series.ts";
import { answered, assertNotFound, DIALECTS, startCatalog } from "./world.ts";

const [ANN, BEN] = [walletOf("ann"), walletOf("ben")];

const tagged = (id: string, label: string) => ({ id, label, slug: label.toLowerCase() });
const serial = (id: string, slug: string) => testSeries({ id, slug, title: slug });

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  const both = { id: "1", slug: "both", ticker: "both", title: "Otters and herons" };
  await exchange.list(
    testListing(
      [
        { name: "otters", id: "101", creator: ANN },
        { name: "herons", id: "102", creator: BEN },
      ],
      { ...both, tags: [tagged("1", "Animals")], series: [serial("1", "otter-days")] },
    ),
  );
  const bens = { id: "2", slug: "ben", ticker: "ben", title: "Herons alone" };
  await exchange.list(
    testListing([{ name: "herons alone", id: "201", creator: BEN }], {
      ...bens,
      tags: [tagged("1", "Animals"), tagged("2", "Birds")],
      series: [serial("2", "heron-days")],
    }),
  );
  const nobodys = { id: "3", slug: "nobody", ticker: "nobody", title: "Stones" };
  await exchange.list(testListing([{ name: "stones", id: "301" }], nobodys));
  await addSiteWallets(exchange.context.ownSql, { host: "otters.example", wallets: [ANN] });
  await addSiteWallets(exchange.context.ownSql, { host: "all.example", wallets: [ANN, BEN] });
});
after(() => exchange.close());

const slugsOf = ({ body }: Reply): string[] => body.map(({ slug }: { slug: string }) => slug);

/** Every way to say Ann. */
const ANNS = [
  ANN,
  `0x${ANN.slice(2).toUpperCase()}`,
  checksumAddress(ANN),
  "otters.example",
  "OTTERS.example",
];
const NOBODIES = [walletOf("nobody"), "unknown.example", "no%20host", "0x12", "*", "%25", "otters_example"];

void describe("With a creator", () => {
  for (const creator of ANNS) {
    void it(`${creator} lists have what that wallet made, in every dialect`, async () => {
      for (const dialect of DIALECTS) {
        assert.deepEqual(slugsOf(await exchange.get(`/events?creator=${creator}`, dialect)), ["both"]);
        assert.deepEqual(slugsOf(await exchange.get(`/markets?creator=${creator}`, dialect)), ["otters"]);
        assert.deepEqual(slugsOf(await exchange.get(`/tags?creator=${creator}`, dialect)), ["animals"]);
        assert.deepEqual(slugsOf(await exchange.get(`/series?creator=${creator}`, dialect)), ["otter-days"]);
      }
    });
  }

  void it("single reads find what is in scope, and of an event its markets in scope", async () => {
    for (const path of ["/events/1", "/events/slug/both"]) {
      assert.deepEqual(slugsOf(await marketsAt(`${path}?creator=${ANN}`)), ["otters"]);
      assert.deepEqual(slugsOf(await marketsAt(`${path}?creator=all.example`)), ["otters", "herons"]);
      assert.deepEqual(slugsOf(await marketsAt(path)), ["otters", "herons"]);
    }
    for (const path of [
      "/markets/101",
      `/markets/${hashOf("otters")}`,
      "/markets/slug/otters",
      "/tags/1",
      "/tags/slug/animals",
      "/series/1",
    ])
      assert.equal((await exchange.get(`${path}?creator=otters.example`)).status, 200, path);
  });

  const marketsAt = async (path: string): Promise<Reply> => {
    const reply = await exchange.get(path);
    return {
      ...reply,
      body: answered(reply, path.includes("slug") ? "/events/slug/:slug" : "/events/:id").markets,
    };
  };

  const OUTSIDE: [path: string, name: "id" | "slug"][] = [
    ["/events/2", "id"],
    ["/events/3", "id"],
    ["/events/2/tags", "id"],
    ["/events/slug/ben", "slug"],
    ["/markets/102", "id"],
    [`/markets/${hashOf("herons")}`, "id"],
    ["/markets/102/description", "id"],
    ["/markets/102/tags", "id"],
    ["/markets/301", "id"],
    ["/markets/slug/herons", "slug"],
    ["/tags/2", "id"],
    ["/tags/slug/birds", "slug"],
    ["/series/2", "id"],
  ];
  void it("single reads do not find what is out of scope", async () => {
    for (const dialect of DIALECTS)
      for (const [path, name] of OUTSIDE) {
        assert.equal((await exchange.get(path, dialect)).status, 200, path);
        assertNotFound(await exchange.get(`${path}?creator=${ANN}`, dialect), name);
      }
  });

  for (const creator of NOBODIES) {
    void it(`${creator} there is nothing`, async () => {
      for (const path of ["/events", "/markets", "/tags", "/series"])
        assert.deepEqual((await exchange.get(`${path}?creator=${creator}`)).body, []);
      const search = (await exchange.get(`/public-search?q=otters&creator=${creator}`)).body;
      assert.deepEqual(search, { events: [], tags: [], pagination: { hasMore: false, totalResults: 0 } });
      assertNotFound(await exchange.get(`/events/1?creator=${creator}`), "id");
      assertNotFound(await exchange.get(`/markets/slug/otters?creator=${creator}`), "slug");
    });
  }

  void it("an event's markets in a list of Polymarket's dialect are those in scope", async () => {
    const [event] = (await exchange.get(`/events?creator=${BEN}`, "polymarket")).body;
    assert.deepEqual(
      event.markets.map(({ slug }: { slug: string }) => slug),
      ["herons"],
    );
  });

  void it("searches find what is in scope and count its events", async () => {
    const search = async (scope: string) =>
      answered(await exchange.get(`/public-search?q=herons${scope}`), "/public-search");
    assert.equal((await search("")).pagination.totalResults, 2);
    const anns = await search(`&creator=${ANN}`);
    assert.deepEqual(anns.pagination, { hasMore: false, totalResults: 1 });
    const countIn = async (creator: string) => {
      const { tags } = (await exchange.get(`/public-search?q=animals&creator=${creator}`)).body;
      return tags[0].event_count;
    };
    assert.equal(await countIn(ANN), 1);
    assert.equal(await countIn(BEN), 2);
  });

  void it("a change of the operator's sites counts at once", async () => {
    assert.deepEqual((await exchange.get("/events?creator=new.example")).body, []);
    await addSiteWallets(exchange.context.ownSql, { host: "new.example", wallets: [ANN] });
    assert.deepEqual(slugsOf(await exchange.get("/events?creator=new.example")), ["both"]);
  });
});
