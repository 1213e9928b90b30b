/** polymarket-apis: a Python library of all of Polymarket's interfaces, each with types that answers must have. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { privateKeyToAccount } from "viem/accounts";
import type { Answer, Client } from "../conformance/call-record.ts";
import { newOwner } from "./owner.ts";
import { installPython } from "./install.ts";
import { constant, make, named, startPython } from "./python.ts";
import { describeQuotes, QUOTES } from "./quotes.ts";
import { getJson } from "./requests.ts";
import type { Suite } from "./suite.ts";
import type { Placed, ShownPosition, Trader } from "./trader.ts";
import type { Market, Stage } from "./world.ts";

const NAME = "polymarket-apis";
const TYPES = "polymarket_apis.types.clob_types";
const CLIENTS = {
  clob: "polymarket_apis:PolymarketClobClient",
  data: "polymarket_apis:PolymarketDataClient",
  gamma: "polymarket_apis:PolymarketGammaClient",
} as const;

type PythonTrader = Trader & { readonly client: Client };
type Readers = { readonly data: Client; readonly gamma: Client };

const UNCALLED = {
  "it asks another host than the service's interfaces": [
    "clob.detect_wallet_signature_type",
    "clob.get_crypto_outcomes",
    "clob.get_reward_markets",
    "clob.get_total_rewards",
    "data.get_all_positions_gql",
    "data.get_leaderboard_top_users",
    "data.get_leaderboard_user_rank",
    "data.get_pnl",
    "data.get_user_metric",
    "gamma.grok_election_market_explanation",
    "gamma.grok_event_summary",
  ],
  "its type of a market knows base fees of 0 and 1000 only": ["clob.get_all_markets", "clob.get_markets"],
  "it looks for `mid` in a spread": ["clob.get_spread"],
  "there are no profiles, and an unknown one is 404": ["gamma.get_public_profile"],
};

export const polymarketApis: Suite = {
  name: NAME,
  version: "2.3.0",
  language: "Python",
  dialect: "polymarket",
  uncalled: Object.fromEntries(
    Object.entries(UNCALLED).flatMap(([reason, methods]) => methods.map((method) => [method, reason])),
  ),
  install: () => installPython(NAME, "3.12"),
  async open({ stage, installed, record }) {
    const python = startPython(installed);
    const { trading, data, catalog } = stage.addresses;
    const recorded = (object: object, part: string): Client =>
      record.record(python.methodsOf(object), `${NAME} ${part}`, NAME);
    const readers: Readers = {
      data: recorded(await python.call(CLIENTS.data, { base_url: data }), "data"),
      gamma: recorded(await python.call(CLIENTS.gamma, { base_url: catalog }), "gamma"),
    };
    const markets = [stage.ordinary, stage.quoted, ...stage.exclusive];
    const createTrader = async (): Promise<PythonTrader> => {
      const { key, address } = newOwner();
      // Its address is an attribute, and it asks for keys at once unless it is given some.
      const creds = make(`${TYPES}:ApiCreds`, { key: "none", secret: "none", passphrase: "none" });
      const given = { private_key: key, address, creds, signature_type: 0 };
      const object = await python.call(CLIENTS.clob, given);
      await python.call("builtins:setattr", {}, object, "base_url", trading);
      const client = recorded(object, "clob");
      const own = await client.create_or_derive_api_creds();
      assert.deepEqual(await client.derive_api_key(), own);
      await client.set_api_creds(own);
      const { key: apiKey, secret, passphrase } = own;
      const account = privateKeyToAccount(key);
      const credentials = { apiKey, secret, passphrase };
      return {
        account,
        wallet: address,
        credentials,
        client,
        ...actionsOf(client, readers, { wallet: address, markets }),
      };
    };
    const surfaces = await Promise.all(
      Object.entries(CLIENTS).map(async ([part, path]) => ({
        name: `${NAME} ${part}`,
        methods: await python.listOf(path),
      })),
    );
    return {
      surfaces,
      createTrader,
      describe(traders) {
        describeQuotes(stage, traders);
        describeBooks(stage, traders);
        describeOrders(stage, traders, createTrader);
        describeData(stage, traders, readers);
        describeCatalog(stage, traders, readers);
      },
      close: () => python.close(),
    };
  },
};

/** An order's type by its name. */
const typeOf = (kind: string): object => constant(`${TYPES}:OrderType.${kind}`);

