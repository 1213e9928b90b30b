/** Modes and the quarantine of poison commands in the real program: restarts, a kill -9 and a planted bug. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { TestContext } from "node:test";
import { createWallet, register, signOrder } from "../../bench/support/order-requests.ts";
import { listTokens } from "../../bench/support/own-exchange.ts";
import { deepTest } from "../support/depth.ts";
import { prepareDataDirectories, runPresage, startPresage } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { callAs } from "../torture/exchange-calls.ts";
import { end, kill, startExchange, verify } from "../torture/process.ts";
import { startHere } from "../support/start-here.ts";

let directories: DataDirectories;
before(async () => {
  directories = await prepareDataDirectories();
});
after(() => directories.close());

/** Runs `presage mode ...`, which must succeed. */
async function mode(context: TestContext, directory: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runPresage(context, ["mode", ...args, "--data-dir", directory]);
  assert.equal(code, 0, stderr);
  return stdout;
}

deepTest("a mode is shown, set and kept through a stop and a kill -9", async (context) => {
  const directory = directories.create();
  const first = await startPresage(context, directory);
  assert.equal(await mode(context, directory), "normal\n");
  const set = await mode(context, directory, "cancel-only", "--reason", "drill", "--json");
  assert.deepEqual(JSON.parse(set), {
    mode: "cancel-only",
    set: "cancel-only",
    why: "set by the operator",
    suspended: null,
    waiting: null,
  });
  const wrong = await runPresage(context, ["mode", "cancelonly", "--reason", "x", "--data-dir", directory]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /got "cancelonly" \(did you mean cancel-only\?\)/);
  await first.stop("SIGKILL");
  const second = await startHere(context, directory);
  assert.equal(await mode(context, directory), "cancel-only (set by the operator)\n");
  await mode(context, directory, "read-only", "--reason", "drill");
  await second.stop();
  const third = await startHere(context, directory);
  const status = await runPresage(context, ["status", "--data-dir", directory]);
  assert.match(status.stdout, /^exchange +read-only \(set by the operator\)$/m);
  await third.stop();
  await verify(directory);
});

/** Limit of the order on which the planted bug ends the process: 0.13. */
const POISON_CENTS = 13;
const BUG = {
  file: "src/core/events/apply.ts",
  line: "exchange\\.nextOrder = order\\.no \\+ 1;",
  becomes: `if (order.limit === ${POISON_CENTS * 100}) process.abort(); exchange.nextOrder = order.no + 1;`,
};

deepTest("an order that stops the process twice is refused from then on, and no other", async (context) => {
  const directory = directories.create();
  const rigging = { changes: [BUG] };
  let exchange = await startExchange(directory, rigging);
  context.after(() => kill(exchange));
  const trader = await register(exchange.trading, createWallet());
  const [tokens] = await listTokens(exchange.trading, 1);
  const terms = { tokenId: tokens![0], side: "BUY", shares: 5 } as const;

  const poison = signOrder(trader, { ...terms, cents: POISON_CENTS });
  const send = (body: string) =>
    callAs(trader, exchange.trading, { method: "POST", path: "/order", body: JSON.parse(body) });
  for (let crash = 0; crash < 2; crash += 1) {
    const good = await send(signOrder(trader, { ...terms, cents: 20 + crash }).body);
    assert.equal(good?.status, 200, JSON.stringify(good));
    assert.equal(await send(poison.body), undefined, "the process ended");
    await exchange.running.finished;
    exchange = await startExchange(directory, rigging);
  }
  const refused = await send(poison.body);
  assert.deepEqual([refused?.status, refused?.body["code"]], [409, "quarantined"]);
  const other = await send(signOrder(trader, { ...terms, cents: 30 }).body);
  assert.equal(other?.status, 200, JSON.stringify(other));

  const listedText = await runPresage(context, ["quarantine", "list", "--data-dir", directory]);
  assert.match(
    listedText.stdout,
    new RegExp(`^${poison.id} +2 +yes +place-order of ${trader.address.toLowerCase()}`, "m"),
  );
  await end(exchange, "SIGTERM");
  exchange = await startExchange(directory);
  const release = ["quarantine", "release", poison.id, "--reason", "updated", "--data-dir", directory];
  const released = await runPresage(context, release);
  assert.equal(released.stdout, `${poison.id} is released.\n`, released.stderr);
  const again = await runPresage(context, release);
  assert.equal(again.code, 1);
  assert.match(
    again.stderr,
    new RegExp(`^presage: no command in quarantine has the fingerprint ${poison.id};`),
  );
  const placed = await send(poison.body);
  assert.equal(placed?.status, 200, JSON.stringify(placed));
  await end(exchange, "SIGTERM");
  await verify(directory);
});
