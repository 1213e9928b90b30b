/**
 * Wallets of a run and their orders. Every signed order is cancelled at the end, even an order that the server
 * rejected.
 */
import { kindOfMarket } from "../../core/markets/market-version.ts";
import type { OrderDomain } from "../../signing/orders/order-domain.ts";
import type { Credentials } from "../../signing/credentials.ts";
import { Unchecked } from "./shape/answer.ts";
import type { Answer, SentRequest } from "./shape/answer.ts";
import type { DialectRules } from "./dialect-rules.ts";
import type { FoundMarket } from "./find-market.ts";
import { getField, listIn, numberIn, textIn } from "./shape/json-value.ts";
import { makeWallet, signOrderBody, signRequest, makeWalletHeaders } from "./wallets.ts";
import type { Trader, Wallet, WantedOrder } from "./wallets.ts";

export type RestingOrder = WantedOrder & {
  readonly id: string;
  /** Hash that was signed; Polymarket and Kuest use the hash as order id. */
  readonly signedId: string;
  readonly placed: Answer;
  readonly by: Trader;
};

export type Trading = {
  readonly traders: readonly Trader[];
  /** The first trader, whose orders rest. */
  readonly trader: Trader;
  /** True if the funds are known to suffice. */
  readonly funded: boolean;
  /** Sends a request with a trader's API key, by default the first trader's. */
  ask(sent: SentRequest, by?: Trader): Promise<Answer>;
  /** Sends a request that `change` modified after signing. */
  askChanged(sent: SentRequest, change: (sent: SentRequest) => SentRequest): Promise<Answer>;
  /** Signs an order; `send` places it. */
  sign(wanted: WantedOrder, by?: Trader): { readonly body: string; readonly id: string };
  /** Orders that rest according to the server. */
  readonly resting: RestingOrder[];
  /** Shares in the book at the first resting order's price, before its placement. */
  sizeBefore: number;
  /** The order that bought shares; undefined if none did. */
  bought: RestingOrder | undefined;
  /** Tells whether a trader signed the order in this run. */
  isOwn(id: string, trader: Trader): boolean;
  /** Cancels every signed order; returns the ids of orders for which the server gave no clear answer. */
  cleanUp(): Promise<readonly string[]>;
};

export type TradingOptions = {
  readonly send: (sent: SentRequest) => Promise<Answer>;
  readonly terms: DialectRules;
  readonly market: FoundMarket;
  readonly domains: readonly OrderDomain[];
  readonly chainId: number;
  /** The wallet of a given key; `undefined` creates two fresh wallets. */
  readonly wallet: Wallet | undefined;
};

/** Opens the wallets. Throws `Unchecked` if they get no key, or have no funds. */
export async function openTrading(given: TradingOptions): Promise<Trading> {
  const { send, terms, domains, market, wallet } = given;
  const domain = domains.find(
    ({ venue, kind, struct }) =>
      struct === "v2" && kind === kindOfMarket(market) && (venue === terms.venue || kind === "protocol-v2"),
  );
  if (domain === undefined) throw new Unchecked("no exchange contract is known for orders of this market");
  const wallets = wallet === undefined ? [makeWallet(), makeWallet()] : [wallet];
  const traders: Trader[] = [];
  for (const one of wallets) traders.push({ ...one, credentials: await getCredentials(given, one) });
  let funded = true;
  for (const trader of traders) funded = (await hasFunds(given, trader)) && funded;
  const [trader] = traders;
  if (trader === undefined) throw new Unchecked("no wallet");
  const { headerPrefix } = terms;
  const signedIds: { readonly id: string; readonly by: Trader }[] = [];
  const ask: Trading["ask"] = (sent, by = trader) => send(signRequest(sent, by, headerPrefix));
  const resting: RestingOrder[] = [];
  return {
    traders,
    trader,
    funded,
    ask,
    askChanged: (sent, change) => send(change(signRequest(sent, trader, headerPrefix))),
    sign(wanted, by = trader) {
      const order = signOrderBody(wanted, by, domain);
      signedIds.push({ id: order.id, by });
      return order;
    },
    resting,
    isOwn: (id, owner) => [...signedIds, ...resting].some((one) => one.by === owner && one.id === id),
    sizeBefore: 0,
    bought: undefined,
    async cleanUp() {
      const asked = signedIds.map(async ({ id, by }) => {
        const { json } = await ask(cancelRequest(id), by);
        const isReported = listIn(getField(json, "canceled")).includes(id);
        return isReported || textIn(getField(json, "not_canceled"), id) !== undefined;
      });
      const ended = await Promise.allSettled(asked);
      return signedIds.flatMap(({ id }, at) => {
        const one = ended[at];
        return one?.status === "fulfilled" && one.value ? [] : [id];
      });
    },
  };
}

