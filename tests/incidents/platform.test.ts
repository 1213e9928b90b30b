/**
 * Incidents below trading that brought other platforms down or let strangers in. They are messages that never end,
 * and addresses that a client writes itself. Each number is a row of docs/explanation/reliability.md.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { startListeningExchange } from "../http/listening-exchange.ts";
import type { ListeningExchange } from "../http/listening-exchange.ts";
import { connect } from "../stream/live-client.ts";
import { askForUpgrade, clientFrame, refusedFrame } from "../stream/raw-socket.ts";
import type { RawClient } from "../stream/raw-socket.ts";
import { testListing, tokenOf, walletOf } from "../support/exchange.ts";

const LISTED = "203.0.113.7";

let exchange: ListeningExchange;
before(async () => {
  exchange = await startListeningExchange({ PRESAGE_DATA_ALLOWLIST: LISTED });
  await exchange.list(testListing([{ name: "rain" }]));
});
after(() => exchange?.close());

const CONNECTIONS = 1_000;
const AT_ONCE = 100;
/** Number of parts of a message, nearly as many as it may have. Each has one byte and takes more memory than that. */
const PARTS = 60;
/** Memory that the server may take; a careless one keeps gigabytes of these messages. */
const MAX_BYTES = 256 * 1024 * 1024;

const unfinished = (parts: number): Buffer =>
  Buffer.concat([
    clientFrame(0x01, Buffer.from("{")),
    ...Array.from({ length: parts }, () => clientFrame(0x00, Buffer.from(" "))),
  ]);

test(`inc-42: ${CONNECTIONS} messages that never end hold little, and longer ones end their connections`, async () => {
  const base = exchange.addresses.spec.trading;
  const kept: RawClient[] = [];
  const before_ = process.memoryUsage().rss;
  try {
    for (let opened = 0; opened < CONNECTIONS; opened += AT_ONCE) {
      const some = await Promise.all(
        Array.from({ length: AT_ONCE }, () => askForUpgrade(base, { target: "/ws/market" })),
      );
      kept.push(...some);
      for (const { status, socket } of some) {
        assert.equal(status, 101);
        socket.write(unfinished(PARTS));
      }
    }
    const honest = await connect(base);
    honest.send({ type: "market", assets_ids: [tokenOf("rain yes")] });
    assert.equal((await honest.event("book")).asset_id, tokenOf("rain yes"));
    await honest.end();
    assert.ok(process.memoryUsage().rss - before_ < MAX_BYTES);
    const some = kept.slice(0, AT_ONCE);
    const statuses = some.map(async (raw) => (await refusedFrame(raw)).closed.status);
    for (const { socket } of some) socket.write(unfinished(PARTS).subarray(7));
    assert.deepEqual(new Set(await Promise.all(statuses)), new Set([1008]));
  } finally {
    for (const { socket } of kept) socket.destroy();
    await Promise.all(kept.map(({ socket }) => socket.closed || once(socket, "close")));
  }
});

/** Headers by which proxies say for whom they ask. */
const CLAIMS: readonly (readonly [name: string, value: string])[] = [
  ["x-forwarded-for", LISTED],
  ["x-forwarded-for", `127.0.0.1, ${LISTED}`],
  ["x-real-ip", LISTED],
  ["x-client-ip", LISTED],
  ["true-client-ip", LISTED],
  ["cf-connecting-ip", LISTED],
  ["forwarded", `for=${LISTED}`],
];

test("inc-43: who asks directly is not let in for what it says of its address", async () => {
  const url = `${exchange.addresses.spec.data}/positions?user=${walletOf("ann")}`;
  for (const [name, value] of CLAIMS) {
    const { status } = await fetch(url, { headers: { [name]: value } });
    assert.equal(status, 401, `${name}: ${value}`);
  }
});
