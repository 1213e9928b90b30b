/**
 * A first trade with an unmodified client of Polymarket. Two fresh wallets get API keys and, in the sandbox, funds. One
 * rests an order, the other crosses it, and both see the fill; then a resting order is cancelled. Start the exchange
 * first: npm start.
 */
import { Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { createWalletClient, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { polygon } from "viem/chains";

const [port = "7011"] = process.env["PRESAGE_POLYMARKET_PORTS"]?.split(",") ?? [];
const host = process.env["CLOB_API_URL"] ?? `http://127.0.0.1:${port}`;

await fetch(host).catch(() => {
  console.error(
    `Nothing answers at ${host}: start the exchange with npm start, or name another in CLOB_API_URL.`,
  );
  process.exit(1);
});

/** Makes a client with a fresh wallet and API credentials. */
async function createTrader() {
  const account = privateKeyToAccount(generatePrivateKey());
  const signer = createWalletClient({ account, chain: polygon, transport: http() });
  const creds = await new ClobClient({ host, chain: Chain.POLYGON, signer }).createOrDeriveApiKey();
  return new ClobClient({ host, chain: Chain.POLYGON, signer, creds });
}

/** @type {(trader: ClobClient, tokenID: string, price: number) => Promise<any>} */
async function buy(trader, tokenID, price) {
  const order = { tokenID, price, size: 10, side: Side.BUY };
  const result = await trader.createAndPostOrder(order, undefined, OrderType.GTC);
  if (result.success !== true) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}

/** @type {(name: string, trader: ClobClient) => Promise<void>} */
async function showTrades(name, trader) {
  for (const { trader_side, maker_orders, ...taken } of await trader.getTrades()) {
    const made = maker_orders.find(({ owner }) => owner === trader.creds?.key);
    const { side, outcome, price, size } = made ? { ...made, size: made.matched_amount } : taken;
    console.log(`${name}'s trade, as ${trader_side}: ${side} ${size} ${outcome} at ${price}`);
  }
}

/**
 * Finds a market, and cents at which a bid for its first outcome would be the best one and rest.
 * @type {(trader: ClobClient) => Promise<{ market: any, cents: number }>}
 */
async function findRoom(trader) {
  const { data: markets } = await trader.getSamplingMarkets();
  for (const market of markets.filter((one) => one.minimum_tick_size === 0.01)) {
    const { bids, asks } = await trader.getOrderBook(market.tokens[0].token_id);
    const bid = Math.max(0, ...bids.map(({ price }) => Math.round(Number(price) * 100)));
    const ask = Math.min(100, ...asks.map(({ price }) => Math.round(Number(price) * 100)));
    if (ask - bid > 1) return { market, cents: bid === 0 ? Math.floor(ask * 0.6) : bid + 1 };
  }
  throw new Error("no market has room between its bids and asks");
}

const [alice, bob] = [await createTrader(), await createTrader()];
const { market, cents } = await findRoom(alice);
const [{ token_id: yes }, { token_id: no }] = market.tokens;
const [price, other] = [cents / 100, (100 - cents) / 100];
console.log(market.question);

const resting = await buy(alice, yes, price);
console.log(`Alice bids ${price.toFixed(2)} for the first outcome:`, resting.status);
const crossing = await buy(bob, no, other);
console.log(
  `Bob bids ${other.toFixed(2)} for the other one, and together they pay for a complete set:`,
  crossing.status,
);
await showTrades("Alice", alice);
await showTrades("Bob", bob);

const { orderID } = await buy(alice, yes, 0.01);
console.log("Alice cancels another bid:", await alice.cancelOrder({ orderID }));
