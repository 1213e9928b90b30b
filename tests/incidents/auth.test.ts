/**
 * Incidents that let strangers into other services, or kept owners out. Signatures of requests and orders were
 * checked in the wrong place, over the wrong bytes, or by a check that failed open. Each number is a row of
 * docs/explanation/reliability.md.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { micros } from "../../src/core/units.ts";
import { SIGNATURE_DAMAGES } from "../support/damaged-orders.ts";
import { LENGTH_DAMAGES, WALLET_SIGNATURES } from "../support/damaged-requests.ts";
import { hashOf, tokenOf } from "../support/exchange.ts";
import type { Reply } from "../support/exchange.ts";
import { requestHeaders, traderWith, walletHeaders } from "../support/trader.ts";
import type { Headers, PlacementOptions, WireOrder } from "../support/trader.ts";
import {
  checkAll,
  DIALECTS,
  KEPT_OUT,
  sendOperation,
  signedHeaders,
  startAuthWorld,
} from "../http/auth-cases.ts";
import type { AuthWorld, Case } from "../http/auth-cases.ts";

let world: AuthWorld;
before(async () => {
  world = await startAuthWorld();
});
after(() => world?.exchange.close());

const TOKEN = tokenOf("snow yes");
const headOf = (): number => world.exchange.context.engine.head().seq;

/** All that goes with an order and that its maker does not sign, of the second version of orders. */
const UNSIGNED: readonly (readonly [what: string, options: () => PlacementOptions])[] = [
  ["orderType GTC", () => ({ orderType: "GTC" })],
  ["orderType GTD and an expiration", () => ({ orderType: "GTD", ...withField("expiration", "4102444800") })],
  ["orderType FOK", () => ({ orderType: "FOK" })],
  ["orderType FAK", () => ({ orderType: "FAK" })],
  ["an expiration that is not looked at", () => withField("expiration", "1")],
  ["postOnly", () => ({ postOnly: true })],
  ["owner, the wallet", () => ({ owner: world.ann.address })],
  ["conditionId", () => withField("conditionId", hashOf("snow"))],
  ["deferExec", () => ({ changeBody: (body) => ({ ...body, deferExec: true }) })],
];

const withField = (name: string, value: string): PlacementOptions => ({
  changeBody: (body) => ({ ...body, order: { ...Object(body["order"]), [name]: value } }),
});

/** Micros of ann's own wallet. */
async function collateralOfAnn(): Promise<number> {
  const sql = await world.exchange.context.sql();
  const [row] = await sql`select collateral from accounts where address = ${world.ann.address}`;
  return row!["collateral"];
}

/** Five shares below the limit of what comes, and five above it. */
async function offer(): Promise<void> {
  const offers = ["0.3", "0.5"].map((price) =>
    world.ben.place({ tokenId: TOKEN, side: "SELL", price, size: "5" }),
  );
  for (const { status, text } of await Promise.all(offers)) assert.equal(status, 200, text);
}

test("inc-25: what an order does not sign takes from its maker no more than it signed, and once", async () => {
  const { ann, ben } = world;
  for (const [what, options] of UNSIGNED) {
    await offer();
    const { order, id } = await ann.sign({ tokenId: TOKEN, side: "BUY", price: "0.4", size: "20" });
    const before_ = await collateralOfAnn();
    const placed = await ann.post(order, options());
    assert.ok([200, 400].includes(placed.status), `${what}: ${placed.text}`);
    const spent = before_ - (await collateralOfAnn());
    assert.ok(spent === 0 || spent === micros(1_500_000), `${what}: ${spent}`);
    if (placed.status === 200) await assertPlacedOnce(order, id);
    await Promise.all([ann, ben].map((trader) => trader.request("DELETE", "/cancel-all")));
  }
});

/** Asserts that an order, sent again with its unsigned part changed, leaves the placed one as it is. */
async function assertPlacedOnce(order: WireOrder, id: string): Promise<void> {
  const head = headOf();
  const answers = await Promise.all(UNSIGNED.map(([, options]) => world.ann.post(order, options())));
  for (const { status, body, text } of answers)
    assert.ok(status === 400 || (status === 200 && body.orderID === id), text);
  assert.equal(headOf(), head);
}

test("inc-25: who has not the maker's key changes nothing by what an order does not sign", async () => {
  const { ann, ben } = world;
  const { order } = await ann.sign({ tokenId: TOKEN, side: "BUY", price: "0.4", size: "20" });
  const head = headOf();
  for (const owner of [ann.credentials.apiKey, ben.credentials.apiKey, ann.address, ben.address])
    for (const [what, options] of UNSIGNED) {
      const { status, text } = await ben.post(order, { ...options(), owner });
      assert.equal(status, 400, `${what}, ${owner}: ${text}`);
    }
  assert.equal(headOf(), head);
});

