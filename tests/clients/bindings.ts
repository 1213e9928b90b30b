/**
 * The schemas of @polymarket/bindings, by which Polymarket's newer clients parse: every record of the catalog and of
 * data, by those of each generation that reads it.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe, it } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Answer } from "../conformance/call-record.ts";
import { testListing } from "../support/exchange.ts";
import { getJson } from "./requests.ts";
import type { World } from "./world.ts";

const MIN_RECORDS = 5_000;
const EVENTS = 320;
const MARKETS = 8;
const EVENTS_AT_ONCE = 40;
const PAGE = 100;

/** Packages of the two generations, by the names of the manifest. */
const GENERATIONS = { first: "@polymarket/bindings", second: "bindings-v0.10" } as const;
type Generation = keyof typeof GENERATIONS;

type Schema = {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly issues: unknown } };
};
type Module = Readonly<Record<string, Schema>>;

/** Lists events with markets, tags and series, enough for the number of records. */
export async function seedCatalog({ operate }: World): Promise<void> {
  const listings = Array.from({ length: EVENTS }, (_, event) => {
    const names = Array.from(
      { length: MARKETS },
      (__, market) =>
        ({
          name: `record ${event} ${market}`,
          version: market % 2 === 0 ? "v1" : "v2",
        }) as const,
    );
    const slug = `records-${event}`;
    const createdAt = "2025-06-01T12:00:00Z";
    const label = `Tag ${event % 50}`;
    const tag = { id: String(700_000 + (event % 50)), label, slug: `tag-${event % 50}`, createdAt };
    const described = {
      id: String(800_000 + event),
      ticker: slug,
      slug,
      title: `Records ${event}`,
      createdAt,
      tags: [tag],
    };
    return testListing(names, described);
  });
  for (let at = 0; at < listings.length; at += EVENTS_AT_ONCE)
    await operate("/listings", listings.slice(at, at + EVENTS_AT_ONCE));
}

/** Describes the parsing; it comes after the clients have traded, so that there are trades and positions. */
export function describeBindings(world: World, installed: string): void {
  describe("@polymarket/bindings 0.2.0 and 0.10.0", () => {
    const counts: number[] = [];
    const { data, catalog } = world.addresses.polymarket!;

    for (const generation of ["first", "second"] as const) {
      it(`parses every record of the catalog by the ${generation} generation`, async () => {
        const parse = parserOf(await load(installed, generation, "gamma"), counts);
        const events = await walk(`${catalog}/events?closed=false`, (page) =>
          parse("ListEventsResponse", page),
        );
        await walk(`${catalog}/markets?`, (page) => parse("ListMarketsResponse", page));
        await walk(`${catalog}/tags?`, (page) => parse("ListTagsResponse", page));
        await walk(`${catalog}/series?`, (page) => parse("ListSeriesResponse", page));
        parse("ListEventsKeysetResponse", await getJson(`${catalog}/events/keyset?limit=${PAGE}`));
        parse("ListMarketsKeysetResponse", await getJson(`${catalog}/markets/keyset?limit=${PAGE}`));
        parse("PublicSearchResponse", await getJson(`${catalog}/public-search?q=record`));
        for (const { id, markets } of events.slice(0, 20)) {
          parse("FetchEventTagsResponse", await getJson(`${catalog}/events/${id}/tags`));
          parse("Event", await getJson(`${catalog}/events/${id}`));
          parse("Market", await getJson(`${catalog}/markets/${markets[0].id}`));
        }
      });
    }

    it("parses every record of data by the first generation", async () => {
      const parse = parserOf(await load(installed, "first", "data"), counts);
      const traders = await getJson(`${data}/v1/leaderboard?limit=50`);
      parse("ListTraderLeaderboardResponse", traders);
      await walk(`${data}/trades?`, (page) => parse("ListTradesResponse", page));
      for (const { proxyWallet: user } of traders) {
        parse("ListPositionsResponse", await getJson(`${data}/positions?user=${user}&sizeThreshold=0`));
        parse("ListClosedPositionsResponse", await getJson(`${data}/closed-positions?user=${user}`));
        await walk(`${data}/activity?user=${user}`, (page) => parse("ListActivityResponse", page));
        parse("FetchPortfolioValueResponse", await getJson(`${data}/value?user=${user}`));
      }
      for (const { conditionId, eventId } of await tradedMarkets(data)) {
        parse("ListMarketHoldersResponse", await getJson(`${data}/holders?market=${conditionId}`));
        parse("ListOpenInterestResponse", await getJson(`${data}/oi?market=${conditionId}`));
        parse("FetchEventLiveVolumeResponse", await getJson(`${data}/live-volume?id=${eventId}`));
      }
    });

    it("parses every record of version 2 of data by the second generation", async () => {
      const parse = parserOf(await load(installed, "second", "data"), counts);
      const traders = await walkCursors(`${data}/v2/leaderboard?`, parse, "ListTraderLeaderboardResponse");
      await walkCursors(`${data}/v2/trades?`, parse, "ListTradesResponse");
      for (const { user_id: user } of traders) {
        for (const status of ["OPEN", "CLOSED"])
          await walkCursors(
            `${data}/v2/positions?user=${user}&status=${status}`,
            parse,
            "ListPositionsResponse",
          );
        await walkCursors(`${data}/v2/activity?user=${user}`, parse, "ListActivityResponse");
        parse("FetchPortfolioValueResponse", await getJson(`${data}/v2/value?user=${user}`));
        parse("FetchUserPnlResponse", await getJson(`${data}/v2/user-pnl?user=${user}`));
        parse("FetchUserStatsResponse", await getJson(`${data}/v2/user-stats?user=${user}`));
      }
      await walkCursors(`${data}/v2/biggest-winners?`, parse, "ListBiggestWinnersResponse");
      parse("FetchBuilderVolumeResponse", await getJson(`${data}/v2/builders/volume`));
      for (const { conditionId, eventId, asset } of await tradedMarkets(data)) {
        await walkCursors(
          `${data}/v2/holders?condition_id=${conditionId}`,
          parse,
          "ListMarketHoldersResponse",
        );
        parse("FetchOpenInterestResponse", await getJson(`${data}/v2/oi?condition_id=${conditionId}`));
        parse(
          "FetchResolutionsResponse",
          await getJson(`${data}/v2/resolutions?condition_id=${conditionId}`),
        );
        parse("FetchEventLiveVolumeResponse", await getJson(`${data}/v2/live-volume?event_id=${eventId}`));
        parse(
          "ListPriceHistoryResponse",
          await getJson(`${data}/v2/prices-history?token_id=${asset}&interval=1d`),
        );
      }
    });

    it(`parsed at least ${MIN_RECORDS} records`, () => {
      const all = counts.reduce((sum, one) => sum + one, 0);
      assert.ok(all >= MIN_RECORDS, `parsed ${all}`);
    });
  });
}

