/** Wallets that get their first API key while the exchange is under torture: what is acknowledged must open the door. */
import assert from "node:assert/strict";
import { createWallet, register } from "../../bench/support/order-requests.ts";
import type { Wallet } from "../../bench/support/order-requests.ts";
import { answered, callAs, callPublic, patiently } from "./exchange-calls.ts";
import { registerPatiently } from "./clients.ts";
import type { Answered, Clients } from "./clients.ts";
import { count } from "./promises.ts";

/** Reads between one key and the next. */
const READS = 10;
/** Keys of earlier lives that are looked at after a crash. */
const SAMPLE = 10;
/** What the sandbox gives a wallet that it sees for the first time. */
const FIRST_CREDIT = "10000";

/** Makes a key, and reads books for a while. */
export async function createKeys(clients: Clients, url: string): Promise<Answered> {
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

async function createKey({ promises, counts }: Clients, wallet: Wallet, url: string): Promise<Answered> {
  try {
    promises.keys.push(await register(url, wallet));
    count(counts, "key");
    return true;
  } catch {
    return false;
  }
}

/** Gives what is wrong: the keys of the last life and a sample of the others must work, and have an account behind. */
export async function checkKeys(clients: Clients, url: string, since: number): Promise<string[]> {
  const { promises, random } = clients;
  for (const wallet of promises.unansweredWallets.splice(0))
    promises.keys.push(await registerPatiently(url, wallet));
  const sample = Array.from({ length: Math.min(SAMPLE, since) }, () => promises.keys[random.below(since)]);
  const broken = await Promise.all(
    [...promises.keys.slice(since), ...sample].map(async (trader) => {
      const keys = await patiently(() => callAs(trader, url, { method: "GET", path: "/auth/api-keys" }));
      if (keys?.status !== 200)
        return [`the key ${trader.apiKey} was acknowledged and is refused: ${JSON.stringify(keys)}`];
      const page = await answered(() => callAs(trader, url, { method: "GET", path: "/balances" }));
      const [wallet] = page["data"] as { collateral: { balance: string } }[];
      return wallet?.collateral.balance === FIRST_CREDIT
        ? []
        : [`the account of the key ${trader.apiKey} has ${JSON.stringify(wallet?.collateral)}`];
    }),
  );
  return broken.flat();
}
