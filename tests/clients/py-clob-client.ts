/** py-clob-client: Polymarket's first Python client, whose orders are of version 1. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { describeFamily, newOwner, openFamily } from "./clob-python.ts";
import type { Family, FamilyClient, PythonTrader } from "./clob-python.ts";
import { installPython } from "./install.ts";
import { make } from "./python.ts";
import { QUOTES } from "./quotes.ts";
import { post } from "./requests.ts";
import type { Suite } from "./suite.ts";
import type { Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

const FAMILY: Family = {
  name: "py-clob-client",
  client: "py_clob_client.client",
  types: "py_clob_client.clob_types",
  createKeys: "create_or_derive_api_creds",
  openOrders: "get_orders",
  options: () => ({}),
  walletOf: (owner) => owner,
};

export const pyClobClient: Suite = {
  name: FAMILY.name,
  version: "0.34.6",
  language: "Python",
  dialect: "polymarket",
  uncalled: {},
  install: () => installPython(FAMILY.name, "3.9"),
  async open(opening) {
    const opened = await openFamily(FAMILY, opening);
    const { stage } = opening;
    return {
      ...opened,
      describe(traders) {
        describeFamily({ stage, family: FAMILY, opened, traders });
        describeOwn(stage, opened, traders);
      },
      close: () => opened.python.close(),
    };
  },
};

/** Addresses of the contracts that its orders are signed for. */
const CONTRACTS = {
  collateral: "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174",
  conditional: "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045",
  exchange: "0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E",
} as const;

function describeOwn(stage: Stage, opened: FamilyClient, traders: readonly Trader[]): void {
  const { quoted } = stage;
  const { visitor, params } = opened;

  it("knows its mode, and the contracts of its chain", async () => {
    const { client, account } = traders[0] as PythonTrader;
    assert.equal(await client.get_address(), account.address);
    assert.equal(await visitor.get_address(), null);
    assert.equal(await visitor.get_collateral_address(), CONTRACTS.collateral);
    assert.equal(await visitor.get_conditional_address(), CONTRACTS.conditional);
    assert.equal(await visitor.get_exchange_address(), CONTRACTS.exchange);
    await client.assert_level_1_auth();
    await client.assert_level_2_auth();
    await assert.rejects(visitor.assert_level_2_auth(), /PolyException/);
    assert.equal(await client.can_builder_auth(), false);
    await assert.rejects(client.assert_builder_auth(), /PolyException/);
  });

  it("computes the price of a market order from the book", async () => {
    assert.equal(await visitor.get_fee_rate_bps(quoted.yes), 0);
    assert.equal(await visitor.get_fee_rate_bps(stage.ordinary.yes), 200);
    await visitor.clear_tick_size_cache();
    const { client } = traders[0] as PythonTrader;
    assert.equal(await client.calculate_market_price(quoted.yes, "BUY", 10, "FOK"), Number(QUOTES.ask));
    assert.equal(await client.calculate_market_price(quoted.yes, "SELL", 10, "FOK"), Number(QUOTES.bid));
    const book = await visitor.get_order_book(quoted.yes);
    assert.equal(await visitor.get_order_book_hash(book), book.hash);
  });

  it("creates and cancels orders in one call each", async () => {
    const { client } = traders[0] as PythonTrader;
    const given = { token_id: quoted.yes, side: "BUY", price: 0.05, size: 10 };
    const rest = async (): Promise<string> =>
      (await client.create_and_post_order(params("OrderArgs", given))).orderID;
    const first = await rest();
    assert.deepEqual(await client.cancel(first), { canceled: [first], not_canceled: {} });
    await rest();
    const { canceled } = await client.cancel_market_orders(quoted.conditionId);
    assert.ok(canceled.length > 0);
    assert.deepEqual(await client.get_orders(), []);
  });

  it("validates a key that only reads", async () => {
    const { client, account } = await opened.createTrader();
    const { api_key: key } = await client.create_readonly_api_key();
    assert.deepEqual(await visitor.validate_readonly_api_key(account.address, key), { valid: true });
    const owner = newOwner();
    const fresh = await opened.connect({ key: owner.key });
    assert.ok((await fresh.create_api_key(3)).api_key.length > 0);
  });

  describeQuoteRequests(stage, opened, traders);

  it("attributes trades to a builder by its key", async () => {
    const [maker] = traders as [PythonTrader];
    const owner = newOwner();
    const plain = await opened.connect({ key: owner.key });
    const creds = await plain.create_or_derive_api_creds();
    await plain.set_api_creds(creds);
    const builder = await opened.createTrader();
    const key = await post(stage, builder, "/auth/builder-api-key", {});
    const building = await opened.connect({
      key: owner.key,
      creds: make(`${FAMILY.types}:ApiCreds`, { ...creds }),
      builder_config: make("py_builder_signing_sdk.config:BuilderConfig", {
        local_builder_creds: make("py_builder_signing_sdk.sdk_types:BuilderApiKeyCreds", key),
      }),
    });
    assert.equal(await building.can_builder_auth(), true);
    await building.assert_builder_auth();
    await maker.limit({ token: quoted.no, side: "BUY", price: 0.3, size: 5 });
    const given = { token_id: quoted.yes, side: "BUY", price: 0.7, size: 5 };
    const { orderID } = await building.create_and_post_order(params("OrderArgs", given));
    const trades = await building.get_builder_trades();
    assert.deepEqual(
      trades.map(({ takerOrderHash, size }: Answer) => [takerOrderHash, size]),
      [[orderID, "5"]],
    );
  });
}

/** Describes requests for quotes, of which there are none: the client gets the reason. */
export function describeQuoteRequests(
  { quoted }: Stage,
  { part }: Pick<FamilyClient, "part">,
  traders: readonly Trader[],
): void {
  const TYPES = "py_clob_client.rfq.rfq_types";
  const order = { token_id: quoted.yes, price: 0.5, side: "BUY", size: 10 };
  const both = { request_id: "1", quote_id: "1", expiration: Math.floor(Date.now() / 1000) + 600 };
  const given = {
    create_rfq_request: [make(`${TYPES}:RfqUserRequest`, order)],
    cancel_rfq_request: [make(`${TYPES}:CancelRfqRequestParams`, { request_id: "1" })],
    get_rfq_requests: [make(`${TYPES}:GetRfqRequestsParams`, { request_ids: ["1"] })],
    create_rfq_quote: [make(`${TYPES}:RfqUserQuote`, { ...order, request_id: "1" })],
    get_rfq_requester_quotes: [make(`${TYPES}:GetRfqQuotesParams`, { quote_ids: ["1"] })],
    get_rfq_quoter_quotes: [make(`${TYPES}:GetRfqQuotesParams`, { quote_ids: ["1"] })],
    get_rfq_best_quote: [make(`${TYPES}:GetRfqBestQuoteParams`, { request_id: "1" })],
    cancel_rfq_quote: [make(`${TYPES}:CancelRfqQuoteParams`, { quote_id: "1" })],
    accept_rfq_quote: [make(`${TYPES}:AcceptQuoteParams`, both)],
    approve_rfq_order: [make(`${TYPES}:ApproveOrderParams`, both)],
    rfq_config: [],
  };
  it("is told that there are no requests for quotes", async () => {
    const rfq = await part((traders[0] as PythonTrader).client, "rfq");
    for (const [method, parameters] of Object.entries(given))
      await assert.rejects(rfq[method]!(...parameters), /not supported/, method);
  });
}
