/**
 * The Python clients of the trading interface, which are of one descent: their trader, and the reads that all of them
 * have. Their names of a few methods and the order of a few arguments differ.
 */
import assert from "node:assert/strict";
import { it } from "node:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Answer, Client } from "../conformance/call-record.ts";
import { make, startPython } from "./python.ts";
import type { Python } from "./python.ts";
import { describeQuoteRequests } from "./clob-python-quotes.ts";
import { describeQuotes, QUOTES, quotedPrices } from "./quotes.ts";
import type { Surface } from "./results.ts";
import type { Opening } from "./suite.ts";
import type { Placed, Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

const CHAIN = 137;
const PAST_PAGES = "LTE=";

/** Differences between the clients of the family. */
export type Family = {
  readonly name: string;
  /** The module of the client and that of the parameters' types. */
  readonly client: string;
  readonly types: string;
  readonly createKeys: string;
  readonly openOrders: string;
  /** The type of an order in a batch. */
  readonly batchOrder: string;
  readonly leastExpiry?: number;
  /** Arguments of the client's constructor beside address, chain and key. */
  readonly options: (owner: string) => object;
  /** The wallet that the orders of this owner are for. */
  readonly walletOf: (owner: string) => string;
};

export type PythonTrader = Trader & { readonly client: Client };

export type FamilyClient = {
  readonly python: Python;
  /** A client without a key. */
  readonly visitor: Client;
  readonly surfaces: readonly Surface[];
  /** A client's own sub-client, recorded under its name. */
  part(client: Client, name: string): Promise<Client>;
  readonly createTrader: () => Promise<PythonTrader>;
  connect(given: object): Promise<Client>;
  /** Parameters of a method, of this type. */
  params(type: string, values: object): object;
};

export async function openFamily(
  family: Family,
  { stage, installed, record }: Opening,
): Promise<FamilyClient> {
  const python = startPython(installed);
  const host = stage.addresses.trading;
  const objects = new Map<Client, object>();
  const connect = async (given: object): Promise<Client> => {
    const object = await python.call(`${family.client}:ClobClient`, { host, chain_id: CHAIN, ...given });
    const client = record.record(python.methodsOf(object), family.name, family.name);
    objects.set(client, object);
    return client;
  };
  const visitor = await connect({});
  const params = (type: string, values: object): object => make(`${family.types}:${type}`, { ...values });
  const createTrader = async (): Promise<PythonTrader> => {
    const key = generatePrivateKey();
    const account = privateKeyToAccount(key);
    const client = await connect({ key, ...family.options(account.address) });
    const creds = await client[family.createKeys]!();
    assert.deepEqual(await client.derive_api_key(), creds);
    await client.set_api_creds(creds);
    const { api_key: apiKey, api_secret: secret, api_passphrase: passphrase } = creds;
    const wallet = family.walletOf(account.address);
    const credentials = { apiKey, secret, passphrase };
    const { leastExpiry } = family;
    const rare = leastExpiry === undefined ? {} : { leastExpiry };
    return { account, wallet, credentials, client, ...rare, ...actionsOf(client, family, params) };
  };
  const part: FamilyClient["part"] = async (client, name) => {
    const object = await python.attribute(objects.get(client)!, name);
    return record.record(python.methodsOf(object), `${family.name} ${name}`, family.name);
  };
  const surfaces = [{ name: family.name, methods: await python.listOf(`${family.client}:ClobClient`) }];
  const quotes = `${family.client.replace(/client$/, "rfq")}:RfqClient`;
  surfaces.push({ name: `${family.name} rfq`, methods: await python.listOf(quotes) });
  return { python, visitor, surfaces, part, createTrader, connect, params };
}

type Actions = Omit<Trader, "account" | "credentials" | "wallet">;

function actionsOf(client: Client, family: Family, params: FamilyClient["params"]): Actions {
  const balance = async (given: object): Promise<number> => {
    const { balance: units } = await client.get_balance_allowance(params("BalanceAllowanceParams", given));
    return Number(units) / 1e6;
  };
  return {
    async limit({ token, expiration, ...order }) {
      const given = { token_id: token, ...order, ...(expiration !== undefined && { expiration }) };
      const signed = await client.create_order(params("OrderArgs", given));
      return placedOf(await client.post_order(signed, expiration === undefined ? "GTC" : "GTD"));
    },
    async market({ token, kind, ...order }) {
      const given = { token_id: token, ...order, order_type: kind };
      const signed = await client.create_market_order(params("MarketOrderArgs", given));
      return placedOf(await client.post_order(signed, kind));
    },
    async cancelAll() {
      const { canceled, not_canceled: left } = await client.cancel_all();
      assert.deepEqual(left, {});
      return canceled;
    },
    collateral: () => balance({ asset_type: "COLLATERAL" }),
    shares: (token) => balance({ asset_type: "CONDITIONAL", token_id: token }),
    async order(id) {
      const { size_matched: filled, status } = await client.get_order(id);
      assert.match(status, /^live$/i);
      return { filled: Number(filled) };
    },
    openOrders: async () => idsOf(await client[family.openOrders]!()),
    taken: async () =>
      (await client.get_trades())
        .filter(({ trader_side }: Answer) => trader_side === "TAKER")
        .map(({ asset_id: token, side, size, price }: Answer) => {
          return { token, side, size: Number(size), price: Number(price) };
        }),
  };
}

export function placedOf({ orderID: id, status, success, errorMsg }: Answer): Placed {
  assert.deepEqual([success, errorMsg], [true, ""]);
  return { id, status };
}

export const idsOf = (orders: readonly { id: string }[]): string[] => orders.map(({ id }) => id);

type Context = {
  readonly stage: Stage;
  readonly family: Family;
  readonly opened: FamilyClient;
  readonly traders: readonly Trader[];
};

/** Describes the reads and keys that all clients of the family have. */
export function describeFamily(context: Context): void {
  describeQuotes(context.stage, context.traders);
  describeBooks(context);
  describeMarkets(context);
  describeOrders(context);
  describeAccount(context);
  describeKeys(context);
  describeQuoteRequests(context);
}

function describeBooks({ stage, opened: { visitor, params } }: Context): void {
  const { yes, conditionId } = stage.quoted;
  const prices = quotedPrices(stage);
  const one = [params("BookParams", { token_id: yes, side: "BUY" })];

  it("reads books, whose hash it computes alike", async () => {
    const book = await visitor.get_order_book(yes);
    const level = ({ price, size }: Answer) => ({ price, size });
    assert.deepEqual((book.bids ?? []).map(level), [{ price: QUOTES.bid, size: QUOTES.bidSize }]);
    assert.deepEqual((book.asks ?? []).map(level), [{ price: QUOTES.ask, size: QUOTES.askSize }]);
    assert.deepEqual([book.market, book.asset_id, book.tick_size], [conditionId, yes, "0.01"]);
    const [listed] = await visitor.get_order_books(one);
    assert.equal(listed.hash, book.hash);
  });

  it("reads prices, midpoints and spreads, of one token and of several", async () => {
    assert.deepEqual(await visitor.get_midpoint(yes), { mid: QUOTES.mid });
    assert.deepEqual(await visitor.get_midpoints(one), { [yes]: QUOTES.mid });
    assert.deepEqual(await visitor.get_spread(yes), { spread: QUOTES.spread });
    assert.deepEqual(await visitor.get_spreads(one), { [yes]: QUOTES.spread });
    assert.deepEqual(await visitor.get_price(yes, "BUY"), { price: prices.BUY });
    assert.deepEqual(await visitor.get_price(yes, "SELL"), { price: prices.SELL });
    assert.equal((await visitor.get_prices(one))[yes].BUY, prices.BUY);
  });

  it("reads the last trade", async () => {
    const last = { price: QUOTES.last, side: "BUY" };
    assert.deepEqual(await visitor.get_last_trade_price(yes), last);
    assert.deepEqual(await visitor.get_last_trades_prices(one), [{ token_id: yes, ...last }]);
    const [event, ...others] = await visitor.get_market_trades_events(conditionId);
    assert.deepEqual([event.market.asset_id, event.side, event.size, others], [yes, "BUY", "10", []]);
  });
}

function describeMarkets({ stage, opened: { visitor } }: Context): void {
  const { quoted, exclusive } = stage;

  it("reads the terms of tokens, and the service's own", async () => {
    assert.equal(await visitor.get_ok(), "OK");
    assert.ok(Math.abs((await visitor.get_server_time()) - Date.now() / 1000) < 60);
    assert.equal(await visitor.get_tick_size(quoted.yes), "0.01");
    assert.equal(await visitor.get_neg_risk(quoted.yes), false);
    assert.equal(await visitor.get_neg_risk(exclusive[0].yes), true);
  });

  it("walks all markets, and reads one", async () => {
    const full = await walk((cursor) => visitor.get_markets(cursor));
    assert.ok(full.includes(quoted.conditionId));
    assert.deepEqual(await walk((cursor) => visitor.get_simplified_markets(cursor)), full);
    const sampled = await walk((cursor) => visitor.get_sampling_markets(cursor));
    assert.deepEqual(await walk((cursor) => visitor.get_sampling_simplified_markets(cursor)), sampled);
    assert.ok(sampled.every((id) => full.includes(id)));
    const { question, tokens, accepting_orders: open } = await visitor.get_market(quoted.conditionId);
    assert.deepEqual([question, open], [quoted.question, true]);
    assert.deepEqual(
      tokens.map(({ token_id }: Answer) => token_id),
      [quoted.yes, quoted.no],
    );
  });
}

/** Walks the pages of a listing; resolves with the sorted condition ids, each once. */
async function walk(read: (cursor: string) => Promise<Answer>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = "MA=="; cursor !== PAST_PAGES;) {
    const page = await read(cursor);
    ids.push(...page.data.map(({ condition_id }: Answer) => condition_id));
    cursor = page.next_cursor;
  }
  assert.equal(new Set(ids).size, ids.length);
  return ids.sort();
}

