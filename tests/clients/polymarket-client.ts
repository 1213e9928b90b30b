/** polymarket-client: Polymarket's unified Python client, which reads version 2 of the data interface. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { privateKeyToAccount } from "viem/accounts";
import type { Answer, Client } from "../conformance/call-record.ts";
import { newOwner } from "./clob-python.ts";
import type { Owner } from "./clob-python.ts";
import { installPython } from "./install.ts";
import { constant, make, most, named, startPython } from "./python.ts";
import type { Python } from "./python.ts";
import { describeQuotes, QUOTES } from "./quotes.ts";
import type { Suite } from "./suite.ts";
import type { Placed, ShownPosition, Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

const NAME = "polymarket-client";

type PythonTrader = Trader & { readonly client: Client };

const CHAIN = "its transactions need a chain and a relayer";
const COMBOS = "there are no combos";

const ROUTES = "the exchange does not have its route";

const UNCALLED = {
  [ROUTES]: ["list_reward_markets"],
  [CHAIN]: [
    "approve_erc1155_for_all",
    "approve_erc20",
    "authorize_session_key",
    "execute_collateral_return_plan",
    "execute_transaction",
    "fetch_session_keys",
    "get_trading_approvals_state",
    "merge_multiple_positions",
    "merge_positions",
    "plan_collateral_return",
    "redeem_positions",
    "revoke_session_key",
    "setup_gasless_wallet",
    "setup_trading_approvals",
    "split_position",
    "transfer_erc20",
  ],
  [COMBOS]: [
    "accept_combo_quote",
    "fetch_rfq_status",
    "list_combo_markets",
    "request_combo_quote",
    "wait_for_combo_fill",
  ],
};

export const polymarketClient: Suite = {
  name: NAME,
  version: "0.14.0",
  language: "Python",
  dialect: "polymarket",
  uncalled: Object.fromEntries(
    Object.entries(UNCALLED).flatMap(([reason, methods]) => methods.map((method) => [method, reason])),
  ),
  install: () => installPython(NAME, "3.11"),
  async open({ stage, installed, record }) {
    const python = startPython(installed);
    const environment = await environmentOf(python, stage);
    const createTrader = async (owner = newOwner(), options = {}): Promise<PythonTrader> => {
      const { key, address } = owner;
      const given = { private_key: key, wallet: address, environment, ...options };
      const object = await python.call("polymarket:SecureClient.create", given);
      const client = record.record(python.methodsOf(object), NAME, NAME);
      const { key: apiKey, secret, passphrase } = await python.attribute(object, "credentials");
      const account = privateKeyToAccount(key);
      const credentials = { apiKey, secret, passphrase };
      return { account, wallet: address, credentials, client, ...actionsOf(client) };
    };
    const methods = await python.listOf("polymarket:SecureClient");
    return {
      surfaces: [{ name: NAME, methods }],
      createTrader: () => createTrader(),
      describe(traders) {
        describeQuotes(stage, traders);
        describeBooks(stage, traders);
        describeOrders(stage, traders, createTrader);
        describeData(stage, traders);
        describeCatalog(stage, traders);
        describeAbsent(stage, traders);
      },
      close: () => python.close(),
    };
  },
};

/** Makes the client's description of its addresses. */
async function environmentOf(
  python: Python,
  { addresses: { trading, data, catalog } }: Stage,
): Promise<Answer> {
  const addresses = { clob_url: trading, data_url: data, gamma_url: catalog, relayer_url: trading };
  const production = constant("polymarket.environments:PRODUCTION._config");
  const config = await python.call("dataclasses:replace", addresses, production);
  return python.call("polymarket.environments:_create_environment", { name: "own", config });
}

type Actions = Omit<Trader, "account" | "credentials" | "wallet">;