type Parse = (name: string, value: Answer) => void;

/** A parser that fails with the issues of a schema, and counts the records that it parsed. */
const parserOf =
  (module: Module, counts: number[]): Parse =>
  (name, value) => {
    const { success, error } = module[`${name}Schema`]!.safeParse(value);
    const shown = JSON.stringify(value).slice(0, 600);
    assert.ok(success, `${name}: ${JSON.stringify(error?.issues ?? "").slice(0, 600)} of ${shown}`);
    counts.push(recordsIn(value));
  };

/** Records of a list, of a page or of an answer about one thing. */
function recordsIn(value: Answer): number {
  const list = [value, value.data, value.events, value.markets].find((each) => Array.isArray(each));
  return list === undefined ? 1 : list.length;
}

async function load(installed: string, generation: Generation, part: string): Promise<Module> {
  const { resolve } = createRequire(join(installed, "package.json"));
  const path = join(resolve.paths("x")![0]!, GENERATIONS[generation], "dist", part, "index.js");
  return import(pathToFileURL(path).href);
}

/** Walks a list by limit and offset to its end; resolves with all rows. */
async function walk(url: string, take: (page: Answer) => void): Promise<Answer[]> {
  const rows: Answer[] = [];
  for (let more = true; more;) {
    const page = await getJson(`${url}&limit=${PAGE}&offset=${rows.length}`);
    take(page);
    rows.push(...page);
    more = page.length === PAGE;
  }
  return rows;
}

async function walkCursors(url: string, parse: Parse, name: string): Promise<Answer[]> {
  const rows: Answer[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Answer = await getJson(`${url}&limit=${PAGE}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    parse(name, page);
    rows.push(...page.data);
    cursor = page.pagination.has_more ? page.pagination.next_cursor : null;
  }
  return rows;
}

/** Markets of the latest trades, each with its event and a token. */
async function tradedMarkets(data: string): Promise<Answer[]> {
  const trades: Answer[] = await getJson(`${data}/trades?limit=${PAGE}`);
  const markets: Answer[] = await Promise.all(
    [...new Map(trades.map((trade) => [trade.conditionId, trade])).values()].map(async (trade) => {
      const [position] = await getJson(
        `${data}/positions?user=${trade.proxyWallet}&market=${trade.conditionId}&sizeThreshold=0`,
      );
      return { ...trade, eventId: position?.eventId };
    }),
  );
  return markets.filter(({ eventId }) => eventId !== undefined);
}
