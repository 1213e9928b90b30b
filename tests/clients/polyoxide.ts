/**
 * polyoxide: a Rust library of the catalog and of both versions of data, whose types refuse answers that lack a field;
 * by its binding for Python.
 */
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { independentSuite } from "./independent.ts";
import type { Context } from "./independent.ts";
import { most, named } from "./python.ts";
import { checkReads } from "./reads.ts";
import type { Reads } from "./reads.ts";

const MODULE = "polyoxide._polyoxide";
const CATALOG = ["markets", "events", "series", "tags", "comments", "sports", "search", "user", "health"];
const DATA = ["trades", "holders", "open_interest", "live_volume", "leaderboard", "builders", "health"];

const classOf = (of: string, part: string): string =>
  `${MODULE}:${of}${part.replaceAll(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase())}Sync`;

export const polyoxide = independentSuite({
  name: "polyoxide",
  version: "0.43.0",
  versions: ["v1", "v2"],
  classes: {
    gamma: "polyoxide:GammaSync",
    data: "polyoxide:DataApiSync",
    ...Object.fromEntries(CATALOG.map((part) => [`gamma.${part}`, classOf("Gamma", part)])),
    ...Object.fromEntries([...DATA, "user"].map((part) => [`data.${part}`, classOf("DataApi", part)])),
    "data.v2": "polyoxide.v2:DataV2Sync",
  },
  uncalled: {},
  describe(context) {
    describeCatalog(context);
    describeData(context);
  },
});

/** A paged read: a text that its rows must name, and the arguments by place and by name. */
type Page = readonly [
  expected: string,
  given?: readonly unknown[],
  named?: Readonly<Record<string, unknown>>,
];

type Table = Readonly<Record<string, Reads>>;

async function checkParts({ record }: Context, part: string, client: Answer, table: Table): Promise<void> {
  for (const [name, reads] of Object.entries(table))
    await checkReads(record(`${part}.${name}`, await client[name]()), reads);
}

function describeCatalog(context: Context): void {
  const { stage, taker, make } = context;
  const { quoted, event, addresses, name } = stage;

  it("reads the catalog", async () => {
    const client = await make("gamma", { base_url: addresses.catalog });
    const events = context.python.methodsOf(await client.events!());
    const series = context.python.methodsOf(await client.series!());
    const [tag] = await events.tags!(event.id);
    const [first] = await series.list!(named({ limit: 5 }));
    const list = named({ limit: 10, offset: 0, closed: false });
    await checkParts(context, "gamma", client, {
      markets: {
        get: [quoted.conditionId, quoted.id],
        get_by_slug: [quoted.conditionId, quoted.slug],
        list: ["conditionId", list],
        tags: [tag.slug, quoted.id],
      },
      events: {
        list: ["slug", list],
        get: [event.slug, event.id],
        get_by_slug: [event.id, event.slug],
        tags: [tag.slug, event.id],
        tweet_count: ["count", event.id],
        comment_count: ["count", event.id],
      },
      series: { list: ["slug", list], get: [first.slug, first.id] },
      tags: {
        list: ["slug", named({ limit: 10, order: "id", ascending: true })],
        get: [tag.slug, tag.id],
        get_by_slug: [tag.id, tag.slug],
        get_related: ["", tag.id],
        get_related_by_slug: ["", tag.slug],
      },
      comments: {
        list: [[], named({ parent_entity_type: "Event" })],
        get: [[], "1"],
        by_user: [[], taker.wallet],
      },
      sports: { list: [[]], market_types: ["["], list_teams: [[]] },
      search: {
        public_search: [
          event.slug,
          name,
          named({ limit_per_type: 5, keep_closed_markets: 24, search_tags: true }),
        ],
      },
      user: { get: ["", taker.wallet] },
      health: { ping: [""] },
    });
  });
}

function describeData(context: Context): void {
  const { stage, taker, make, record } = context;
  const { quoted, event, addresses } = stage;
  const { wallet } = taker;
  const conditions = [quoted.conditionId];

  it("reads version 1 of data", async () => {
    const client = await make("data", { base_url: addresses.data });
    await checkParts(context, "data", client, {
      trades: { list: [quoted.yes, named({ market: conditions, taker_only: true })] },
      holders: { list: [quoted.yes, conditions, named({ min_balance: 1 })] },
      open_interest: { get: [quoted.conditionId, named({ market: conditions })] },
      live_volume: { get: [quoted.conditionId, Number(event.id)] },
      leaderboard: { get: ["", named({ time_period: "ALL" })] },
      builders: { leaderboard: ["[", named({ time_period: "ALL" })], volume: ["["] },
      health: { ping: [""] },
    });
    await checkReads(record("data.user", await client.user!(wallet)), {
      list_positions: [quoted.yes, named({ size_threshold: 0.1 })],
      positions_value: [""],
      closed_positions: [[]],
      trades: [quoted.yes],
      activity: [quoted.conditionId],
      traded: [""],
    });
  });

  it("reads version 2 of data", async () => {
    const client = await make("data", { base_url: addresses.data });
    const of = named({ conditions });
    const pages: Readonly<Record<string, Page>> = {
      positions: [quoted.yes, [], { user: wallet }],
      combo_positions: ["[]", [wallet]],
      activity: [quoted.conditionId, [wallet]],
      combo_activity: ["[]", [wallet]],
      trades: [quoted.yes, [], { conditions }],
      holders: [quoted.yes, [conditions]],
      prices_history: ["price", [quoted.yes], { interval: "1d" }],
      biggest_winners: ["["],
      builders_leaderboard: ["["],
      leaderboard: ["volume", [], { time_period: "all" }],
    };
    const reads = Object.entries(pages).flatMap(([method, [expected, given = [], values = {}]]) => [
      [method, [expected, ...given, named(values)]],
      [`iter_${method}`, [expected === "[]" ? "[]" : "[", ...given, most(2, values)]],
    ]);
    await checkReads(record("data.v2", await client.v2!()), {
      ...Object.fromEntries(reads),
      approvals: [wallet.toLowerCase(), wallet],
      user_pnl: [wallet.toLowerCase(), wallet],
      user_stats: ["", wallet],
      user_volume: ["", wallet],
      value: ["", wallet],
      live_volume: [quoted.conditionId, [event.id]],
      open_interest: [quoted.conditionId, of],
      resolutions: ["[", of],
      tokens: [quoted.yes, of],
      builder_volume: ["["],
      leaderboard_user: ["", wallet],
      status: ["age_seconds"],
    });
  });
}
