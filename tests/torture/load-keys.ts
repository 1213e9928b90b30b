/** Wallets that get their first API key during the load: an acknowledged key must work after a crash. */
import assert from "node:assert/strict";
import { createWallet, register } from "../../bench/support/order-requests.ts";
import type { Wallet } from "../../bench/support/order-requests.ts";
import { getAnswer, callAs, callPublic, retryWhileBusy } from "./exchange-calls.ts";
import { registerWithRetries } from "./clients.ts";
import type { GotAnswer, Clients } from "./clients.ts";
import { count } from "./promises.ts";

/** Number of reads between one key and the next. */
const READS = 10;
/** Number of keys from before the last life that are checked after a crash. */
const SAMPLE = 10;
/** Collateral that the sandbox gives to a new wallet. */
const FIRST_CREDIT = "10000";

/** Makes a key, and reads books for a while. */
export async function createKeys(clients: Clients, url: string): Promise<GotAnswer> {
  const wallet = createWallet();
  if (!(await createKey(clients, wallet, url))) {
    clients.promises.unansweredWallets.push(wallet);
    count(clients.counts, "unanswered");
    return false;
  }
  const [token] = clients.random.pick(clients.markets).tokens;
  for (let read = 0; read < READS; read += 1) {
    const reply = await callPublic(url, { method: "GET", path: `/book?token_id=${token}` });
    if (reply === undefined) return false;
    assert.ok([200, 503].includes(reply.status), `a book was answered with ${JSON.stringify(reply)}`);
  }
  return true;
}

async function createKey({ promises, counts }: Clients, wallet: Wallet, url: string): Promise<GotAnswer> {
  try {
    promises.keys.push(await register(url, wallet));
    count(counts, "key");
    return true;
  } catch {
    return false;
  }
}

/** Lists faults of the keys since `since` and of a sample of earlier ones: each must work and have an account. */
export async function checkKeys(clients: Clients, url: string, since: number): Promise<string[]> {
  const { promises, random } = clients;
  for (const wallet of promises.unansweredWallets.splice(0))
    promises.keys.push(await registerWithRetries(url, wallet));
  const sample = Array.from({ length: Math.min(SAMPLE, since) }, () => promises.keys[random.below(since)]!);
  const broken = await Promise.all(
    [...promises.keys.slice(since), ...sample].map(async (trader) => {
      const keys = await retryWhileBusy(() => callAs(trader, url, { method: "GET", path: "/auth/api-keys" }));
      if (keys?.status !== 200)
        return [`the key ${trader.apiKey} was acknowledged and is refused: ${JSON.stringify(keys)}`];
      const page = await getAnswer(() => callAs(trader, url, { method: "GET", path: "/balances" }));
      const [wallet] = page["data"] as { collateral: { balance: string } }[];
      return wallet?.collateral.balance === FIRST_CREDIT
        ? []
        : [`the account of the key ${trader.apiKey} has ${JSON.stringify(wallet?.collateral)}`];
    }),
  );
  return broken.flat();
}
