import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, startCatalog } from "./world.ts";
import { capturedList, EVENT_DUMPS, importDump, noSamples, readDump } from "./gamma-samples.ts";
import type { Captured } from "./gamma-samples.ts";

const MARKET_FIELDS =
  "id question conditionId slug resolutionSource image icon description questionID startDate endDate createdAt " +
  "updatedAt outcomes clobTokenIds active closed archived";
const EVENT_FIELDS =
  "id ticker slug title description resolutionSource image icon startDate creationDate endDate createdAt updatedAt " +
  "active closed archived";
const TAG_FIELDS = "id label slug createdAt updatedAt requiresTranslation";
const SERIES_FIELDS =
  "id ticker slug title seriesType recurrence image icon active closed archived createdAt updatedAt";

/** Picks fields of a record; a blank one is as good as none. */
const picked = (record: Captured, fields: string): Captured =>
  Object.fromEntries(
    fields.split(" ").flatMap((name) => {
      const value = record[name];
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );

/** A tag of the dump that does not say so needs no translation. */
const expectedTag = (tag: Captured): Captured => ({ requiresTranslation: false, ...picked(tag, TAG_FIELDS) });

const byId = (a: Captured, b: Captured): number => Number(a["id"]) - Number(b["id"]);

type Listed = { readonly event: Captured; readonly markets: readonly Captured[] };

const expectedEvent = ({ event, markets }: Listed): Record<string, unknown> => ({
  ...picked(event, EVENT_FIELDS),
  tags: capturedList(event["tags"]).map(expectedTag),
  markets: markets.map((market) => picked(market, MARKET_FIELDS)),
  series: capturedList(event["series"]).map((series) => picked(series, SERIES_FIELDS)),
  ...(event["eventMetadata"] !== undefined && { eventMetadata: event["eventMetadata"] }),
});

const expectedMarket = (event: Captured, market: Captured): Captured => ({
  ...picked(market, MARKET_FIELDS),
  events: [picked(event, EVENT_FIELDS)],
});

for (const dump of EVENT_DUMPS) {
  void describe(`A catalog made from ${dump}`, { skip: noSamples }, () => {
    let exchange: TestExchange;
    let listed: readonly Listed[];

    before(async () => {
      exchange = await startCatalog();
      const skipped = await importDump(exchange, dump);
      // Drafts of the service that have no condition yet.
      for (const { what, reason } of skipped) assert.match(`${what}: ${reason}`, /^market: no conditionId/);
      const left = new Set(skipped.map(({ id }) => id));
      listed = readDump(dump).map((event) => ({
        event,
        markets: capturedList(event["markets"])
          .filter(({ id }) => !left.has(String(id)))
          .toSorted(byId),
      }));
    });
    after(() => exchange.close());

    void it("gives every event back as it was, by id and by slug", async () => {
      for (const one of listed) {
        const { id, slug } = one.event;
        const expected = expectedEvent(one);
        const found = await exchange.get(`/events/${String(id)}`);
        assert.deepEqual(answered(found, "/events/:id"), expected);
        const named = await exchange.get(`/events/slug/${encodeURIComponent(String(slug))}`, "kuest");
        assert.deepEqual(answered(named, "/events/slug/:slug", "kuest"), expected);
      }
    });

    void it("gives every market back as it was, by id, condition and slug", async () => {
      for (const { event, markets } of listed) {
        for (const market of markets) {
          const expected = expectedMarket(event, market);
          for (const name of [market["id"], market["conditionId"]]) {
            const { body } = await exchange.get(`/markets/${String(name)}`);
            assert.deepEqual(body, expected);
          }
          const named = await exchange.get(`/markets/slug/${encodeURIComponent(String(market["slug"]))}`);
          assert.deepEqual(answered(named, "/markets/slug/:slug"), expected);
        }
      }
    });

    void it("lists all events in the order of their ids, each as a row", async () => {
      const rows = answered(await exchange.get("/events?limit=500"), "/events");
      const expected = listed
        .toSorted((a, b) => byId(a.event, b.event))
        .map((one) => {
          const row = { ...expectedEvent(one) };
          for (const name of ["creationDate", "markets", "series", "eventMetadata"]) delete row[name];
          return row;
        });
      assert.deepEqual(rows, expected);
    });
  });
}