function describeOrders({ stage, family, opened: { params }, traders }: Context): void {
  const { quoted, exclusive } = stage;
  const bid = { token: quoted.yes, side: "BUY", price: 0.05, size: 10 } as const;

  it("posts orders together, scores and cancels them", async () => {
    const { client } = traders[0] as PythonTrader;
    const sign = (price: number) =>
      client.create_order(params("OrderArgs", { token_id: quoted.yes, side: "BUY", price, size: 10 }));
    const placed = await client.post_orders([
      params(family.batchOrder, { order: await sign(0.05), orderType: "GTC" }),
      params(family.batchOrder, { order: await sign(0.06), orderType: "GTC" }),
    ]);
    const ids: string[] = placed.map((answer: Answer) => placedOf(answer).id);
    const [first, second] = ids as [string, string];
    assert.deepEqual(await client.is_order_scoring(params("OrderScoringParams", { orderId: first })), {
      scoring: false,
    });
    const scoring = await client.are_orders_scoring(params("OrdersScoringParams", { orderIds: ids }));
    assert.deepEqual(scoring, { [first]: false, [second]: false });
    const given = params("OpenOrderParams", { id: second });
    assert.deepEqual(idsOf(await client[family.openOrders]!(given)), [second]);
    assert.deepEqual(await client.cancel_orders(ids), { canceled: ids, not_canceled: {} });
  });

  it("filters orders and trades by market", async () => {
    const [maker, taker] = traders as [PythonTrader, PythonTrader];
    const { id } = await maker.limit({ ...bid });
    const open = await maker.client[family.openOrders]!(
      params("OpenOrderParams", { market: quoted.conditionId }),
    );
    assert.ok(idsOf(open).includes(id) && open.every(({ market }: Answer) => market === quoted.conditionId));
    const none = params("OpenOrderParams", { market: exclusive[0].conditionId });
    assert.deepEqual(await maker.client[family.openOrders]!(none), []);
    const [trade, ...others] = await taker.client.get_trades(
      params("TradeParams", { market: quoted.conditionId }),
    );
    assert.deepEqual([trade.asset_id, trade.size, trade.price, others], [quoted.yes, "10", QUOTES.last, []]);
  });
}

