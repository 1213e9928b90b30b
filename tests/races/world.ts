/** An exchange that runs as a process of its own with all its addresses, and what races make on it. */
import assert from "node:assert/strict";
import { createWallet } from "../../bench/support/order-requests.ts";
import type { Trader } from "../../bench/support/order-requests.ts";
import type { Addresses } from "../../src/http/interfaces.ts";
import { ANY_PORTS, launchPresage, whenStarted } from "../support/presage.ts";
import type { Started } from "../support/presage.ts";
import { whole } from "../torture/balances.ts";
import type { BalanceState } from "../torture/balances.ts";
import { registerPatiently } from "../torture/clients.ts";
import {
  answered,
  callAs,
  callAsOperator,
  patiently,
  readPages,
  signedCall,
} from "../torture/exchange-calls.ts";
import type { Reached, Reply, Request } from "../torture/exchange-calls.ts";

export type World = {
  readonly reached: Reached;
  /** Of the trading interface in every dialect. */
  readonly urls: readonly string[];
  /** How many want the same at once. */
  readonly clients: number;
  /** Whose orders meet those of others; they have far more than that costs. */
  readonly takers: readonly Trader[];
  markets: number;
};

const TAKERS = 10;
const ADMIN_TOKEN = "ad".repeat(32);
const EVENT = "races";

/** Where all clients may come from one address at once, and nobody is paid before asking for it. */
export async function launchExchange(directory: string, clients: number): Promise<Started> {
  const most = String(2 * clients + 100);
  const room = ["connections", "connections-per-address"].flatMap((what) => [`--max-${what}`, most]);
  const settings = { PRESAGE_AUTO_REDEEM: "false", PRESAGE_ADMIN_TOKEN: ADMIN_TOKEN };
  const args = ["start", "--json", "--data-dir", directory, ...ANY_PORTS, ...room];
  return whenStarted(launchPresage(args, { settings, detached: true }));
}

export async function createWorld(addresses: Addresses, clients: number): Promise<World> {
  const { spec, polymarket, kuest, admin } = addresses;
  assert.ok(polymarket !== undefined && kuest !== undefined, "an exchange with all its dialects");
  const urls = [spec.trading, polymarket.trading, kuest.trading];
  const reached = { trading: spec.trading, admin, adminToken: ADMIN_TOKEN };
  const event = { title: "Races", slug: EVENT, reason: "races" };
  await answered(() => callAsOperator(reached, { method: "POST", path: "/events", body: event }));
  const takers: Trader[] = [];
  for (let index = 0; index < TAKERS; index += 1) takers.push(await newTrader({ urls }));
  return { reached, urls, clients, takers, markets: 0 };
}

/** With the sandbox's first credit. */
export const newTrader = ({ urls }: Pick<World, "urls">): Promise<Trader> =>
  registerPatiently(urls[0]!, createWallet());

export type Market = {
  readonly slug: string;
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
};

/** A market that nobody has traded in. */
export async function newMarket(world: World): Promise<Market> {
  world.markets += 1;
  const slug = `${EVENT}-${world.markets}`;
  const body = { event: EVENT, question: `Race ${world.markets}?`, slug, open: true, reason: "races" };
  const call = { method: "POST", path: "/markets", body } as const;
  const market = await answered(() => callAsOperator(world.reached, call));
  return { ...(market as unknown as Market), slug };
}

/** Who wants what; the addresses take turns. */
export type Wish = { readonly trader: Trader; readonly request: Request };

/** All at once. Where there is more than the machine can do, so much is told and nothing was done: it is sent again. */
export async function race(world: World, wishes: readonly Wish[]): Promise<Reply[]> {
  const calls = wishes.map(({ trader, request }, index) =>
    signedCall(trader, world.urls[index % world.urls.length]!, request),
  );
  const replies = await Promise.all(calls.map(patiently));
  return replies.map((reply, index) => {
    assert.ok(reply !== undefined, `${wishes[index]!.request.path} was not answered`);
    return reply;
  });
}

/** A request by itself, which must be done. */
export const ask = ({ urls }: World, trader: Trader, request: Request): Promise<Reply["body"]> =>
  answered(signedCall(trader, urls[0]!, request));

/** How many were done; all others must have been refused for one of these reasons. */
export function countDone(replies: readonly Reply[], reasons: readonly string[]): number {
  const refused = replies.filter(({ status }) => status !== 200);
  for (const { body } of refused) assert.ok(reasons.includes(String(body["code"])), JSON.stringify(body));
  return replies.length - refused.length;
}

/** What a wallet has, in cents and in hundredths of shares. */
export type Holding = {
  readonly cents: number;
  readonly heldCents: number;
  /** By token, where there are any. */
  readonly lots: Readonly<Record<string, number>>;
};

type LedgerRow = {
  readonly collateral: string;
  readonly shares: readonly { readonly asset_id: string; readonly amount: string }[];
};

/** Throws unless the wallet has this, as its balances and as the sums of its ledger. */
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

const hundredths = (text: string): number => whole(text, 2);

/** Nothing that sums to nothing. */
function sumsOf(amounts: readonly (readonly [token: string, amount: string])[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [token, amount] of amounts) sums.set(token, (sums.get(token) ?? 0) + hundredths(amount));
  return Object.fromEntries([...sums].filter(([, lots]) => lots !== 0));
}
