/**
 * Requests that are sent again to the next process, after the first was killed or stopped. They have the same bytes,
 * signed up to ten seconds ahead of the server's clock.
 */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Reply, TestRequest } from "../support/exchange.ts";
import { deepTest } from "../support/depth.ts";
import { prepareDataDirectories, runPresage, startPresage } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { createTrader, requestHeaders } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { startHere } from "../support/start-here.ts";

const SIGNALS = ["SIGKILL", "SIGTERM"] as const;
const SECONDS_AHEAD = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

let directories: DataDirectories;

before(async () => {
  directories = await prepareDataDirectories();
});
after(() => directories.close());

type Bytes = { readonly path: string; readonly sent: TestRequest };

async function sendTo(url: string, { path, sent }: Bytes): Promise<Reply> {
  const { method = "GET", headers, body } = sent;
  const response = await fetch(url + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(typeof body === "string" && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

const traderAt = (url: string, name: string): Promise<Trader> =>
  createTrader({ clock: { now: Date.now() }, send: (path, sent) => sendTo(url, { path, sent }) }, name);

/** Makes the bytes of a request that is signed so many seconds ahead. */
function signAhead(trader: Trader, seconds: number, path: string, content?: object): Bytes {
  const body = content === undefined ? undefined : JSON.stringify(content);
  const request = { method: "POST", path, body, now: Date.now() + seconds * 1_000 - 999 };
  return { path, sent: { method: "POST", headers: requestHeaders(trader, request), ...(body && { body }) } };
}

const requestsOf = (trader: Trader, conditionId: string): Bytes[] =>
  SECONDS_AHEAD.flatMap((seconds) => [
    signAhead(trader, seconds, "/withdrawals", { amount: "1.25" }),
    signAhead(trader, seconds, "/positions/split", { conditionId, amount: "2" }),
    signAhead(trader, seconds, seconds % 2 === 0 ? "/auth/readonly-api-key" : "/auth/builder-api-key"),
  ]);

for (const signal of SIGNALS)
  deepTest(`what was acknowledged before ${signal} is not done again by the same bytes`, async (context) => {
    const directory = directories.create();
    const earlier = await startPresage(context, directory);
    const url = earlier.addresses.spec.trading;
    const ann = await traderAt(url, "ann");
    const { data: markets } = (await sendTo(url, { path: "/simplified-markets", sent: {} })).body;
    const requests = requestsOf(ann, markets[0].condition_id);
    const first = await Promise.all(requests.map((request) => sendTo(url, request)));
    for (const { status, text } of first) assert.equal(status, 200, text);
    const { body: balances } = await ann.request("GET", "/balances");
    await earlier.stop(signal);

    const later = await startHere(context, directory);
    const again = later.addresses.spec.trading;
    for (const [index, request] of requests.entries()) {
      const reply = await sendTo(again, request);
      assert.equal(reply.text, first[index]!.text, request.path);
      assert.equal(reply.headers.get("idempotency-replayed"), "true");
    }
    const trader = await traderAt(again, "ann");
    assert.deepEqual((await trader.request("GET", "/balances")).body, balances);
    await later.stop();
    const verified = await runPresage(context, ["verify", "--data-dir", directory]);
    assert.equal(verified.code, 0, verified.stdout);
  });