function actionsOf(client: Client): Actions {
  const balance = async (given: object): Promise<number> =>
    Number((await client.get_balance_allowance(named({ ...given }))).balance) / 1e6;
  return {
    leastExpiry: 200,
    async limit({ token, ...order }) {
      return placedOf(await client.place_limit_order(named({ token_id: token, ...order })));
    },
    async market({ token, side, amount, price, kind }) {
      const worst = price === undefined ? {} : { max_price: price };
      const size = side === "BUY" ? { amount, ...worst } : { shares: amount };
      const order = { token_id: token, side, order_type: kind, ...size };
      return placedOf(await client.place_market_order(named(order)));
    },
    async cancelAll() {
      const { canceled, not_canceled: left } = await client.cancel_all();
      assert.deepEqual(left, {});
      return canceled;
    },
    collateral: () => balance({ asset_type: "COLLATERAL" }),
    shares: (token) => balance({ asset_type: "CONDITIONAL", token_id: token }),
    async order(id) {
      const { size_matched: filled, status } = await client.get_order(named({ order_id: id }));
      assert.equal(status, "LIVE");
      return { filled: Number(filled) };
    },
    openOrders: async () => (await client.list_open_orders(most(1000))).map(({ id }: Answer) => id),
    taken: async () =>
      (await client.list_account_trades(most(1000)))
        .filter(({ trader_side: role }: Answer) => role === "TAKER")
        .map(({ asset_id: token, side, size, price }: Answer) => {
          return { token, side, size: Number(size), price: Number(price) };
        }),
    async positions() {
      const lists = await Promise.all(
        ["OPEN", "CLOSED"].map((status) => client.list_positions(most(1000, { status }))),
      );
      return lists.flat().map((row: Answer): ShownPosition => ({
        token: row.asset_id,
        size: Number(row.current_size),
        average: Number(row.avg_price),
        bought: Number(row.total_size),
        realized: Number(row.realized_pnl),
      }));
    },
  };
}

function placedOf({ ok, order_id: id, status, code, message }: Answer): Placed {
  if (ok !== true) throw new Error(`${code}: ${message}`);
  return { id, status };
}

function describeBooks({ quoted }: Stage, traders: readonly Trader[]): void {
  const { yes } = quoted;
  const one = named({ token_id: yes });
  const several = named({ token_ids: [yes] });

  it("reads books, prices, midpoints and spreads", async () => {
    const { client } = traders[0] as PythonTrader;
    const level = ({ price, size }: Answer) => ({ price, size });
    const book = await client.get_order_book(one);
    assert.deepEqual(book.bids.map(level), [{ price: QUOTES.bid, size: QUOTES.bidSize }]);
    assert.deepEqual(book.asks.map(level), [{ price: QUOTES.ask, size: QUOTES.askSize }]);
    const [listed] = await client.get_order_books(several);
    assert.equal(listed.hash, book.hash);
    assert.equal(await client.get_midpoint(one), QUOTES.mid);
    assert.deepEqual(await client.get_midpoints(several), { [yes]: QUOTES.mid });
    assert.equal(await client.get_spread(one), QUOTES.spread);
    assert.deepEqual(await client.get_spreads(several), { [yes]: QUOTES.spread });
    assert.equal(await client.get_price(named({ token_id: yes, side: "BUY" })), QUOTES.bid);
    const requests = [make("polymarket:PriceRequest", { token_id: yes, side: "SELL" })];
    assert.equal((await client.get_prices(named({ requests })))[yes].SELL, QUOTES.ask);
    const last = await client.get_last_trade_price(one);
    assert.deepEqual([last.price, last.side], [QUOTES.last, "BUY"]);
    const [lastOfSeveral] = await client.get_last_trade_prices(several);
    assert.equal(lastOfSeveral.price, QUOTES.last);
  });
}

