/**
 * Bad neighbours behind one address: their credentials are wrong, and cost right ones of the same address nothing.
 * Each test comes from addresses of its own, through a proxy; the clock stands unless the test moves it.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { requestsTo, testListing, tokenOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { accountOf, createTrader, traderWith, walletHeaders } from "../../support/trader.ts";
import type { Headers, Trader } from "../../support/trader.ts";
import { startListeningExchange } from "../listening-exchange.ts";
import type { ListeningExchange } from "../listening-exchange.ts";

const YES = tokenOf("rain yes");
const DIALECTS = ["spec", "polymarket", "kuest"] as const;
const TOKEN = "ad".repeat(32);
/** More than any bound of these limits. */
const FLOOD = 60;

let exchange: ListeningExchange;
let addresses = 0;

before(async () => {
  exchange = await startListeningExchange({
    PRESAGE_RATE_LIMITS: "0.01",
    PRESAGE_TRUSTED_PROXIES: "127.0.0.1",
  });
  await exchange.list(testListing([{ name: "rain" }]));
});
after(() => exchange.close());

/** An address that nothing came from. */
const newAddress = (): string => `198.51.100.${(addresses += 1)}`;

function reachedFrom(from: string) {
  const { spec, polymarket, kuest } = exchange.addresses;
  const { send } = requestsTo({ spec: spec.trading, polymarket: polymarket!.trading, kuest: kuest!.trading });
  return {
    clock: exchange.clock,
    send: (path: string, sent: Parameters<typeof send>[1], dialect?: Parameters<typeof send>[2]) =>
      send(path, { ...sent, headers: { ...sent.headers, "x-forwarded-for": from } }, dialect),
  };
}

/** A trader and, at the same address, a neighbour who has a key of the same exchange. */
async function neighbours(name: string) {
  const reached = reachedFrom(newAddress());
  const elsewhere = reachedFrom(newAddress());
  const made = await createTrader(elsewhere, `${name}'s neighbour`);
  return {
    reached,
    trader: await createTrader(reached, name),
    neighbour: traderWith(reached, made.account, made.credentials),
  };
}

const WRONG_PASSPHRASE = (headers: Headers): Headers => ({ ...headers, SVC_PASSPHRASE: "x" });
const MADE_UP_KEY = (headers: Headers): Headers => ({ ...headers, SVC_API_KEY: randomUUID() });

const CANCELS = [
  ["DELETE", "/order", { orderID: "0x1" }],
  ["DELETE", "/orders", ["0x1"]],
  ["DELETE", "/cancel-all", undefined],
  ["DELETE", "/cancel-market-orders", { asset_id: YES }],
  ["POST", "/v1/heartbeats", { heartbeat_id: "" }],
  ["POST", "/heartbeats", { heartbeat_id: "" }],
] as const;

/** Every way to cancel or to keep what stands, and a read and a placement, all with right credentials. */
async function answersTo(trader: Trader): Promise<number[]> {
  const statuses: number[] = [];
  for (const dialect of DIALECTS)
    for (const [method, path, body] of CANCELS)
      statuses.push((await trader.request(method, path, { body, dialect })).status);
  statuses.push((await trader.request("GET", "/data/orders")).status);
  statuses.push((await trader.request("POST", "/orders", { body: ["no order"] })).status);
  return statuses;
}

const ALL_RIGHT = Array.from({ length: DIALECTS.length * CANCELS.length + 2 }, () => 200);

async function flood(send: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let sent = 0; sent < FLOOD; sent += 1) replies.push(await send());
  return replies;
}

const statusesOf = (replies: readonly Reply[]): number[] => [...new Set(replies.map(({ status }) => status))];

