/**
 * A market maker with an unmodified client of Polymarket. It bids for both outcomes of a market; a bid for one is an
 * offer of the other. It hears of its fills on the user channel, and moves its quotes away from them. It sends
 * heartbeats, so that its orders are cancelled if it dies; Ctrl-C cancels them as well. Start the exchange first: npm
 * start.
 */
import { once, on } from "node:events";
import { Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { createWalletClient, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { polygon } from "viem/chains";
import { WebSocket } from "ws";

const [port = "7011"] = process.env["PRESAGE_POLYMARKET_PORTS"]?.split(",") ?? [];
const host = process.env["CLOB_API_URL"] ?? `http://127.0.0.1:${port}`;
const [TICKS, HALF_SPREAD, SIZE, HEARTBEAT_MS] = [100, 2, 50, 5_000];

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

const { data: markets } = await client.getSamplingMarkets();
const market = markets.find((one) => one.minimum_tick_size === 1 / TICKS);
const [{ token_id: yes }, { token_id: no }] = market.tokens;
console.log(market.question);

/**
 * Replaces the quotes: bids `HALF_SPREAD` ticks below what each outcome is worth, when the first is worth `fair` ticks.
 * @type {(fair: number) => Promise<void>}
 */
async function quote(fair) {
  await client.cancelMarketOrders({ market: market.condition_id });
  const bids = [
    { tokenID: yes, price: (fair - HALF_SPREAD) / TICKS },
    { tokenID: no, price: (TICKS - fair - HALF_SPREAD) / TICKS },
  ];
  const orders = await Promise.all(
    bids.map((bid) => client.createOrder({ ...bid, side: Side.BUY, size: SIZE })),
  );
  const answers = await client.postOrders(
    orders.map((order) => ({ order, orderType: OrderType.GTC })),
    true,
  );
  const refused = answers.find(({ success }) => !success);
  console.log(`quoting ${fair - HALF_SPREAD} at ${fair + HALF_SPREAD}`, refused?.errorMsg ?? "");
}

let beat = "";
const heartbeats = setInterval(async () => {
  beat = (await client.postHeartbeat(beat)).heartbeat_id;
}, HEARTBEAT_MS);

const socket = new WebSocket(`${host.replace(/^http/, "ws")}/ws/user`);
await once(socket, "open");
const { key: apiKey, secret, passphrase } = creds;
socket.send(
  JSON.stringify({ type: "user", markets: [market.condition_id], auth: { apiKey, secret, passphrase } }),
);
process.once("SIGINT", () => socket.close()).once("SIGTERM", () => socket.close());

/**
 * Keeps a fair value where quotes around it are prices.
 * @type {(value: number) => number}
 */
const bounded = (value) => Math.min(Math.max(value, 2 * HALF_SPREAD), TICKS - 2 * HALF_SPREAD);

// The middle of the book, of which a missing side counts as 0 or 1.
let fair = bounded(Math.round(Number((await client.getMidpoint(yes).catch(() => ({}))).mid ?? 0.5) * TICKS));
await quote(fair);
for await (const [frame] of on(socket, "message", { close: ["close"] })) {
  const { event_type, type, asset_id, size_matched } = JSON.parse(String(frame));
  if (event_type !== "order" || type !== "UPDATE") continue;
  console.log(`bought ${size_matched} ${asset_id === yes ? "of the first" : "of the second"} outcome`);
  fair = bounded(fair + (asset_id === yes ? -1 : 1));
  await quote(fair);
}
clearInterval(heartbeats);
console.log("cancelled", (await client.cancelAll()).canceled.length, "orders");