type Actions = Omit<Trader, "account" | "credentials" | "wallet">;

type Owned = { readonly wallet: string; readonly markets: readonly Market[] };

function actionsOf(client: Client, { data }: Readers, { wallet, markets }: Owned): Actions {
  return {
    async limit({ token, expiration, ...order }) {
      const given = { token_id: token, ...order, ...(expiration !== undefined && { expiration }) };
      const kind = expiration === undefined ? "GTC" : "GTD";
      const args = make(`${TYPES}:OrderArgs`, given);
      return placedOf(await client.create_and_post_order(args, named({ order_type: typeOf(kind) })));
    },
    async market({ token, kind, ...order }) {
      const given = { token_id: token, ...order, order_type: typeOf(kind) };
      const args = make(`${TYPES}:MarketOrderArgs`, given);
      return placedOf(await client.create_and_post_market_order(args, named({ order_type: typeOf(kind) })));
    },
    async cancelAll() {
      const { canceled } = await client.cancel_all();
      return canceled ?? [];
    },
    collateral: () => client.get_pusd_balance(),
    shares: (token) => client.get_token_balance(token),
    async order(id) {
      const [order] = await client.get_orders(named({ order_id: id }));
      return { filled: Number(order.size_matched) };
    },
    openOrders: async () => (await client.get_orders()).map((order: Answer) => order.order_id ?? order.id),
    taken: async () =>
      (await client.get_trades())
        .filter(({ trader_side: role }: Answer) => role === "TAKER")
        .map(({ condition_id: id, outcome, side, size, price }: Answer) => {
          // Its trades do not name their token.
          const market = markets.find(({ conditionId }) => conditionId === id)!;
          return { token: outcome === "Yes" ? market.yes : market.no, side, size, price };
        }),
    async positions() {
      const open = await data.get_positions(wallet, named({ size_threshold: 0 }));
      const closed = await data.get_closed_positions(wallet);
      return [...open, ...closed].map((row: Answer): ShownPosition => ({
        token: row.token_id,
        size: row.size ?? 0,
        average: row.avg_price,
        bought: row.total_bought,
        realized: row.realized_pnl,
      }));
    },
  };
}

function placedOf(placed: Answer): Placed {
  if (placed === null) throw new Error("no match");
  const { order_id: id, status, success } = placed;
  assert.equal(success, true);
  return { id, status };
}

function describeBooks({ quoted, ordinary, addresses }: Stage, traders: readonly Trader[]): void {
  const { yes, no, conditionId } = quoted;
  const asks = [{ price: Number(QUOTES.ask), size: Number(QUOTES.askSize) }];

  it("reads books, prices, midpoints and spreads", async () => {
    const { client } = traders[0] as PythonTrader;
    const level = ({ price, size }: Answer) => ({ price: Number(price), size: Number(size) });
    const book = await client.get_order_book(yes);
    assert.deepEqual(book.asks.map(level), asks);
    assert.equal((await client.get_order_books([yes]))[0].hash, book.hash);
    assert.equal((await client.get_midpoint(yes)).value, Number(QUOTES.mid));
    assert.equal((await client.get_price(yes, "BUY")).price, Number(QUOTES.bid));
    assert.ok(await client.get_midpoints([yes]));
    assert.ok(await client.get_spreads([yes]));
    assert.ok(await client.get_prices([make(`${TYPES}:BookParams`, { token_id: yes, side: "BUY" })]));
    assert.equal((await client.get_last_trade_price(yes)).price, Number(QUOTES.last));
    assert.equal((await client.get_last_trades_prices([yes]))[0].price, Number(QUOTES.last));
    const price = await client.calculate_market_price(yes, "BUY", 10, typeOf("FOK"));
    assert.equal(price, Number(QUOTES.ask));
  });

  it("reads the terms of markets, and the service's own", async () => {
    const { client } = traders[0] as PythonTrader;
    assert.equal(await client.get_ok(), "OK");
    assert.ok(Math.abs(Date.parse(await client.get_utc_time()) - Date.now()) < 60_000);
    await client.clear_tick_size_cache();
    assert.equal(await client.get_tick_size(yes), "0.01");
    assert.equal(await client.get_neg_risk(yes), false);
    assert.equal(await client.get_fee_rate_bps(ordinary.yes), 200);
    assert.equal((await client.get_market(conditionId)).question, quoted.question);
    const ids = await client.get_market_ids_from_token(yes);
    assert.deepEqual([ids.condition_id, ids.secondary_token_id], [conditionId, no]);
    assert.equal((await client.get_clob_market_info(conditionId)).minimum_tick_size, 0.01);
    const [rewarded] = (await getJson(`${addresses.trading}/rewards/markets/current`)).data;
    const rewards = await client.get_market_rewards(rewarded.condition_id);
    assert.equal(rewards.condition_id, rewarded.condition_id);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const start = { start_time: make("bridge:instant", { text: since }) };
    for (const history of [
      await client.get_recent_history(ordinary.yes),
      await client.get_all_history(ordinary.yes),
      await client.get_history(ordinary.yes, named(start)),
    ])
      assert.ok(history.history.every(({ value }: Answer) => value >= 0 && value <= 1));
  });
}