function describeOrders(
  { quoted }: Stage,
  traders: readonly Trader[],
  createTrader: (owner?: Owner, options?: object) => Promise<PythonTrader>,
): void {
  const bid = { token_id: quoted.yes, side: "BUY", price: 0.05, size: 10 };

  it("posts signed orders, scores and cancels them", async () => {
    const { client } = traders[0] as PythonTrader;
    const sign = (): Promise<Answer> => client.create_limit_order(named(bid));
    const first = placedOf(await client.post_order(await sign())).id;
    const [second, third] = (await client.post_orders([await sign(), await sign()])).map(placedOf);
    assert.equal(await client.get_order_scoring(named({ order_id: first })), false);
    const scoring = await client.get_orders_scoring(named({ order_ids: [first] }));
    assert.deepEqual(scoring, { [first]: false });
    const one = await client.cancel_order(named({ order_id: first }));
    assert.deepEqual([one.canceled, one.not_canceled], [[first], {}]);
    assert.deepEqual((await client.cancel_orders(named({ order_ids: [second.id] }))).canceled, [second.id]);
    const market = await client.cancel_market_orders(named({ market: quoted.conditionId }));
    assert.ok(market.canceled.includes(third.id));
  });

  it("posts a signed market order, and waits for its settlement", async () => {
    const [maker, taker] = traders as [PythonTrader, PythonTrader];
    await maker.limit({ token: quoted.yes, side: "BUY", price: 0.4, size: 10 });
    assert.equal(
      await taker.client.estimate_market_price(named({ token_id: quoted.no, side: "BUY", amount: 3 })),
      "0.6",
    );
    const order = { token_id: quoted.no, side: "BUY", amount: 3, order_type: "FOK" };
    const placed = await taker.client.post_order(await taker.client.create_market_order(named(order)));
    assert.deepEqual([placed.status, placed.making_amount, placed.taking_amount], ["matched", "3", "5"]);
    const hashes = await taker.client.wait_for_order_fill_settlement(placed);
    assert.match(hashes[0], /^0x[0-9a-f]{64}$/);
    await maker.cancelAll();
  });

  it("hears of fills, drops what it heard, and keeps its orders by heartbeats", async () => {
    const { client } = traders[0] as PythonTrader;
    const ids = (await client.get_notifications()).map(({ id }: Answer) => id);
    assert.ok(ids.length > 0);
    await client.drop_notifications(named({ ids }));
    assert.deepEqual(await client.get_notifications(), []);
    const { heartbeat_id: first } = await client.send_order_heartbeat();
    assert.notEqual((await client.send_order_heartbeat(named({ heartbeat_id: first }))).heartbeat_id, first);
  });

  it("makes, lists and deletes keys, and attributes trades to a builder", async () => {
    const owner = newOwner();
    const { client, account, credentials } = await createTrader(owner);
    assert.equal(await client.get_closed_only_mode(), false);
    assert.deepEqual(await client.fetch_api_keys(), [credentials.apiKey]);
    const made = await client.create_builder_api_key();
    assert.deepEqual(
      (await client.fetch_builder_api_keys()).map(({ key }: Answer) => key),
      [made.key],
    );
    const code = `0x${account.address.slice(2).toLowerCase().padStart(64, "0")}`;
    const [maker, taker] = traders as [PythonTrader, PythonTrader];
    await maker.limit({ token: quoted.no, side: "BUY", price: 0.3, size: 5 });
    const order = { token_id: quoted.yes, side: "BUY", price: 0.7, size: 5, builder_code: code };
    assert.equal(placedOf(await taker.client.place_limit_order(named(order))).status, "matched");
    const [trade, ...others] = await client.list_builder_trades(most(10, { builder_code: code }));
    assert.deepEqual([Number(trade.size), others], [5, []]);
    const standings: Answer[] = await client.list_builder_leaderboard(most(500));
    const own = (rows: Answer[]) => rows.find(({ builder_code: each }) => each === code);
    const volumes: Answer[] = await client.get_builder_volumes(named({ interval: "all", bucket_limit: 1 }));
    assert.deepEqual([Number(own(standings).volume), Number(own(volumes).volume)], [3.5, 3.5]);
    const rates = await client.get_builder_fee_rates(code);
    assert.deepEqual([Number(rates.maker), Number(rates.taker)], [0, 0]);
    await (await createTrader(owner, { api_key: made })).client.revoke_builder_api_key();
    assert.ok((await client.fetch_builder_api_keys()).every((info: Answer) => info.revoked_at !== null));
    await client.delete_api_key();
    await assert.rejects(client.fetch_api_keys(), /RequestRejectedError/);
    await client.end_authentication();
    await client.close();
  });
}

