/** Deliveries of an exchange that is killed again and again: all that it acknowledged arrives, in the order of its owners. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { deepTest } from "../support/depth.ts";
import { walletOf } from "../support/exchange.ts";
import { prepareDataDirectories, SPEC_PORTS, startPresage } from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "./receiver.ts";

let directories: DataDirectories;
before(async () => {
  directories = await prepareDataDirectories();
});
after(() => directories.close());

const KILLS = 6;
/** Credits of a wallet between two kills. */
const CREDITS = 60;
const WALLETS = ["ann", "bob", "cid", "dot"].map(walletOf);
const reason = "a test";

/** Sends operators' requests; `undefined` where there is no answer. */
function operatorOf({ addresses }: Started, directory: string) {
  const token = readFileSync(join(directory, "admin-token"), "utf8").trim();
  return async (path: string, body: object): Promise<Record<string, unknown> | undefined> => {
    const sent = {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...body, reason }),
    };
    const response = await fetch(`${addresses.admin}${path}`, sent).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (text === undefined) return undefined;
    assert.equal(response?.status, 200, text);
    return JSON.parse(text);
  };
}

deepTest("what was acknowledged before a kill arrives, in its order", async (context) => {
  const directory = directories.create();
  const receiver = await startReceiver();
  let count = 0;
  receiver.reply = () => ((count += 1) % 40 === 0 ? (count % 80 === 0 ? "cut" : 500) : 200);
  const args = [...SPEC_PORTS, "--mode", "production", "--webhook-network", "127.0.0.1"];
  const acknowledged = new Map<string, string[]>(WALLETS.map((wallet) => [wallet, []]));
  let amount = 0;
  /** Credits a wallet until the exchange is killed, or often enough. */
  const credit = async (ask: ReturnType<typeof operatorOf>, wallet: string): Promise<void> => {
    for (let times = 0; times < CREDITS; times += 1) {
      amount += 1;
      const text = String(amount);
      if ((await ask("/credits", { address: wallet, amount: text })) === undefined) return;
      acknowledged.get(wallet)?.push(text);
    }
  };
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const exchange = await startPresage(context, directory, args);
      const ask = operatorOf(exchange, directory);
      if (kill === 0) {
        for (const address of WALLETS) await ask("/accounts", { address });
        await ask("/webhooks", { url: receiver.url, events: ["balance.deposited"] });
      }
      const goal = receiver.seen.length + 20 + 15 * kill;
      const credits = WALLETS.map((wallet) => credit(ask, wallet));
      await until("some arrived", () => receiver.seen.length >= goal);
      await exchange.stop("SIGKILL");
      await Promise.all(credits);
    }
    receiver.reply = () => 200;
    const last = await startPresage(context, directory, args);
    const arrived = (wallet: string): string[] => {
      const first = new Map<string, string>();
      for (const { id, event } of receiver.accepted)
        if (event.data.wallet === wallet && !first.has(id)) first.set(id, event.data.amount);
      return [...first.values()];
    };
    for (const [wallet, amounts] of acknowledged) {
      await until(`all of ${wallet} arrived`, () => {
        const got = new Set(arrived(wallet));
        return amounts.every((one) => got.has(one));
      });
      const known = new Set(amounts);
      assert.deepEqual(
        arrived(wallet).filter((one) => known.has(one)),
        amounts,
      );
    }
    await last.stop("SIGTERM");
  } finally {
    await receiver.close();
  }
});
