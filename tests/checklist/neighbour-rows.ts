/** A bad neighbour behind the same address: a thousand wrong credentials a second of every kind, beside right ones. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setInterval } from "node:timers/promises";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Reply } from "../support/exchange.ts";
import { requestHeaders, walletHeaders } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { refused } from "./expect.ts";
import { section } from "./row.ts";
import type { Row } from "./row.ts";
import { createWire } from "./wire.ts";
import type { Wire } from "./wire.ts";
import type { World } from "./world.ts";

const row = section("3.4");

/** Wrong requests of each kind, within a second. */
const WRONG = 1_000;
const EVERY_MS = 10;
const AT_ONCE = (WRONG * EVERY_MS) / 1_000;
/** Rounds of right requests beside each kind of wrong ones; there is at least one. */
const MAX_ROUNDS = 20;

type SendWrong = (wire: Wire) => Promise<Reply>;

const cancelWith = (
  { spec }: World,
  trader: Trader,
  changed: Readonly<Record<string, string>>,
): SendWrong => {
  const body = JSON.stringify({ orderID: "0x1" });
  return (wire) => {
    const signed = requestHeaders(trader, { method: "DELETE", path: "/order", body, now: Date.now() });
    return wire.ask(`${spec.trading}/order`, { method: "DELETE", body, headers: { ...signed, ...changed } });
  };
};

/** The kinds of wrong credentials. */
async function kindsOf(world: World): Promise<readonly (readonly [string, SendWrong])[]> {
  const { spec, admin, ann } = world;
  const wallet = await walletHeaders(privateKeyToAccount(generatePrivateKey()), Date.now());
  const other = { ...wallet, SVC_ADDRESS: ann.account.address };
  return [
    ["the trader's own key", cancelWith(world, ann, { SVC_PASSPHRASE: "0" })],
    ["keys that nobody has", (wire) => cancelWith(world, ann, { SVC_API_KEY: randomUUID() })(wire)],
    ["wallets", (wire) => wire.ask(`${spec.trading}/auth/api-key`, { method: "POST", headers: other })],
    [
      "operators' tokens",
      (wire) => wire.ask(`${admin}/status`, { headers: { authorization: `Bearer ${"0".repeat(64)}` } }),
    ],
  ];
}

/** Sends so many, evenly, whether the ones before are answered or not. */
async function flood(wire: Wire, send: SendWrong): Promise<Reply[]> {
  const replies: Promise<Reply>[] = [];
  for await (const _ of setInterval(EVERY_MS)) {
    for (let sent = 0; sent < AT_ONCE; sent += 1) replies.push(send(wire));
    if (replies.length >= WRONG) break;
  }
  return Promise.all(replies);
}

/** One request of every kind that must never be held, with right credentials. */
async function askRightly({ ann, ben, market, operate }: World, beating: Trader): Promise<void> {
  const [tokenId = ""] = market.tokenIds;
  const placed = await ben.place({ tokenId, side: "BUY", price: "0.01", size: "5" });
  const right: readonly (readonly [string, Promise<Reply> | Reply])[] = [
    ["an order", placed],
    ["its cancel", ben.cancel(placed.body.orderID)],
    ["cancels by id", ben.request("DELETE", "/orders", { body: ["0x1"] })],
    ["a market's cancels", ben.request("DELETE", "/cancel-market-orders", { body: { asset_id: tokenId } })],
    ["all cancels", ann.request("DELETE", "/cancel-all")],
    ["a heartbeat", beating.request("POST", "/v1/heartbeats", { body: { heartbeat_id: "" } })],
    ["open orders", ann.request("GET", "/data/orders")],
    ["the operator's status", operate("/status")],
  ];
  for (const [what, asked] of right) {
    const { status, text } = await asked;
    assert.equal(status, 200, `${what}: ${text}`);
  }
}

const neighbours = row(
  "a thousand wrong credentials a second hold nobody at their address whose are right",
  async (world) => {
    const wire = createWire();
    try {
      const beating = await world.newTrader();
      for (const [kind, send] of await kindsOf(world)) {
        const beside = new AbortController();
        const wrong = flood(wire, send).finally(() => beside.abort());
        await world.newTrader();
        for (let rounds = 0; rounds === 0 || (!beside.signal.aborted && rounds < MAX_ROUNDS); rounds += 1)
          await askRightly(world, beating);
        const replies = await wrong;
        for (const reply of replies) refused(reply, kind, [401, 429]);
        assert.ok(
          replies.some(({ status }) => status === 429),
          `${kind}: none was slowed`,
        );
      }
    } finally {
      wire.close();
    }
  },
  ["production", "own"],
);

export const NEIGHBOUR_ROWS: readonly Row[] = [neighbours];
