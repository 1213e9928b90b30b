/** polymarket-pandas: a Python library that answers with tables, whose columns must be there and of their types. */
import { it } from "node:test";
import type { Client } from "../conformance/call-record.ts";
import { independentSuite } from "./independent.ts";
import type { Context } from "./independent.ts";
import { newOwner } from "./owner.ts";
import { make as argument, named } from "./python.ts";
import { checkReads } from "./reads.ts";
import type { Reads } from "./reads.ts";

const UNCALLED = {
  "the method needs a chain": [
    "approve_collateral",
    "batch_ctf_ops",
    "convert_positions",
    "estimate_ctf_tx",
    "merge_positions",
    "redeem_positions",
    "split_position",
    "unwrap_collateral",
    "wrap_collateral",
    "dispute_price",
    "get_oo_request",
    "get_uma_question",
    "get_uma_state",
    "propose_price",
    "ready_to_resolve",
    "resolve_market",
    "settle_oo",
  ],
  "the method contacts another host": [
    "create_deposit_address",
    "create_withdrawal_address",
    "get_bridge_quote",
    "get_bridge_supported_assets",
    "get_bridge_transaction_status",
    "withdraw",
    "get_xtracker_metrics",
    "get_xtracker_tracking",
    "get_xtracker_trackings",
    "get_xtracker_user",
    "get_xtracker_user_posts",
    "get_xtracker_user_trackings",
    "get_xtracker_users",
  ],
  "the method needs a chain and a relayer": [
    "get_relay_payload",
    "get_relayer_api_keys",
    "get_relayer_transaction",
    "get_relayer_transactions",
    "submit_transaction",
  ],
  "the exchange has no requests for quotes": [
    "accept_rfq_quote",
    "approve_rfq_order",
    "cancel_rfq_quote",
    "cancel_rfq_request",
    "create_rfq_quote",
    "create_rfq_request",
    "get_rfq_best_quote",
    "get_rfq_quoter_quotes",
    "get_rfq_requester_quotes",
    "get_rfq_requests",
    "rfq_config",
  ],
  "the client sends GET to a route with only POST and DELETE": ["get_api_keys"],
  "the client expects one fee rate instead of two": ["get_builder_fee_rate"],
  "the method calls `submit_order` for each row of a table": ["place_orders", "submit_orders"],
  "the method sends no request": [
    "orderbook_to_dataframe",
    "preprocess_dataframe",
    "preprocess_dict",
    "response_to_dataframe",
  ],
};

export const polymarketPandas = independentSuite({
  name: "polymarket-pandas",
  version: "0.13.3",
  versions: ["v1"],
  manifest: "polymarket-pandas",
  classes: { http: "polymarket_pandas:PolymarketPandas" },
  uncalled: Object.fromEntries(
    Object.entries(UNCALLED).map(([reason, methods]) => [reason, methods.map((name) => `http.${name}`)]),
  ),
  describe(context) {
    describeTrading(context);
    describeReads(context);
  },
});

async function open({ stage: { addresses }, make }: Context, given: object = {}): Promise<Client> {
  const { trading, data, catalog } = addresses;
  const [clob_url, data_url, gamma_url] = [trading, data, catalog].map((address) => `${address}/`);
  const urls = { clob_url, data_url, gamma_url, relayer_url: clob_url };
  return make("http", { ...urls, signature_type: 0, max_retries: 0, use_tqdm: false, ...given });
}