function describeData({ quoted, ordinary, event, exclusive }: Stage, traders: readonly Trader[]): void {
  const taker = () => traders[1] as PythonTrader;

  it("reads trades and activity", async () => {
    const { client, wallet } = taker();
    const trades = await client.list_trades(most(50, { condition_id: ordinary.conditionId, user: wallet }));
    const size = trades.reduce((sum: number, row: Answer) => sum + Number(row.size), 0);
    assert.equal(size, 185);
    const kinds = (await client.list_activity(most(50))).map(({ type }: Answer) => type);
    assert.deepEqual([...new Set(kinds)].sort(), ["CONVERSION", "DEPOSIT", "REDEEM", "TRADE"]);
    const volume = await client.get_user_volume(named({ full_history: true }));
    assert.ok(Number(volume.volume) >= 185 && volume.trade_count >= trades.length);
  });

  it("reads what the market and its holders have", async () => {
    const { client } = taker();
    const [interest] = await client.get_open_interests(named({ condition_ids: quoted.conditionId }));
    const holders = await client.list_market_holders(most(10, { condition_ids: quoted.conditionId }));
    const held = holders.map((side: Answer) =>
      side.holders.reduce((sum: number, row: Answer) => sum + Number(row.amount), 0),
    );
    assert.deepEqual(held, [Number(interest.value), Number(interest.value)]);
    const { markets, taker_volume_total: total } = await client.get_event_live_volume(
      named({ event_ids: Number(event.id) }),
    );
    const sum = markets.reduce((all: number, row: Answer) => all + Number(row.taker_volume), 0);
    assert.equal(Number(total), sum);
    const [resolution] = await client.get_resolutions(named({ condition_ids: ordinary.conditionId }));
    assert.deepEqual([resolution.status, resolution.payouts], ["resolved", ["1", "0"]]);
    const [token] = await client.get_token_references(named({ asset_ids: [exclusive[1].yes] }));
    assert.deepEqual([token.condition_id, token.final_price], [exclusive[1].conditionId, "1"]);
    const history = await client.list_price_history(most(10, { asset_id: ordinary.yes, interval: "1h" }));
    assert.ok(history.every(({ price }: Answer) => Number(price) >= 0 && Number(price) <= 1));
  });

  it("reads its worth and its profit, alike everywhere", async () => {
    const { client, positions } = taker();
    const realized = (await positions!()).reduce((sum, row) => sum + row.realized, 0);
    const open = await client.list_positions(most(100, { status: "OPEN" }));
    const worth = open.reduce((sum: number, row: Answer) => sum + Number(row.current_value), 0);
    assert.equal(Number((await client.get_portfolio_value()).value).toFixed(3), worth.toFixed(3));
    const standing = await client.get_trader_leaderboard_standing();
    assert.equal(Number(standing.pnl).toFixed(3), realized.toFixed(3));
    const ranked = await client.list_trader_leaderboard(most(500));
    assert.equal(ranked.find(({ wallet }: Answer) => wallet === standing.wallet).pnl, standing.pnl);
    await client.download_accounting_snapshot();
    const { points } = await client.get_user_pnl(named({ interval: "1d", fidelity: "1h" }));
    assert.equal(Number(points.at(-1).realized_pnl).toFixed(3), realized.toFixed(3));
    const stats = await client.get_user_stats();
    assert.deepEqual(
      [stats.traded_market_count, stats.all_time_pnl.realized_pnl],
      [5, points.at(-1).realized_pnl],
    );
    const winners: Answer[] = await client.list_biggest_winners(most(1000));
    const won = winners.filter(({ wallet }) => wallet === stats.wallet).map(({ pnl }) => Number(pnl));
    assert.equal(Math.max(...won), Number(stats.biggest_win));
  });

  it("reads rewards, of which a day in the sandbox has none", async () => {
    const { client, wallet } = taker();
    const date = new Date().toISOString().slice(0, 10);
    const [rewarded] = await client.list_current_rewards(most(1));
    const [own] = await client.list_market_rewards(most(1, { condition_id: rewarded.condition_id }));
    assert.equal(own.condition_id, rewarded.condition_id);
    assert.deepEqual(await client.list_user_earnings_for_day(most(10, { date })), []);
    assert.deepEqual(await client.get_total_earnings_for_user_for_day(named({ date })), []);
    assert.deepEqual(await client.get_current_rebates(named({ date, maker_address: wallet })), []);
    assert.deepEqual(await client.get_reward_percentages(), {});
    const [configured] = await client.list_user_earnings_and_markets_config(most(1, { date }));
    assert.deepEqual(configured.earnings, []);
  });
}