function describeOrders(
  { quoted }: Stage,
  traders: readonly Trader[],
  createTrader: () => Promise<PythonTrader>,
): void {
  const bid = (price: number): object =>
    make(`${TYPES}:OrderArgs`, { token_id: quoted.yes, side: "BUY", price, size: 10 });

  it("posts signed orders, scores and cancels them", async () => {
    const { client } = traders[0] as PythonTrader;
    const first = placedOf(await client.post_order(await client.create_order(bid(0.05))));
    const batch = make(`${TYPES}:PostOrdersArgs`, {
      order: await client.create_order(bid(0.06)),
      order_type: typeOf("GTC"),
    });
    const [second] = (await client.post_orders([batch])).map(placedOf);
    const [third, fourth] = (await client.create_and_post_orders([bid(0.07), bid(0.08)])).map(placedOf);
    assert.equal(await client.is_order_scoring(first.id), false);
    assert.deepEqual(await client.are_orders_scoring([first.id]), { [first.id]: false });
    assert.deepEqual((await client.cancel_order(first.id)).canceled, [first.id]);
    assert.deepEqual((await client.cancel_orders([second.id])).canceled, [second.id]);
    assert.ok((await client.cancel_orders_for_token_id(quoted.yes)).canceled.includes(third.id));
    const last = placedOf(await client.post_order(await client.create_order(bid(0.05))));
    assert.ok(fourth.id !== last.id);
    assert.ok((await client.cancel_orders_for_condition_id(quoted.conditionId)).canceled.includes(last.id));
    assert.deepEqual(await client.get_orders(), []);
  });

  it("fills a signed market order", async () => {
    const [maker, taker] = traders as [PythonTrader, PythonTrader];
    await maker.limit({ token: quoted.yes, side: "BUY", price: 0.4, size: 10 });
    const args = make(`${TYPES}:MarketOrderArgs`, {
      token_id: quoted.no,
      side: "BUY",
      amount: 3,
      order_type: typeOf("FOK"),
    });
    const placed = await taker.client.post_order(await taker.client.create_market_order(args), typeOf("FOK"));
    assert.equal(placedOf(placed).status, "matched");
    await maker.cancelAll();
  });

  it("makes, lists and deletes keys", async () => {
    const { client, credentials } = await createTrader();
    assert.deepEqual(await client.get_api_keys(), [credentials.apiKey]);
    const key = await client.create_readonly_api_key();
    assert.deepEqual(await client.get_readonly_api_keys(), [key]);
    await client.delete_readonly_api_key(key);
    assert.deepEqual(await client.get_readonly_api_keys(), []);
    assert.equal(await client.send_heartbeat(), "ok");
    assert.notEqual((await client.create_api_creds(3)).key, credentials.apiKey);
    assert.equal(await client.delete_api_keys(), "OK");
    await assert.rejects(client.get_api_keys(), /401/);
  });
}