function describeTrading(context: Context): void {
  const { yes, conditionId } = context.stage.quoted;

  it("makes keys, places orders and cancels them", async () => {
    const { key: private_key } = newOwner();
    const { apiKey, secret, passphrase } = await (await open(context, { private_key })).create_api_key!();
    const creds = { _api_key: apiKey, _api_secret: secret, _api_passphrase: passphrase };
    const client = await open(context, { private_key, ...creds });
    const order = await client.build_order!(yes, 0.1, 10, "BUY");
    const placed = await client.place_order!(order, apiKey, "GTC");
    const { orderID: id } = await client.submit_order!(yes, 0.11, 10, "BUY");
    await checkReads(client, {
      derive_api_key: [apiKey],
      get_active_orders: [id],
      get_active_orders_all: [id],
      get_order: [placed.orderID, placed.orderID],
      get_order_scoring: [false, id],
      are_orders_scoring: [{ [id]: false }, [id]],
      cancel_order: [placed.orderID, placed.orderID],
      cancel_orders: [id, [id]],
      // It buys hundredths of a share for their exact price: of other money it makes parts of a cent, which are refused.
      submit_market_order: ["matched", yes, 1.02, "BUY", 0.51],
      get_user_trades: [yes],
      get_user_trades_all: [yes],
      cancel_orders_from_market: ["[]", conditionId],
      cancel_all_orders: ["[]"],
      get_balance_allowance: ["balance", "COLLATERAL"],
      update_balance_allowance: ["", "COLLATERAL"],
      send_heartbeat: ["heartbeat_id"],
      get_pre_migration_orders: ["LTE="],
      get_notifications: ["["],
      drop_notifications: ["OK", ["1"]],
      get_closed_only_mode: ["false"],
      ...rewardsOf(conditionId),
      get_builder_api_keys: ["["],
      check_safe_deployed: ["", context.taker.wallet],
      get_relayer_nonce: ["", context.taker.wallet, "WALLET"],
    });
    const builder = await client.create_builder_api_key!();
    const building = await open(context, {
      private_key,
      ...creds,
      _builder_api_key: builder.key ?? builder.apiKey,
      _builder_api_secret: builder.secret,
      _builder_api_passphrase: builder.passphrase,
    });
    await checkReads(building, { get_builder_trades: ["LTE="], revoke_builder_api_key: [""] });
    const readonly = await client.create_readonly_api_key!();
    await checkReads(client, {
      get_readonly_api_keys: [readonly.apiKey],
      delete_readonly_api_key: ["", readonly.apiKey],
      delete_api_key: [""],
      close: [null],
    });
  });
}

const TODAY = new Date().toISOString().slice(0, 10);

const rewardsOf = (conditionId: string): Reads => ({
  get_rewards_markets_current: ["next_cursor"],
  get_rewards_market: ["next_cursor", conditionId],
  get_rewards_earnings: ["next_cursor", TODAY],
  get_rewards_earnings_total: ["[", TODAY],
  get_rewards_percentages: ["{"],
  get_rewards_user_markets: ["next_cursor"],
  get_rewards_markets_current_all: ["["],
  get_rewards_markets_multi: ["next_cursor"],
  get_rewards_markets_multi_all: ["["],
  get_rewards_earnings_all: ["[", TODAY],
  get_rewards_user_markets_all: ["["],
});