function describeCatalog({ quoted, event, name }: Stage, traders: readonly Trader[]): void {
  it("reads events, markets, tags and series, and finds by words", async () => {
    const { client } = traders[0] as PythonTrader;
    assert.equal((await client.get_event(named({ slug: event.slug }))).id, event.id);
    const { outcomes } = await client.get_market(named({ id: quoted.id }));
    assert.deepEqual([outcomes.yes.token_id, outcomes.no.token_id], [quoted.yes, quoted.no]);
    const [listed] = await client.list_markets(most(2, { condition_ids: [quoted.conditionId] }));
    assert.equal(listed.id, quoted.id);
    assert.equal((await client.list_events(most(3))).length, 3);
    const slugs = (tags: Answer[]) => tags.map(({ slug }) => slug).sort();
    const tags = slugs(await client.get_event_tags(event.id));
    assert.ok(tags.includes("clients"));
    assert.deepEqual(slugs(await client.get_market_tags(quoted.id)), tags);
    const tag = await client.get_tag(named({ slug: "clients" }));
    assert.equal(tag.label, "Clients");
    assert.ok((await client.list_tags(most(100))).some(({ id }: Answer) => id === tag.id));
    const [series] = await client.list_series(most(1));
    assert.equal((await client.get_series(series.id)).slug, series.slug);
    const related = await client.get_related_tags(named({ slug: "clients" }));
    const resources = await client.get_related_tag_resources(named({ slug: "clients" }));
    assert.deepEqual(
      related.map(({ related_tag_id: id }: Answer) => String(id)),
      resources.map(({ id }: Answer) => id),
    );
    const [found] = await client.search(most(1, { q: name }));
    assert.ok(found.events.some(({ id }: Answer) => id === event.id));
  });
}

function describeAbsent({ event }: Stage, traders: readonly Trader[]): void {
  it("finds no comments, profiles, sports, teams and combos", async () => {
    const { client, wallet } = traders[0] as PythonTrader;
    const commented = { parent_entity_id: event.id, parent_entity_type: "Event" };
    for (const list of [
      await client.list_comments(most(5, commented)),
      await client.list_comments_by_user_address(most(5, { address: wallet })),
      await client.get_comment_thread("1"),
      await client.get_sports(),
      await client.list_teams(most(5)),
      await client.list_combo_positions(most(5)),
      await client.list_combo_activity(most(5)),
    ])
      assert.deepEqual(list, []);
    assert.deepEqual(await client.get_sports_market_types(), { market_types: [] });
    assert.equal(await client.get_public_profile(wallet), null);
    assert.equal(await client.is_gasless_ready(), true);
  });
}
