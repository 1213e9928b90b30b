/**
 * Order controls with the signing of Polymarket's client. A bid is refused when it comes late, and a smaller bid takes the
 * place of another. Positions in the queue are told as they change. Bids are cancelled with their connection. A group limits
 * the fills of several bids. docs/trading/order-controls.md explains all of them. Start the exchange first: npm start.
 */
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import {
  Chain,
  ClobClient,
  OrderType,
  Side,
  createL2Headers,
  isV2Order,
  orderToJsonV2,
} from "@polymarket/clob-client-v2";
import { createWalletClient, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { polygon } from "viem/chains";
import { WebSocket } from "ws";

const [port = "7011"] = process.env["PRESAGE_POLYMARKET_PORTS"]?.split(",") ?? [];
const host = process.env["CLOB_API_URL"] ?? `http://127.0.0.1:${port}`;

await fetch(host).catch(() => {
  console.error(
    `Nothing answers at ${host}: start the exchange with npm start, or name another in CLOB_API_URL.`,
  );
  process.exit(1);
});

const account = privateKeyToAccount(generatePrivateKey());
const signer = createWalletClient({ account, chain: polygon, transport: http() });
const creds = await new ClobClient({ host, chain: Chain.POLYGON, signer }).createOrDeriveApiKey();
const client = new ClobClient({ host, chain: Chain.POLYGON, signer, creds });

/**
 * Sends a request with the headers of the API key.
 * @type {(method: string, path: string, sent?: { query?: string, body?: unknown }) => Promise<any>}
 */
async function ask(method, path, { query = "", body } = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const args = { method, requestPath: path, ...(text !== undefined && { body: text }) };
  const signed = Object.entries(await createL2Headers(signer, creds, args));
  const headers = new Headers(signed.map(([name, value]) => [name, String(value)]));
  const reply = await fetch(host + path + query, {
    method,
    headers,
    ...(text !== undefined && { body: text }),
  });
  /** @type {any} */
  const answer = await reply.json();
  if (!reply.ok) throw new Error(`${method} ${path} was refused: ${answer.code}: ${answer.hint}`);
  return answer;
}

/**
 * Signs a bid, and posts it with its controls.
 * @type {(terms: { tokenID: string, price: number, size: number }, controls: object) => Promise<any>}
 */
async function bid(terms, controls) {
  const order = await client.createOrder({ ...terms, side: Side.BUY });
  if (!isV2Order(order)) throw new Error("expected an order of version 2, which has a timestamp");
  return ask("POST", "/order", { body: { ...orderToJsonV2(order, creds.key, OrderType.GTC), ...controls } });
}

/** @type {(orderID: string) => Promise<any>} */
const findPosition = (orderID) => ask("GET", "/queue-position", { query: `?order_id=${orderID}` });

// The user channel, which cancels the key's orders when this connection ends, and tells positions in the queue.
const socket = new WebSocket(`${host.replace(/^http/, "ws")}/ws/user`);
/** @type {any[]} */
const told = [];
socket.on("message", (data) => told.push(JSON.parse(String(data))));
await once(socket, "open");
const auth = { apiKey: creds.key, secret: creds.secret, passphrase: creds.passphrase };
const asked = { cancel_on_disconnect: { grace_ms: 0 }, queue_positions: true };
socket.send(JSON.stringify({ type: "user", auth, ...asked }));

/**
 * Waits for a message, and drops those before it.
 * @type {(holds: (message: any) => boolean) => Promise<any>}
 */
async function nextTold(holds) {
  for (;;) {
    const place = told.findIndex(holds);
    if (place !== -1) return told.splice(0, place + 1).at(-1);
    await once(socket, "message");
  }
}

/** @type {(orderID: string) => Promise<any>} */
const nextPosition = (orderID) =>
  nextTold(({ event_type, order_id }) => event_type === "queue_position" && order_id === orderID);

// From here on the orders of this key go with the connection.
await nextTold(({ event_type }) => event_type === "cancel_on_disconnect");

const { data: markets } = await client.getSamplingMarkets();
const market = markets.find((/** @type {any} */ one) => one.minimum_tick_size === 0.01);
const terms = { tokenID: market.tokens[0].token_id, price: 0.01, size: 20 };
console.log(market.question);

// Refused with order_late if the exchange decides it more than two seconds after it was signed.
const controls = { max_age_ms: 2_000, self_trade: "oldest" };
const first = await bid(terms, controls);
const { shares_ahead, orders_ahead } = await findPosition(first.orderID);
console.log(`A bid of 20 at 0.01 rests behind ${shares_ahead} shares of ${orders_ahead} orders.`);

const behind = await bid({ ...terms, size: 10 }, controls);
const before = await nextPosition(behind.orderID);
console.log(`A bid of 10 rests behind ${before.shares_ahead} shares.`);

const second = await bid({ ...terms, size: 15 }, { ...controls, replaces: first.orderID });
const { size_matched, size_canceled, place } = second.replaced;
console.log(`A bid of 15 replaced it: ${size_matched} filled, ${size_canceled} cancelled, place ${place}.`);

const after = await nextPosition(behind.orderID);
console.log(`The bid of 10 rests behind ${after.shares_ahead} shares now.`);

const { canceled } = await client.cancelOrder({ orderID: second.orderID });
console.log(`Cancelled: ${canceled.length} order.`);

socket.close();
await once(socket, "close");
while ((await client.getOpenOrders()).length > 0) await setTimeout(100);
console.log("The connection has ended, and the bid of 10 with it.");

// At 30 filled shares within 15 seconds all orders of the group are cancelled, and further ones refused until a reset.
await ask("POST", "/order-groups", { body: { group: "quotes", shares_limit: "30", window_ms: 15_000 } });
await bid(terms, { order_group: "quotes" });
const [{ state, shares_filled, orders }] = await ask("GET", "/order-groups");
console.log(`The group is ${state}: ${shares_filled} shares filled, ${orders.length} order open.`);
const removed = await ask("DELETE", "/order-groups", { body: { group: "quotes" } });
console.log(`Cancelled with the group: ${removed.canceled_sizes.length} order.`);