const NOBODY = `0x${"0".repeat(40)}`;
test("inc-26: the zero address signs nothing, with whatever signature", async () => {
  const { ann } = world;
  const head = headOf();
  const cases: Case[] = [];
  for (const signatureType of [0, 1, 2, 3] as const)
    for (const [maker, signer] of [
      [NOBODY, NOBODY],
      [ann.account.address, NOBODY],
      [NOBODY, ann.account.address],
    ] as const) {
      const { order } = await ann.sign({ tokenId: TOKEN, side: "BUY", signatureType, maker, signer });
      for (const { name: what, damage } of SIGNATURE_DAMAGES) {
        const signature = damage(String(order["signature"]));
        const dialect = DIALECTS[cases.length % DIALECTS.length]!;
        const send = async (): Promise<Reply> => {
          const reply = await ann.post({ ...order, signature }, { dialect });
          return { ...reply, body: { code: reply.status === 400 ? "refused" : reply.body?.code } };
        };
        const name = `type ${signatureType}, maker ${maker}, signer ${signer}, ${what}`;
        cases.push({ name, dialect, expected: [400, "refused"], send });
      }
    }
  await checkAll(cases);
  assert.equal(headOf(), head);
});

/** Headers carry no control characters. */
const asHeader = (text: string): string => text.replaceAll(/\p{Cc}/gu, "?");

test("inc-26: the zero address gets no key, with whatever signature", async () => {
  const { exchange, ann } = world;
  const good = await walletHeaders(ann.account, exchange.clock.now);
  for (const { name, damage } of SIGNATURE_DAMAGES)
    for (const [method, path] of [
      ["POST", "/auth/api-key"],
      ["GET", "/auth/derive-api-key"],
    ] as const) {
      const headers = {
        ...good,
        SVC_ADDRESS: NOBODY,
        SVC_SIGNATURE: asHeader(damage(good["SVC_SIGNATURE"]!)),
      };
      const reply = await exchange.send(path, { method, headers });
      assert.deepEqual(
        [reply.status, reply.body.code],
        [401, "wallet_unauthorized"],
        `${name}: ${reply.text}`,
      );
    }
});

test("inc-28: what was encoded twice is neither what was signed nor what could be meant", async () => {
  const inner = JSON.stringify({ orderID: hashOf("no order") });
  const twice = JSON.stringify(inner);
  const cancel = { method: "DELETE", path: "/order", body: twice } as const;
  const forInner = await sendOperation(world, cancel, signedHeaders(world, cancel, { signedBody: inner }));
  assert.equal(forInner.status, 401);
  const asSent = await sendOperation(world, cancel, signedHeaders(world, cancel));
  assert.deepEqual([asSent.status, asSent.body.code], [400, "invalid_payload"]);
  const changes: readonly ((signature: string) => string)[] = [
    (signature) => Buffer.from(signature).toString("base64"),
    (signature) =>
      Buffer.from(signature, "base64url")
        .toString("latin1")
        .replaceAll(/[^!-~]/g, "?"),
    encodeURIComponent,
    (signature) => JSON.stringify(signature),
    (signature) => `0x${Buffer.from(signature, "base64url").toString("hex")}`,
  ];
  for (const change of changes) {
    const headers = signedHeaders(world, { ...cancel, body: inner });
    const signature = change(headers["SVC_SIGNATURE"]!);
    const reply = await sendOperation(
      world,
      { ...cancel, body: inner },
      { ...headers, SVC_SIGNATURE: signature },
    );
    assert.equal(reply.status, 401, signature);
  }
});

/** Requests that an owner sent, for somebody who saw them to send once more. */
async function requestsOfAnn(): Promise<
  (readonly [method: "POST" | "DELETE", path: string, body: unknown])[]
> {
  const { ann } = world;
  const terms = { side: "BUY", price: "0.1", size: "5" } as const;
  const tokens = [TOKEN, TOKEN, TOKEN, tokenOf("rain yes")];
  const owner = ann.credentials.apiKey;
  const orders = await Promise.all(tokens.map((tokenId) => ann.sign({ ...terms, tokenId })));
  const [first, ...others] = orders.map(({ order }) => ({ order, owner, orderType: "GTC" }));
  return [
    ["POST", "/order", first],
    ["POST", "/orders", others],
    ["DELETE", "/order", { orderID: orders[0]!.id }],
    ["DELETE", "/orders", [orders[1]!.id]],
    ["DELETE", "/cancel-market-orders", { market: hashOf("snow") }],
    ["DELETE", "/cancel-all", undefined],
  ];
}