export const cancelRequest = (id: string): SentRequest => ({
  method: "DELETE",
  path: "/order",
  body: JSON.stringify({ orderId: id }),
});

async function getCredentials(
  { send, terms, chainId }: TradingOptions,
  wallet: Wallet,
): Promise<Credentials> {
  const headers = makeWalletHeaders(wallet, terms.headerPrefix, chainId);
  let answer = await send({ method: "POST", path: "/auth/api-key", headers });
  if (answer.status !== 200) answer = await send({ path: "/auth/derive-api-key", headers });
  const [apiKey, secret, passphrase] = ["apiKey", "secret", "passphrase"].map((field) =>
    textIn(answer.json, field),
  );
  if (apiKey !== undefined && secret !== undefined && passphrase !== undefined)
    return { apiKey, secret, passphrase };
  throw new Unchecked(
    `the wallet got no API key: ${answer.request} answered ${answer.status} ${answer.content.slice(0, 200)}`,
  );
}

const TEST_FUNDS = "1000";

/**
 * Tells whether a wallet is known to have the funds; false if the server does not tell. Throws `Unchecked` if the funds
 * do not suffice.
 */
async function hasFunds(given: TradingOptions, trader: Trader): Promise<boolean> {
  const { send, market, wallet, terms } = given;
  const needed = wallet === undefined ? market.minimumShares * 2_000_000 : computeRestingCost(market);
  const read = async (): Promise<number> => {
    const path = "/balance-allowance?asset_type=COLLATERAL&signature_type=0";
    return numberIn((await send(signRequest({ path }, trader, terms.headerPrefix))).json, "balance");
  };
  let balance = await read();
  if (wallet === undefined && !(balance >= needed)) {
    const body = JSON.stringify({ address: trader.address, amount: TEST_FUNDS });
    await send({ method: "POST", path: "/sandbox/faucet", body });
    balance = await read();
  }
  if (Number.isNaN(balance)) return false;
  if (balance >= needed) return true;
  throw new Unchecked(
    `the wallet ${trader.address} has ${balance / 1e6} of collateral, and ${needed / 1e6} are needed`,
  );
}

/**
 * Computes the collateral, in base units, that a run's orders hold with a given key: bids of 1 + 2 ticks, and 1 tick
 * for outcome 1.
 */
export const computeRestingCost = ({ tickMicros, minimumShares }: FoundMarket): number =>
  4 * tickMicros * minimumShares;

/** Places an order of the minimum size, and records it if the server says that it rests. */
export async function place(trading: Trading, wanted: WantedOrder, by = trading.trader): Promise<Answer> {
  const { body, id } = trading.sign(wanted, by);
  const placed = await trading.ask({ method: "POST", path: "/order", body }, by);
  if (placed.status === 200 && textIn(placed.json, "orderID") !== undefined)
    trading.resting.push({ ...wanted, id: textIn(placed.json, "orderID") ?? id, signedId: id, placed, by });
  return placed;
}
