/**
 * A rehearsal of the migration to Polymarket's Protocol V2, with an unmodified client of Polymarket. Two fresh wallets
 * trade, split and merge in a market of each version. An order that is signed for the wrong exchange is refused. Start the exchange first: npm start.
 */
import {
  Chain,
  ClobClient,
  OrderType,
  Side,
  createL2Headers,
  getContractConfig,
} from "@polymarket/clob-client-v2";
import { createWalletClient, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { polygon } from "viem/chains";

const [port = "7011"] = process.env["PRESAGE_POLYMARKET_PORTS"]?.split(",") ?? [];
const host = process.env["CLOB_API_URL"] ?? `http://127.0.0.1:${port}`;
const catalog = process.env["GAMMA_API_URL"] ?? "http://127.0.0.1:7013";
const [SIZE, UNITS] = [10, 1_000_000];

for (const [name, address] of Object.entries({ CLOB_API_URL: host, GAMMA_API_URL: catalog }))
  await fetch(address).catch(() => {
    console.error(
      `Nothing answers at ${address}: start the exchange with npm start, or name another in ${name}.`,
    );
    process.exit(1);
  });

/** Makes a client with a fresh wallet and API credentials. */
async function createTrader() {
  const account = privateKeyToAccount(generatePrivateKey());
  const signer = createWalletClient({ account, chain: polygon, transport: http() });
  const creds = await new ClobClient({ host, chain: Chain.POLYGON, signer }).createOrDeriveApiKey();
  return { client: new ClobClient({ host, chain: Chain.POLYGON, signer, creds }), signer, creds };
}

/** @typedef {Awaited<ReturnType<typeof createTrader>>} Trader */
/** @typedef {{ question: string, conditionId: string, version: "v1" | "v2", yes: string, no: string }} Market */

/**
 * Lists what can be traded of an event, with the ids that trade. The version alone decides which those are: v1 markets
 * can have positionIds without a book, and v2 markets can have clobTokenIds.
 * @type {(event: any) => Market[]}
 */
const listMarkets = (event) =>
  event.markets
    .filter((/** @type {any} */ market) => market.acceptingOrders && !market.negRisk)
    .flatMap((/** @type {any} */ { question, conditionId, version = "v1", ...ids }) => {
      // A version that this program does not know is shown and not traded.
      if (version !== "v1" && version !== "v2") return [];
      const [yes, no] = version === "v2" ? ids.positionIds : JSON.parse(ids.clobTokenIds);
      return [{ question, conditionId, version, yes, no }];
    });

/** Lists the open markets, first those of events that ask a question in both versions. */
async function findMarkets() {
  const response = await fetch(`${catalog}/events?closed=false&limit=100`);
  const events = /** @type {any[]} */ (await response.json()).map(listMarkets);
  const isTwin = (/** @type {Market[]} */ markets) => new Set(markets.map(({ version }) => version)).size > 1;
  return [...events.filter(isTwin), ...events.filter((markets) => !isTwin(markets))].flat();
}

/** @type {(price: string) => number} */
const centsOf = (price) => Math.round(Number(price) * 100);

/**
 * Finds the first market of a version that has room between its bids and asks, and cents at which a bid would rest.
 * @type {(trader: Trader, markets: Market[], version: string) => Promise<{ market: Market, cents: number }>}
 */
async function findRoom({ client }, markets, version) {
  for (const market of markets.filter((one) => one.version === version)) {
    const { bids, asks, tick_size: tick } = await client.getOrderBook(market.yes);
    const bid = Math.max(0, ...bids.map(({ price }) => centsOf(price)));
    const ask = Math.min(100, ...asks.map(({ price }) => centsOf(price)));
    if (tick === "0.01" && ask - bid > 1)
      return { market, cents: bid === 0 ? Math.floor(ask * 0.6) : bid + 1 };
  }
  throw new Error(`no open ${version} market has room between its bids and asks`);
}

/**
 * Signs a bid for the exchange of a version. In Protocol V2 the client takes amounts, in millionths.
 * @type {(trader: Trader, version: string, tokenID: string, cents: number) => Promise<any>}
 */
const sign = ({ client }, version, tokenID, cents) =>
  version === "v2"
    ? client.createExchangeV3OrderFromAmounts({
        tokenID,
        side: Side.BUY,
        makerAmount: String((cents * SIZE * UNITS) / 100),
        takerAmount: String(SIZE * UNITS),
      })
    : client.createOrder({ tokenID, side: Side.BUY, price: cents / 100, size: SIZE });

/** @type {(trader: Trader, version: string, tokenID: string, cents: number) => Promise<string>} */
async function buy(trader, version, tokenID, cents) {
  const result = await trader.client.postOrder(await sign(trader, version, tokenID, cents), OrderType.GTC);
  if (result.success !== true) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result.status;
}

/**
 * Changes shares by a signed request; at Polymarket the router's contract does this.
 * @type {(trader: Trader, operation: "split" | "merge", market: Market) => Promise<any>}
 */
async function change({ signer, creds }, operation, { conditionId }) {
  const requestPath = `/positions/${operation}`;
  const body = JSON.stringify({ conditionId, amount: String(SIZE) });
  const headers = await createL2Headers(signer, creds, { method: "POST", requestPath, body });
  const response = await fetch(host + requestPath, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** @type {(version: string) => string} */
const assetTypeOf = (version) => (version === "v2" ? "CONDITIONAL-V2" : "CONDITIONAL");

/** @type {(trader: Trader, market: Market) => Promise<any>} */
function readBalance({ client }, { version, yes }) {
  const asked = { asset_type: assetTypeOf(version), token_id: yes };
  // The types of the client do not have the second kind yet.
  return client.getBalanceAllowance(/** @type {any} */ (asked));
}

/** @type {(trader: Trader, market: Market) => Promise<number>} */
const countShares = async (trader, market) => Number((await readBalance(trader, market)).balance) / UNITS;

const { exchangeV3 } = getContractConfig(Chain.POLYGON);
const [alice, bob] = [await createTrader(), await createTrader()];
const markets = await findMarkets();
for (const version of ["v1", "v2"]) {
  const { market, cents } = await findRoom(alice, markets, version);
  const { question, conditionId, yes, no } = market;
  console.log(`\n${version}: ${question}\nCondition ${conditionId}, first outcome ${yes}`);

  console.log(`Alice bids ${cents} cents for the first outcome:`, await buy(alice, version, yes, cents));
  console.log(`Bob bids ${100 - cents} cents for the other one:`, await buy(bob, version, no, 100 - cents));
  console.log(`Alice's ${assetTypeOf(version)} of the first outcome:`, await countShares(alice, market));
  await change(alice, "split", market);
  console.log(`After a split into ${SIZE} sets:`, await countShares(alice, market));
  await change(alice, "merge", market);
  console.log(`After a merge of ${SIZE} sets:`, await countShares(alice, market));
  const spenders = Object.keys((await readBalance(alice, market)).allowances);
  const isAmong = spenders.includes(exchangeV3) ? "is" : "is not";
  console.log(`Allowances are for ${spenders.length} exchange contracts; ExchangeV3 ${isAmong} among them.`);

  const other = version === "v1" ? "v2" : "v1";
  /** @type {any} */
  const refused = await alice.client.postOrder(await sign(alice, other, yes, 1), OrderType.GTC);
  console.log(`Refused when signed as in a ${other} market: ${refused.error}\n  ${refused.hint}`);
  await alice.client.cancelAll();
  await bob.client.cancelAll();
}