test("inc-30: an order or a cancel that is sent again, byte by byte, has no second effect", async () => {
  const { exchange, ann } = world;
  for (const [method, path, content] of await requestsOfAnn()) {
    const body = content === undefined ? undefined : JSON.stringify(content);
    const headers = requestHeaders(ann, { method, path, body, now: exchange.clock.now });
    const head = headOf();
    const send = (): Promise<Reply> =>
      exchange.send(path, { method, headers, ...(body !== undefined && { body }) });
    const once = await send();
    assert.deepEqual([once.status, headOf() > head], [200, true], `${method} ${path}: ${once.text}`);
    const after_ = headOf();
    const again = await Promise.all([send(), send(), send()]);
    assert.equal(headOf(), after_, `${method} ${path}`);
    if (method === "POST") for (const { text } of again) assert.equal(text, once.text);
    exchange.clock.now += 61_000;
    assert.equal((await send()).status, 401, `${method} ${path} after its window`);
  }
});

/** Requests that move ann's collateral and shares. */
const moves = (): readonly (readonly [path: string, body: object])[] => [
  ["/withdrawals", { amount: "1.5" }],
  ["/positions/split", { condition_id: hashOf("snow"), amount: "3" }],
  ["/positions/merge", { condition_id: hashOf("snow"), amount: "2" }],
];

test("inc-30: what moves collateral and shares does so once for what is signed once", async () => {
  const { exchange, ann } = world;
  for (const [path, content] of moves()) {
    const body = JSON.stringify(content);
    const sendSigned = async (): Promise<Reply[]> => {
      const headers = requestHeaders(ann, { method: "POST", path, body, now: exchange.clock.now });
      const hex = Buffer.from(headers["SVC_SIGNATURE"]!, "base64url").toString("hex");
      const send = (changed: Headers): Promise<Reply> =>
        exchange.send(path, { method: "POST", headers: changed, body });
      const both = await Promise.all([send(headers), send(headers)]);
      return [...both, await send(headers), await send({ ...headers, SVC_SIGNATURE: hex })];
    };
    const head = headOf();
    for (const times of [1, 2]) {
      const replies = await sendSigned();
      assert.deepEqual(
        new Set(replies.map(({ status, text }) => `${status} ${text}`)).size,
        1,
        replies[0]!.text,
      );
      assert.equal(replies[0]!.status, 200);
      const repeats = replies.filter(({ headers }) => headers.get("idempotency-replayed") === "true");
      assert.equal(repeats.length, 3, "all but the first say that they are repeats");
      assert.equal(headOf(), head + times, path);
    }
  }
});

test("inc-30: a captured request for a further key makes no other", async () => {
  const { exchange, ann } = world;
  const now = exchange.clock.now;
  for (const path of ["/auth/readonly-api-key", "/auth/builder-api-key"]) {
    const headers = requestHeaders(ann, { method: "POST", path, body: "", now });
    const create = (): Promise<Reply> => exchange.send(path, { method: "POST", headers });
    const [first, second] = [await create(), await create()];
    assert.equal(first.status, 200, first.text);
    assert.deepEqual([second.status, second.text], [200, first.text], path);
    assert.equal(second.headers.get("idempotency-replayed"), "true");
  }
});

test("inc-30: a key that was revoked by a request does not come back by it", async () => {
  const { exchange, ann } = world;
  const headers = await walletHeaders(ann.account, exchange.clock.now, { nonce: "30" });
  const create = (): Promise<Reply> => exchange.send("/auth/api-key", { method: "POST", headers });
  const { body: credentials } = await create();
  const parting = traderWith(exchange, ann.account, credentials);
  assert.equal((await parting.request("DELETE", "/auth/api-key")).status, 200);
  assert.notEqual((await create()).status, 200);
  assert.equal((await parting.request("DELETE", "/auth/api-key")).status, 401);
});

test("inc-31: a signature or a passphrase of any length is refused like any other that is wrong", async () => {
  const operation = { method: "GET", path: "/data/orders", body: undefined } as const;
  const { ann, ben, exchange } = world;
  const cases = LENGTH_DAMAGES.map(({ name, damage }, index): Case => {
    const dialect = DIALECTS[index % DIALECTS.length]!;
    const options = damage({ own: ann, other: ben, now: exchange.clock.now });
    return {
      name,
      dialect,
      expected: KEPT_OUT,
      send: () => sendOperation(world, operation, signedHeaders(world, operation, options), dialect),
    };
  });
  assert.equal(await checkAll(cases), 300);
});

test("inc-31: a wallet's signature of any length is refused like any other that is wrong", async () => {
  const { exchange, ann } = world;
  const good = await walletHeaders(ann.account, exchange.clock.now);
  const cases = WALLET_SIGNATURES.map((signature): Case => ({
    name: `a signature of ${signature.length}`,
    dialect: "spec",
    expected: [401, "wallet_unauthorized"],
    send: () => exchange.send("/auth/derive-api-key", { headers: { ...good, SVC_SIGNATURE: signature } }),
  }));
  await checkAll(cases);
});