function describeReads(context: Context): void {
  const { stage, taker, maker } = context;
  const { quoted, event, name } = stage;
  const { yes, conditionId, slug, id } = quoted;
  const { wallet: user } = taker;
  const page = named({ limit: 5 });
  const few = named({ limit: 5, max_pages: 2 });

  it("reads books, prices and markets", async () => {
    const client = await open(context);
    const table = argument("pandas:DataFrame", { data: { token_id: [yes], side: ["BUY"] } });
    await checkReads(client, {
      get_server_time: [""],
      get_ok: ["OK"],
      get_market_by_token: [conditionId, yes],
      get_market_trades_events: ["[", conditionId],
      get_tick_size: [0.01, yes],
      get_neg_risk: [false, yes],
      get_fee_rate: [0, yes],
      get_clob_market_info: ["mts", conditionId],
      get_orderbook: ["0.51", yes],
      get_market_price: [0.49, yes, "BUY"],
      get_market_prices: ["0.49", [{ token_id: yes, side: "BUY" }]],
      get_midpoint_price: [0.5, yes],
      get_midpoints: ["0.5", [yes]],
      get_spread: [0.02, yes],
      get_last_trade_price: ["0.51", yes],
      get_price_history: ["[", yes, named({ interval: "1d", fidelity: 5 })],
      get_sampling_markets: ["next_cursor"],
      get_simplified_markets: ["next_cursor"],
      get_sampling_simplified_markets: ["next_cursor"],
      get_sampling_markets_all: ["[", named({ max_pages: 1 })],
      get_simplified_markets_all: ["[", named({ max_pages: 1 })],
      get_sampling_simplified_markets_all: ["[", named({ max_pages: 1 })],
      get_orderbooks: ["0.51", table],
      get_multiple_market_prices_by_request: ["0.49", table],
      get_midpoints_by_request: ["0.5", table],
      get_bid_ask_spreads: ["0.02", table],
      get_last_trade_prices: ["0.51", table],
      get_rebates: ["[", TODAY, maker.wallet],
    });
  });

  it("reads the catalog", async () => {
    const client = await open(context);
    const [tag] = await client.get_event_tags!(Number(event.id));
    const [series] = await client.get_series!(page);
    await checkReads(client, {
      get_markets: [conditionId, named({ slug: [slug] })],
      get_markets_keyset: ["next_cursor", page],
      get_market_by_id: [slug, Number(id)],
      get_market_by_slug: [conditionId, slug],
      get_market_tags: ["slug", Number(id)],
      get_events: [event.slug, named({ slug: [event.slug] })],
      get_events_keyset: ["next_cursor", page],
      get_event_by_id: [event.slug, Number(event.id)],
      get_event_by_slug: [event.title, event.slug],
      get_tags: ["slug", page],
      get_tag_by_id: [tag.slug, Number(tag.id)],
      get_tag_by_slug: [tag.slug, tag.slug],
      get_related_tags_by_tag_id: ["[", Number(tag.id)],
      get_related_tags_by_tag_slug: ["[", tag.slug],
      get_series_by_id: [series.slug, Number(series.id)],
      get_sports_metadata: [[]],
      get_sports_market_types: ["["],
      fetch_sports_event: ["[", "moneyline"],
      get_teams: [[], page],
      get_comments: [[], named({ parent_entity_type: "Event", parent_entity_id: Number(event.id) })],
      get_comments_by_user_address: [[], user],
      get_comment_by_id: [[], 1],
      search_markets_events_profiles: [event.slug, name, named({ limit_per_type: 5, search_tags: true })],
      get_profile: ["", user],
      get_tags_all: ["slug", few],
      get_events_all: ["slug", few],
      get_events_keyset_all: ["slug", few],
      get_markets_all: ["conditionId", few],
      get_markets_keyset_all: ["conditionId", few],
      get_series_all: ["slug", few],
      get_teams_all: [[], few],
      get_comments_all: [[], few],
      get_comments_by_user_address_all: [[], user, few],
    });
  });

  it("reads data", async () => {
    const client = await open(context);
    const own = named({ user });
    const all = named({ timePeriod: "ALL" });
    await checkReads(client, {
      get_positions: [yes, user],
      get_closed_positions: [[], user],
      get_market_positions: ["", conditionId],
      get_top_holders: [yes, [conditionId]],
      get_positions_value: ["value", user],
      get_leaderboard: ["proxyWallet", all],
      get_trades: [yes, own],
      get_user_activity: [conditionId, user],
      get_accounting_snapshot: ["", user],
      get_live_volume: ["", Number(event.id)],
      get_open_interest: [conditionId, [conditionId]],
      get_traded_markets_count: ["1", user],
      get_builder_leaderboard: ["[", all],
      get_builder_volume: ["["],
      get_positions_all: [yes, user],
      get_closed_positions_all: [[], user],
      get_market_positions_all: ["", conditionId],
      get_trades_all: [yes, own],
      get_user_activity_all: [conditionId, user],
      get_leaderboard_all: ["proxyWallet", named({ timePeriod: "ALL", max_pages: 2 })],
      get_builder_leaderboard_all: ["[", named({ max_pages: 1 })],
    });
  });
}