function describeData(stage: Stage, traders: readonly Trader[], { data }: Readers): void {
  const { quoted, ordinary, event } = stage;
  const sum = (rows: Answer[], field: string): number =>
    rows.reduce((all, row) => all + Number(row[field]), 0);

  it("reads trades, activity and worth", async () => {
    const { wallet: user } = traders[1]!;
    assert.equal(await data.get_ok(), "OK");
    const own = await data.get_trades(named({ condition_id: ordinary.conditionId, user }));
    assert.equal(sum(own, "size"), 185);
    const kinds = (await data.get_activity(user)).map(({ type }: Answer) => type);
    assert.deepEqual([...new Set(kinds)].sort(), ["CONVERSION", "REDEEM", "TRADE"]);
    const positions = await data.get_all_positions(user);
    const { value } = await data.get_value(user);
    assert.equal(Number(value).toFixed(3), sum(positions, "current_value").toFixed(3));
    assert.equal(await data.get_total_markets_traded(user), 5);
    const { positions_csv: sheet } = await data.get_accounting_snapshot_csvs(user);
    assert.ok(positions.every((row: Answer) => sheet.includes(row.token_id)));
    await data.get_accounting_snapshot_zip(user);
    for (const builders of [
      await data.get_builder_leaderboard_aggregated(named({ time_period: "ALL" })),
      await data.get_builder_leaderboard_timeseries(),
    ])
      assert.ok(builders.every(({ volume }: Answer) => volume > 0));
    const [ranked] = await data.get_leaderboard_rankings(named({ address: user, time_period: "ALL" }));
    const shown = [...(await traders[1]!.positions!())];
    assert.equal(Number(ranked.pnl).toFixed(3), sum(shown, "realized").toFixed(3));
  });

  it("reads what markets and their holders have", async () => {
    const holders = await data.get_holders(quoted.conditionId);
    const [interest] = await data.get_open_interest(quoted.conditionId);
    for (const side of holders) assert.equal(sum(side.holders, "amount"), interest.value);
    const { total, markets } = await data.get_live_volume(event.id);
    assert.equal(total, sum(markets, "value"));
  });
}

function describeCatalog(
  { quoted, event, name }: Stage,
  traders: readonly Trader[],
  { gamma }: Readers,
): void {
  it("reads events, markets, tags and series, and finds by words", async () => {
    const { wallet } = traders[0]!;
    const titled = (found: Answer): void => assert.equal(found.title, event.title);
    titled(await gamma.get_event_by_id(event.id));
    titled(await gamma.get_event_by_slug(event.slug));
    titled((await gamma.get_all_events(named({ slugs: [event.slug] })))[0]);
    assert.equal((await gamma.get_events(named({ limit: 3 }))).length, 3);
    for (const market of [
      await gamma.get_market(quoted.id),
      await gamma.get_market_by_id(quoted.id),
      await gamma.get_market_by_slug(quoted.slug),
    ])
      assert.deepEqual(market.token_ids, [quoted.yes, quoted.no]);
    assert.equal((await gamma.get_markets(named({ limit: 3 }))).length, 3);
    const slugs = (tags: Answer[]) => tags.map(({ slug }) => slug).sort();
    const tags = slugs(await gamma.get_event_tags(event.id));
    assert.deepEqual(slugs(await gamma.get_market_tags(quoted.id)), tags);
    const all = await gamma.get_all_tags();
    assert.ok(tags.every((slug) => slugs(all).includes(slug)));
    const [tag] = await gamma.get_tags();
    assert.equal((await gamma.get_tag(tag.id)).slug, tag.slug);
    const [own] = await gamma.get_event_tags(event.id);
    const ids = (rows: Answer[], field: string) => rows.map((each) => String(each[field]));
    const related = ids(await gamma.get_related_tags_by_slug(own.slug), "id");
    assert.deepEqual(ids(await gamma.get_related_tags_by_tag_id(Number(own.id)), "id"), related);
    for (const relations of [
      await gamma.get_related_tag_ids_by_slug(own.slug),
      await gamma.get_related_tag_ids_by_tag_id(Number(own.id)),
    ])
      assert.deepEqual(ids(relations, "related_tag_id"), related);
    const [series] = await gamma.get_series();
    assert.equal((await gamma.get_all_series())[0].slug, series.slug);
    assert.equal((await gamma.get_series_by_id(series.id)).slug, series.slug);
    for (const list of [
      await gamma.get_teams(),
      await gamma.get_all_teams(),
      await gamma.get_sports_metadata(),
      await gamma.get_comments("Event", Number(event.id)),
      await gamma.get_comments_by_id("1"),
      await gamma.get_comments_by_user_address(wallet),
    ])
      assert.deepEqual(list, []);
    assert.ok((await gamma.search(name)).events.some(({ slug }: Answer) => slug === event.slug));
  });
}
