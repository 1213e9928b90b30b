/** An exchange as a process of its own with all its addresses, and the requests of races to it. */
import assert from "node:assert/strict";
import { createWallet } from "../../bench/support/order-requests.ts";
import type { Trader } from "../../bench/support/order-requests.ts";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { ANY_PORTS, launchPresage, whenStarted } from "../support/presage.ts";
import type { Started } from "../support/presage.ts";
import { toUnits } from "../torture/balance-checks.ts";
import type { BalanceState } from "../torture/balance-checks.ts";
import { registerWithRetries } from "../torture/clients.ts";
import {
  getAnswer,
  callAs,
  callAsOperator,
  retryWhileBusy,
  readPages,
  signedCall,
} from "../torture/exchange-calls.ts";
import type { ExchangeAddress, Reply, Request } from "../torture/exchange-calls.ts";

export type World = {
  readonly exchange: ExchangeAddress;
  /** Base addresses of the trading interface, one for each dialect. */
  readonly urls: readonly string[];
  /** Number of clients that compete. */
  readonly clients: number;
  /** Traders whose orders match those of others; they have far more collateral than that costs. */
  readonly takers: readonly Trader[];
  markets: number;
};

const TAKERS = 10;
const ADMIN_TOKEN = "ad".repeat(32);
const EVENT = "races";

/** Starts the exchange; all clients may come from one IP address or signer, and payouts wait for a redemption. */
export async function launchExchange(directory: string, clients: number): Promise<Started> {
  const most = String(2 * clients + 100);
  const room = ["connections", "connections-per-address"].flatMap((what) => [`--max-${what}`, most]);
  const settings = {
    PRESAGE_AUTO_REDEEM: "false",
    PRESAGE_ADMIN_TOKEN: ADMIN_TOKEN,
    PRESAGE_STRICTNESS: "lenient",
  };
  const args = ["start", "--json", "--data-dir", directory, ...ANY_PORTS, ...room];
  return whenStarted(launchPresage(args, { settings, detached: true }));
}

export async function createWorld(addresses: Addresses, clients: number): Promise<World> {
  const { spec, polymarket, kuest, admin } = addresses;
  assert.ok(polymarket !== undefined && kuest !== undefined, "an exchange with all its dialects");
  const urls = [spec.trading, polymarket.trading, kuest.trading];
  const exchange = { trading: spec.trading, data: spec.data, admin, adminToken: ADMIN_TOKEN };
  const event = { title: "Races", slug: EVENT, reason: "races" };
  await getAnswer(() => callAsOperator(exchange, { method: "POST", path: "/events", body: event }));
  const takers: Trader[] = [];
  for (let index = 0; index < TAKERS; index += 1) takers.push(await newTrader({ urls }));
  return { exchange, urls, clients, takers, markets: 0 };
}

/** Makes a trader with the sandbox's first credit. */
export const newTrader = ({ urls }: Pick<World, "urls">): Promise<Trader> =>
  registerWithRetries(urls[0]!, createWallet());

export type Market = {
  readonly slug: string;
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
};

/** Makes a market without trades. */
export async function newMarket(world: World): Promise<Market> {
  world.markets += 1;
  const slug = `${EVENT}-${world.markets}`;
  const body = { event: EVENT, question: `Race ${world.markets}?`, slug, open: true, reason: "races" };
  const call = { method: "POST", path: "/markets", body } as const;
  const market = await getAnswer(() => callAsOperator(world.exchange, call));
  return { ...(market as unknown as Market), slug };
}

/** One client's request. The addresses take turns. */
export type ClientRequest = { readonly trader: Trader; readonly request: Request };

/** Sends all requests at once. Those that the exchange refuses because it is busy are sent again. */
export async function race(world: World, requests: readonly ClientRequest[]): Promise<Reply[]> {
  const calls = requests.map(({ trader, request }, index) =>
    signedCall(trader, world.urls[index % world.urls.length]!, request),
  );
  const replies = await Promise.all(calls.map(retryWhileBusy));
  return replies.map((reply, index) => {
    assert.ok(reply !== undefined, `${requests[index]!.request.path} was not answered`);
    return reply;
  });
}

/** Sends a single request, which must succeed. */
export const ask = ({ urls }: World, trader: Trader, request: Request): Promise<Reply["body"]> =>
  getAnswer(signedCall(trader, urls[0]!, request));

/** Counts the successful requests; all others must have been refused for one of these reasons. */
export function countDone(replies: readonly Reply[], reasons: readonly string[]): number {
  const refused = replies.filter(({ status }) => status !== 200);
  for (const { body } of refused) assert.ok(reasons.includes(String(body["code"])), JSON.stringify(body));
  return replies.length - refused.length;
}

/** Balances of a wallet, in cents and in hundredths of shares. */
export type Holding = {
  readonly cents: number;
  readonly heldCents: number;
  /** Shares by token; tokens without shares are left out. */
  readonly lots: Readonly<Record<string, number>>;
};

type LedgerRow = {
  readonly collateral: string;
  readonly shares: readonly { readonly asset_id: string; readonly amount: string }[];
};

/** Throws unless the wallet has these balances, by its account and by the sums of its ledger. */
export async function assertHolding(world: World, trader: Trader, expected: Holding): Promise<void> {
  const read = (request: Request) => callAs(trader, world.urls[0]!, request);
  const [row, ...others] = await readPages<BalanceState>("/balances", read);
  assert.ok(row !== undefined && others.length === 0, "one wallet");
  const lots = sumsOf(row.positions.map(({ asset_id: token, balance }) => [token, balance]));
  const { balance, held } = row.collateral;
  assert.deepEqual({ cents: hundredths(balance), heldCents: hundredths(held), lots }, expected);
  for (const position of row.positions) assert.equal(hundredths(position.held), 0);
  const entries = await readPages<LedgerRow>("/ledger", read);
  const cents = entries.reduce((sum, { collateral }) => sum + hundredths(collateral), 0);
  const shares = entries.flatMap((entry) => entry.shares);
  const moved = sumsOf(shares.map(({ asset_id: token, amount }) => [token, amount]));
  assert.deepEqual({ cents, lots: moved }, { cents: expected.cents, lots: expected.lots }, "the ledger");
}

const hundredths = (text: string): number => toUnits(text, 2);

/** Sums amounts by token; zeros are left out. */
function sumsOf(amounts: readonly (readonly [token: string, amount: string])[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [token, amount] of amounts) sums.set(token, (sums.get(token) ?? 0) + hundredths(amount));
  return Object.fromEntries([...sums].filter(([, lots]) => lots !== 0));
}
