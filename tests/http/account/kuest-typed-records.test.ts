/**
 * Orders, trades and messages as Kuest's Rust client (kuest-client-sdk 4.0.0) reads them: the fields that it requires,
 * in the forms that its types parse. It takes one of two names of a field, and refuses a record that has both.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createUserChannel } from "../../../src/stream/user/user-channel.ts";
import { openRecorded } from "../../stream/recorded-connection.ts";
import { credentialsOf } from "../../stream/user-world.ts";
import { NO, startTraders, YES } from "./world.ts";
import type { TradedWorld } from "./world.ts";

let world: TradedWorld;

before(async () => {
  world = await startTraders();
});
after(() => world.exchange.close());

type Form = (value: unknown) => boolean;
/** Names of fields, where one stands for several aliases parted by a bar, and the form that their values must have. */
type Fields = Readonly<Record<string, Form>>;

const text =
  (pattern: RegExp): Form =>
  (value) =>
    typeof value === "string" && pattern.test(value);
const [ID, HASH, ADDRESS] = [text(/./), text(/^0x[0-9a-f]{64}$/), text(/^0x[0-9a-fA-F]{40}$/)];
const [TOKEN, DECIMAL, SECONDS] = [text(/^[0-9]{1,78}$/), text(/^[0-9]+(\.[0-9]+)?$/), text(/^[0-9]+$/)];
const ULID = text(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
const UUID = text(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const [SIDE, ROLE, KIND] = [text(/^(BUY|SELL)$/), text(/^(TAKER|MAKER)$/), text(/^(GTC|GTD|FOK|FAK)$/)];
const UINT: Form = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const IDS: Form = (value) => Array.isArray(value) && value.every((item) => ID(item));

const ORDER: Fields = {
  id: ID,
  status: text(/^(live|matched|canceled)$/),
  owner: ULID,
  maker_address: ADDRESS,
  market: HASH,
  asset_id: TOKEN,
  side: SIDE,
  original_size: DECIMAL,
  size_matched: DECIMAL,
  price: DECIMAL,
  associate_trades: IDS,
  outcome: ID,
  // Kuest's site takes it for the text of an instant, its client in either form.
  created_at: text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  expiration: SECONDS,
  order_type: KIND,
};

const TRADE: Fields = {
  id: ID,
  taker_order_id: ID,
  market: HASH,
  asset_id: TOKEN,
  side: SIDE,
  size: DECIMAL,
  fee_rate_bps: DECIMAL,
  price: DECIMAL,
  status: text(/^CONFIRMED$/),
  match_time: SECONDS,
  last_update: SECONDS,
  outcome: ID,
  bucket_index: UINT,
  owner: ULID,
  maker_address: ADDRESS,
  transaction_hash: HASH,
  "type|trader_side": ROLE,
};

const MAKER_ORDER: Fields = {
  order_id: ID,
  owner: ULID,
  maker_address: ADDRESS,
  matched_amount: DECIMAL,
  price: DECIMAL,
  fee_rate_bps: DECIMAL,
  asset_id: TOKEN,
  outcome: ID,
  side: SIDE,
};

const ORDER_MESSAGE: Fields = {
  id: ID,
  market: HASH,
  asset_id: TOKEN,
  side: SIDE,
  price: DECIMAL,
  type: text(/^(PLACEMENT|UPDATE|CANCELLATION)$/),
  owner: UUID,
  order_owner: UUID,
  original_size: DECIMAL,
  size_matched: DECIMAL,
  timestamp: SECONDS,
  associate_trades: IDS,
};

const TRADE_MESSAGE: Fields = {
  id: ID,
  market: HASH,
  asset_id: TOKEN,
  side: SIDE,
  size: DECIMAL,
  price: DECIMAL,
  status: text(/^(MATCHED|MINED|CONFIRMED)$/),
  type: text(/^TRADE$/),
  last_update: SECONDS,
  "matchtime|match_time": SECONDS,
  timestamp: SECONDS,
  owner: UUID,
  trade_owner: UUID,
  taker_order_id: ID,
  fee_rate_bps: DECIMAL,
  transaction_hash: HASH,
  trader_side: ROLE,
};

function assertReads(record: Readonly<Record<string, unknown>>, fields: Fields): void {
  for (const [names, hasForm] of Object.entries(fields)) {
    const given = names.split("|").filter((name) => name in record);
    assert.equal(given.length, 1, `${names} in ${JSON.stringify(record)}`);
    assert.ok(hasForm(record[given[0]!]), `${names}: ${JSON.stringify(record[given[0]!])}`);
  }
}

test("the forms refuse what the client refuses", () => {
  const uuid = "01563e3a-b5d3-4676-8c61-efb99302bd5b";
  assert.throws(() => assertReads({ owner: uuid }, { owner: ULID }));
  assert.throws(() => assertReads({ owner: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }, { owner: UUID }));
  const both = { type: "TAKER", trader_side: "TAKER" };
  assert.throws(() => assertReads(both, { "type|trader_side": ROLE }));
});

test("orders, trades and messages parse as the client's types", async () => {
  const { exchange, ann, ben } = world;
  const connection = openRecorded(createUserChannel(exchange.context), "kuest");
  connection.session.receive({ type: "user", auth: credentialsOf(ann), markets: [] });
  const { body } = await ann.place({ tokenId: YES, side: "BUY", price: "0.4", size: "9" });
  await ben.place({ tokenId: NO, side: "BUY", price: "0.6", size: "3" });
  await ann.cancel(body.orderID);
  const read = async (path: string) => (await ann.request("GET", path, { dialect: "kuest" })).body;
  const orders = (await read(`/data/orders?id=${body.orderID}`)).data;
  for (const order of [await read(`/data/order/${body.orderID}`), ...orders]) assertReads(order, ORDER);
  const trades = (await read("/data/trades")).data;
  assert.equal(trades.length, 1);
  assertReads(trades[0], TRADE);
  assertReads(trades[0].maker_orders[0], MAKER_ORDER);
  const { matched_amount, order_id, owner, price } = MAKER_ORDER;
  for (const message of await connection.take(6)) {
    assertReads(message, message.event_type === "order" ? ORDER_MESSAGE : TRADE_MESSAGE);
    for (const made of message.maker_orders ?? [])
      assertReads(made, {
        matched_amount: matched_amount!,
        order_id: order_id!,
        owner: owner!,
        price: price!,
      });
  }
  connection.session.close();
});
