/** Lists that are counted from events and markets: related tags, days of series, creators, and games that are over. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { addSiteWallets } from "../../../src/store/catalog/sites.ts";
import { checksumAddress } from "../../../src/signing/address.ts";
import { hashOf, testListing, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { testSeries } from "../../support/test-series.ts";
import { answered, assertBadValue, assertNotFound, startCatalog } from "./world.ts";

const [ANN, BEN] = [walletOf("ann"), walletOf("ben")].sort() as [string, string];

const tagged = (id: number) => ({ id: String(id), label: `Tag ${id}`, slug: `tag-${id}` });
const SERIES = testSeries({ id: "31", slug: "cup", title: "The cup", recurrence: "weekly" });

type Row = {
  readonly id: number;
  readonly tags: readonly number[];
  readonly creator: string;
  readonly endDate?: string;
  readonly gameStartTime?: string;
  readonly over?: boolean;
};

const ROWS: readonly Row[] = [
  {
    id: 1,
    tags: [1, 2],
    creator: ANN,
    endDate: "2026-07-02T12:00:00Z",
    gameStartTime: "2026-07-02T10:00:00Z",
    over: true,
  },
  {
    id: 2,
    tags: [1, 3],
    creator: BEN,
    endDate: "2026-07-03T00:00:00Z",
    gameStartTime: "2026-07-02T22:00:00Z",
  },
  { id: 3, tags: [1, 3, 4], creator: BEN, endDate: "2026-07-03T18:00:00Z", over: true },
  { id: 4, tags: [5], creator: "", endDate: "2026-07-01T00:00:00Z", over: true },
  { id: 5, tags: [4], creator: ANN },
];

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  for (const { id, tags, over, endDate, ...market } of ROWS) {
    const name = `match ${id}`;
    const event = { id: String(id), slug: `event-${id}`, ticker: `event-${id}`, title: name };
    const series = id === 5 ? [] : [SERIES];
    const dated = endDate === undefined ? {} : { endDate };
    await exchange.list(
      testListing([{ name, id: String(100 + id), ...market }], {
        ...event,
        tags: tags.map(tagged),
        series,
        ...dated,
      }),
    );
    if (over === true)
      await exchange.submit({ type: "resolve-market", conditionId: hashOf(name), payout: [1, 0] });
  }
  await addSiteWallets(exchange.context.ownSql, { host: "b.example", wallets: [ANN] });
  await addSiteWallets(exchange.context.ownSql, { host: "a.example", wallets: [ANN] });
});
after(() => exchange.close());

async function read(path: string, asked: string) {
  return answered(await exchange.get(asked, "polymarket"), path, "polymarket");
}

void describe("tags that are related to a tag", () => {
  const PATH = "/tags/:id/related-tags";
  const related = async (query: string): Promise<number[]> =>
    (await read(PATH, `/tags/1/related-tags${query}`)).map(
      (row: { relatedTagID: number }) => row.relatedTagID,
    );

  void it("are those of the same events, those with the most first", async () => {
    assert.deepEqual(await read(PATH, "/tags/1/related-tags"), [
      { id: "10000000000000003", tagID: 1, relatedTagID: 3, rank: 1 },
      { id: "10000000000000002", tagID: 1, relatedTagID: 2, rank: 2 },
      { id: "10000000000000004", tagID: 1, relatedTagID: 4, rank: 3 },
    ]);
  });

  void it("are ranked by the events of a status, and left out without one", async () => {
    assert.deepEqual(await related("?status=closed"), [2, 3, 4]);
    assert.deepEqual(await related("?status=active"), [3, 2, 4]);
    assert.deepEqual(await related("?status=active&omit_empty=true"), [3]);
    assert.deepEqual(await related(`?creator=${ANN}`), [2]);
  });

  void it("are tags on the other route, by slug as by id", async () => {
    const tags = await read("/tags/:id/related-tags/tags", "/tags/1/related-tags/tags");
    assert.deepEqual(
      tags.map(({ slug }: { slug: string }) => slug),
      ["tag-3", "tag-2", "tag-4"],
    );
    const bySlug = await read("/tags/slug/:slug/related-tags/tags", "/tags/slug/tag-1/related-tags/tags");
    assert.deepEqual(bySlug, tags);
    assert.deepEqual(await read("/tags/slug/:slug/related-tags", "/tags/slug/tag-5/related-tags"), []);
  });

  void it("are refused of a tag that there is not", async () => {
    for (const suffix of ["related-tags", "related-tags/tags"]) {
      assertNotFound(await exchange.get(`/tags/99/${suffix}`, "polymarket"), "id");
      assertNotFound(await exchange.get(`/tags/slug/none/${suffix}`, "polymarket"), "slug");
    }
  });
});

void describe("the summary of a series", () => {
  void it("has the days of its events, and the first that is open", async () => {
    const summary = {
      id: "31",
      title: "The cup",
      slug: "cup",
      eventDates: ["2026-07-01", "2026-07-02", "2026-07-03"],
      eventWeeks: [],
      earliest_open_date: "2026-07-03",
    };
    assert.deepEqual(await read("/series-summary/:id", "/series-summary/31"), summary);
    assert.deepEqual(await read("/series-summary/slug/:slug", "/series-summary/slug/cup"), summary);
    const anns = await read("/series-summary/:id", `/series-summary/31?creator=${ANN}`);
    assert.deepEqual(anns.eventDates, ["2026-07-02"]);
    assert.equal("earliest_open_date" in anns, false);
  });

  void it("is refused of a series that there is not", async () => {
    assertNotFound(await exchange.get("/series-summary/32", "polymarket"), "id");
    assertNotFound(await exchange.get("/series-summary/slug/32", "polymarket"), "slug");
  });
});

void describe("creators", () => {
  const NAMED = { id: ANN, creatorName: "a.example", creatorUrl: "https://a.example" };

  void it("are the wallets that made markets, with the first of their sites", async () => {
    const PATH = "/events/creators";
    assert.deepEqual(await read(PATH, PATH), [NAMED, { id: BEN }]);
    assert.deepEqual(await read(PATH, `${PATH}?order=id`), [{ id: BEN }, NAMED]);
    assert.deepEqual(await read(PATH, `${PATH}?order=creatorName`), [NAMED, { id: BEN }]);
    assert.deepEqual(await read(PATH, `${PATH}?order=creatorName&ascending=true`), [{ id: BEN }, NAMED]);
    assert.deepEqual(await read(PATH, `${PATH}?limit=1&offset=1`), [{ id: BEN }]);
    assert.deepEqual(await read(PATH, `${PATH}?creator_name=a.example`), [NAMED]);
    assert.deepEqual(await read(PATH, `${PATH}?creator_handle=ann`), []);
    assert.deepEqual(await read(PATH, `${PATH}?creator=${BEN}`), [{ id: BEN }]);
    assertBadValue(await exchange.get(`${PATH}?order=name`, "kuest"), "order fields are not valid", "kuest");
  });

  void it("are read one by one, in any case of letters", async () => {
    assert.deepEqual(
      await read("/events/creators/:wallet", `/events/creators/${checksumAddress(ANN)}`),
      NAMED,
    );
    assertNotFound(await exchange.get(`/events/creators/${walletOf("nobody")}`, "polymarket"), "id");
  });
});

void describe("GET /events/results", () => {
  void it("lists events of games that are over", async () => {
    const found = await read("/events/results", "/events/results");
    assert.deepEqual(
      found.map(({ id }: { id: string }) => id),
      ["1"],
    );
    assert.deepEqual(await read("/events/results", `/events/results?creator=${BEN}`), []);
  });
});