describe("wrong credentials of a neighbour", () => {
  it("of the neighbour's own key are refused, then slowed, and hold nobody else", async () => {
    const { trader, neighbour } = await neighbours("ann");
    const replies = await flood(() => neighbour.cancel("0x1", { changeHeaders: WRONG_PASSPHRASE }));
    assert.deepEqual(statusesOf(replies), [401, 429]);
    const { headers, body } = replies.at(-1)!;
    assert.match(body.hint, /^refused credentials: expected at most 1 in 60 s of one address/);
    assert.match(body.hint, /; right ones are let in at any time; /);
    assert.deepEqual([body.code, headers.get("retry-after")], ["rate_limited", "60"]);
    assert.deepEqual(await answersTo(trader), ALL_RIGHT);
  });

  it("of the trader's own key hold neither the trader nor, once they stop, that key", async () => {
    const { trader } = await neighbours("ben");
    const wrong = () => trader.cancel("0x1", { changeHeaders: WRONG_PASSPHRASE });
    assert.deepEqual(statusesOf(await flood(wrong)), [401, 429]);
    assert.deepEqual(await answersTo(trader), ALL_RIGHT);
    assert.equal((await wrong()).status, 429);
    await exchange.wait(60_000);
    assert.equal((await wrong()).status, 401);
  });

  it("of keys that nobody has are looked for within a bound, and hold no key that there is", async () => {
    const { trader, neighbour } = await neighbours("cyd");
    const replies = await flood(() => neighbour.cancel("0x1", { changeHeaders: MADE_UP_KEY }));
    assert.deepEqual(statusesOf(replies), [401, 429]);
    const { headers, body } = replies.at(-1)!;
    assert.match(body.hint, /^checks of credentials: .* these were not looked at; /);
    assert.equal(headers.get("retry-after"), "1");
    assert.deepEqual(await answersTo(trader), ALL_RIGHT);
  });

  it("of wallets are looked at within a bound, hold no key, and leave other wallets their room", async () => {
    const { trader, reached } = await neighbours("dot");
    const right = async (name: string) => walletHeaders(accountOf(name), exchange.clock.now);
    const derive = (headers: Headers) => reached.send("/auth/api-key", { method: "POST", headers });
    const others = await right("dot");
    const wrong = async () => derive({ ...(await right("eve")), SVC_SIGNATURE: others["SVC_SIGNATURE"]! });
    // One key in ten seconds is what these limits leave an address.
    const waitForKeys = () => exchange.wait(10_000);
    await waitForKeys();
    assert.equal((await wrong()).status, 401);
    assert.equal((await wrong()).status, 429);
    assert.equal((await derive(others)).status, 200);
    await waitForKeys();
    const replies = await flood(wrong);
    assert.match(replies.at(-1)!.body.hint, /^checks of credentials: .* these were not looked at; /);
    assert.deepEqual(await answersTo(trader), ALL_RIGHT);
    await exchange.wait(1_000);
    assert.equal((await derive(await right("dot"))).status, 200);
  });

  it("cost no limit of requests: as many right ones pass as without them, and then the limit holds", async () => {
    const { trader, neighbour } = await neighbours("fay");
    const placing = (one: Trader, changeHeaders = (headers: Headers) => headers) =>
      one.request("POST", "/orders", { body: ["no order"], changeHeaders });
    await flood(() => placing(neighbour, WRONG_PASSPHRASE));
    const replies = await flood(() => placing(trader));
    assert.equal(replies.filter(({ status }) => status === 200).length, 24);
    assert.match(
      replies.at(-1)!.body.hint,
      /^orders: expected at most 24 in 10 s of one address, got more; /,
    );
  });

  it("are told before anybody looks at the body; one that is right and cannot be read counts", async () => {
    const { trader, neighbour } = await neighbours("gil");
    const malformed = (changeHeaders = (headers: Headers) => headers, one = trader) =>
      one.request("POST", "/orders", { body: "[", changeHeaders });
    assert.equal((await malformed(WRONG_PASSPHRASE, neighbour)).status, 401);
    const replies = await flood(() => malformed());
    assert.deepEqual(statusesOf(replies), [400, 429]);
    assert.equal(replies.filter(({ status }) => status === 400).length, 24);
  });
});

describe("readers without credentials", () => {
  it("use up what their address may read, and nothing of those who trade there", async () => {
    const { trader, reached } = await neighbours("hal");
    const replies = await flood(() => reached.send("/simplified-markets", {}));
    assert.deepEqual(statusesOf(replies), [200, 429]);
    assert.match(replies.at(-1)!.body.hint, /^everything: /);
    assert.deepEqual(await answersTo(trader), ALL_RIGHT);
  });
});

describe("cancels", () => {
  it("pass when all that the address may ask is used up, until their own key's limit", async () => {
    const { trader, neighbour, reached } = await neighbours("ida");
    await flood(() => reached.send("/simplified-markets", {}));
    await flood(() => neighbour.request("GET", "/data/orders"));
    assert.equal(
      (await trader.request("GET", "/data/orders")).status,
      429,
      "right ones of a neighbour count",
    );
    await flood(() => neighbour.cancel("0x1"));
    const replies = await flood(() => trader.cancel("0x1"));
    assert.equal(replies.filter(({ status }) => status === 200).length, 24);
    assert.match(
      replies.at(-1)!.body.hint,
      /^cancels: expected at most 24 in 10 s of one API key, got more; /,
    );
  });
});

describe("the operator API", () => {
  const status = async (from: string, token: string) =>
    fetch(`${exchange.addresses.admin}/status`, {
      headers: { "x-forwarded-for": from, authorization: `Bearer ${token}` },
    });

  it("lets the operator in whatever tokens came from there, and slows those", async () => {
    const from = newAddress();
    const found: number[] = [];
    for (let sent = 0; sent < FLOOD; sent += 1) {
      found.push((await status(from, "ae".repeat(32))).status);
      assert.equal((await status(from, TOKEN)).status, 200);
    }
    assert.deepEqual([...new Set(found)], [401, 429]);
  });

  it("has nothing in common with what the address asks and shows elsewhere", async () => {
    const from = newAddress();
    const reached = reachedFrom(from);
    const trader = await createTrader(reached, "jo");
    await flood(() => trader.cancel("0x1", { changeHeaders: WRONG_PASSPHRASE }));
    await flood(() => trader.cancel("0x1", { changeHeaders: MADE_UP_KEY }));
    await flood(() => reached.send("/simplified-markets", {}));
    const tags = (base: string) => fetch(`${base}/tags`, { headers: { "x-forwarded-for": from } });
    const read: number[] = [];
    for (let sent = 0; sent < FLOOD; sent += 1)
      read.push((await tags(exchange.addresses.polymarket!.catalog)).status);
    assert.deepEqual([...new Set(read)], [200, 429]);
    assert.equal((await tags(`${exchange.addresses.admin}/polymarket/catalog`)).status, 200);
    assert.equal((await status(from, "ae".repeat(32))).status, 401, "told what is wrong");
    assert.equal((await status(from, TOKEN)).status, 200);
  });
});