function describeAccount({ stage, opened: { params }, traders }: Context): void {
  it("hears of fills of resting orders, and drops what it heard", async () => {
    const { client } = traders[0] as PythonTrader;
    const notifications = await client.get_notifications();
    assert.ok(notifications.length > 0);
    assert.ok(notifications.some(({ payload }: Answer) => payload.market === stage.ordinary.conditionId));
    const ids = notifications.map(({ id }: Answer) => String(id));
    await client.drop_notifications(params("DropNotificationParams", { ids }));
    assert.deepEqual(await client.get_notifications(), []);
  });

  it("reads its balance after an update", async () => {
    const { client } = traders[0] as PythonTrader;
    const asked = params("BalanceAllowanceParams", { asset_type: "COLLATERAL" });
    await client.update_balance_allowance(asked);
    const { balance, allowances } = await client.get_balance_allowance(asked);
    assert.equal(Number(balance) / 1e6, await traders[0]!.collateral());
    assert.ok(Object.values(allowances).every((allowance) => BigInt(String(allowance)) > 0n));
  });

  it("keeps its orders by heartbeats", async () => {
    const { client } = traders[1] as PythonTrader;
    const { heartbeat_id: first } = await client.post_heartbeat("");
    const { heartbeat_id: second } = await client.post_heartbeat(first);
    assert.notEqual(first, second);
  });
}

function describeKeys({ stage, family, opened: { createTrader } }: Context): void {
  it("makes keys that only read, lists them and deletes them", async () => {
    const { client, credentials } = await createTrader();
    assert.deepEqual((await client.get_closed_only_mode()).closed_only, false);
    const listed = await client.get_api_keys();
    assert.deepEqual(stage.dialect === "polymarket" ? listed.apiKeys : listed, [credentials.apiKey]);
    const readonly = await client.create_readonly_api_key();
    const key = readonly.api_key ?? readonly.apiKey;
    assert.deepEqual(await client.get_readonly_api_keys(), { readonlyApiKeys: [key] });
    await client.delete_readonly_api_key(key);
    assert.deepEqual(await client.get_readonly_api_keys(), { readonlyApiKeys: [] });
  });

  it("deletes its key, which is refused from then on", async () => {
    const { client } = await createTrader();
    await client.delete_api_key();
    await assert.rejects(client.get_api_keys(), /401/);
    assert.ok((await client[family.createKeys]!(7)).api_key.length > 0);
  });
}
