/** Requests of owners are carried out once: by an `Idempotency-Key`, and without one by their signature. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../../src/store/verify/verify-exchange.ts";
import { hashOf, testListing } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader, requestHeaders, traderWith, walletHeaders } from "../../support/trader.ts";
import type { Headers, Trader } from "../../support/trader.ts";
import { assertRefused, CONDITION, startWorld } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let keys = 0;

before(async () => {
  exchange = await startWorld({ PRESAGE_AUTO_REDEEM: "false" });
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

type Method = "POST" | "DELETE";
type OwnerRequest = { readonly method?: Method; readonly path: string; readonly body?: unknown };

const seq = (): number => exchange.context.engine.head().seq;
const newKey = (): string => `key-${(keys += 1)}`;
const withKey = (key: string) => ({
  changeHeaders: (headers: Headers) => ({ ...headers, "idempotency-key": key }),
});

/** Signed anew each time. */
const send = (key: string, { method = "POST", path, body }: OwnerRequest, trader = ann): Promise<Reply> =>
  trader.request(method, path, { body, ...withKey(key) });

const isReplayed = ({ headers }: Reply): boolean => headers.get("idempotency-replayed") === "true";

async function done(reply: Promise<Reply>): Promise<Reply> {
  const got = await reply;
  assert.equal(got.status, 200, got.text);
  return got;
}

/** Each with something that makes its answer another one if it is made again. */
const OPERATIONS: readonly (readonly [name: string, prepare: () => Promise<OwnerRequest>])[] = [
  ["a withdrawal", async () => ({ path: "/withdrawals", body: { amount: "1.5" } })],
  ["a split", async () => ({ path: "/positions/split", body: { condition_id: CONDITION, amount: "3" } })],
  ["a merge", async () => ({ path: "/positions/merge", body: { condition_id: CONDITION, amount: "1" } })],
  [
    "a redemption",
    async () => {
      const body = { condition_id: hashOf("wind") };
      await done(ann.request("POST", "/positions/split", { body: { ...body, amount: "3" } }));
      await exchange.submit({ type: "resolve-market", conditionId: hashOf("wind"), payout: [1, 0] });
      return { path: "/positions/redeem", body };
    },
  ],
  [
    "a conversion",
    async () => {
      const names = ["oslo", "rome", "bern"];
      const markets = names.map((name) => ({ name, negativeRisk: true }));
      await exchange.list(testListing(markets, { id: "8", slug: "capitals", negativeRisk: true }));
      const body = { condition_id: hashOf("oslo"), amount: "3" };
      await done(ann.request("POST", "/positions/split", { body }));
      return { path: "/positions/convert", body: { conditionIds: [hashOf("oslo")], amount: "1" } };
    },
  ],
  ["a read-only key", async () => ({ path: "/auth/readonly-api-key" })],
  ["a builder's key", async () => ({ path: "/auth/builder-api-key" })],
  [
    "the end of a read-only key",
    async () => {
      const { body } = await done(ann.request("POST", "/auth/readonly-api-key"));
      return { method: "DELETE", path: "/auth/readonly-api-key", body: { key: body.apiKey } };
    },
  ],
  ["the end of all builder's keys", async () => ({ method: "DELETE", path: "/auth/builder-api-key" })],
  [
    "the end of another key",
    async () => {
      const headers = await walletHeaders(ann.account, exchange.clock.now, { nonce: "7" });
      const { body } = await done(exchange.send("/auth/api-key", { method: "POST", headers }));
      return { method: "DELETE", path: `/auth/api-key?apiKey=${body.apiKey}` };
    },
  ],
];

describe("a key", () => {
  for (const [name, prepare] of OPERATIONS)
    it(`gives ${name} its first answer again, whatever happened since`, async () => {
      const asked = await prepare();
      const key = newKey();
      const first = await done(send(key, asked));
      assert.ok(!isReplayed(first));
      await done(ann.request("POST", "/positions/split", { body: { condition_id: CONDITION, amount: "1" } }));
      const head = seq();
      for (const again of [await done(send(key, asked)), await done(send(key, asked))]) {
        assert.equal(again.text, first.text);
        assert.ok(isReplayed(again));
      }
      assert.equal(seq(), head, "nothing was done");
    });

  it("is not needed for a trading key: that of the same nonce is given again, and the answer says so", async () => {
    const replies = [];
    for (const nonce of ["51", "51", "52"]) {
      const headers = await walletHeaders(ann.account, exchange.clock.now, { nonce });
      replies.push(await done(exchange.send("/auth/api-key", { method: "POST", headers })));
    }
    assert.deepEqual(replies.map(isReplayed), [false, true, false]);
    assert.equal(replies[1]!.text, replies[0]!.text);
  });

  it("that is new says of credentials that are not that they are given again, in every mode", async () => {
    const ask = async (key?: string): Promise<Reply> => {
      const headers = await walletHeaders(ann.account, exchange.clock.now, { nonce: "53" });
      const all = { ...headers, ...(key !== undefined && { "idempotency-key": key }) };
      return exchange.send("/auth/api-key", { method: "POST", headers: all });
    };
    const first = await done(ask());
    const key = newKey();
    for (const mode of ["normal", "read-only", "halted"] as const) {
      await exchange.submit({ type: "set-mode", mode });
      for (const again of [await done(ask()), await done(ask(key))])
        assert.deepEqual([again.text, isReplayed(again)], [first.text, true]);
    }
    await exchange.submit({ type: "set-mode", mode: "normal" });
  });

  it("gives a trading key again, also when it was revoked since", async () => {
    const ask = async (): Promise<Reply> => {
      exchange.clock.now += 1_000;
      const headers = await walletHeaders(ann.account, exchange.clock.now, { nonce: "8" });
      return exchange.send("/auth/api-key", {
        method: "POST",
        headers: { ...headers, "idempotency-key": "trading" },
      });
    };
    const first = await done(ask());
    const other = traderWith(exchange, ann.account, first.body);
    await done(other.request("DELETE", "/auth/api-key"));
    const again = await done(ask());
    assert.equal(again.text, first.text);
    assert.ok(isReplayed(again));
    assert.equal((await other.request("GET", "/data/orders")).status, 401, "it stays revoked");
  });

  it("is refused with another body, path or query, which are not looked at", async () => {
    const key = newKey();
    const body = { condition_id: CONDITION, amount: "1" };
    await done(send(key, { path: "/positions/split", body }));
    const head = seq();
    const others: readonly OwnerRequest[] = [
      { path: "/positions/split", body: { ...body, amount: "2" } },
      { path: "/positions/split", body: `${JSON.stringify(body)} ` },
      { path: "/positions/merge", body },
      { path: "/auth/readonly-api-key" },
      { method: "DELETE", path: "/auth/api-key?apiKey=none" },
    ];
    for (const other of others)
      assertRefused(await send(key, other), {
        status: 422,
        code: "idempotency_key_reused",
        error: "the Idempotency-Key was used for another request",
      });
    assert.equal(seq(), head);
  });

  it("belongs to its owner", async () => {
    const key = newKey();
    const ben = await createTrader(exchange, "ben");
    const asked = { path: "/withdrawals", body: { amount: "2" } };
    await done(send(key, asked));
    const other = await done(send(key, asked, ben));
    assert.ok(!isReplayed(other));
    assert.equal(other.body.balance, "9998");
  });

  it("makes two of what is otherwise equal, in the same second as well", async () => {
    const body = JSON.stringify({ condition_id: CONDITION, amount: "1" });
    const path = "/positions/split";
    const timestamp = String(Math.floor(exchange.clock.now / 1000));
    const signed = requestHeaders(ann, { method: "POST", path, body, now: 0 }, { timestamp });
    const post = (key?: string): Promise<Reply> =>
      exchange.send(path, {
        method: "POST",
        headers: { ...signed, ...(key !== undefined && { "idempotency-key": key }) },
        body,
      });
    const [one, two] = [newKey(), newKey()];
    const first = await done(post(one));
    const second = await done(post(two));
    assert.equal(Number(first.body.balance) - Number(second.body.balance), 1);
    const stripped = await done(post());
    assert.ok(isReplayed(stripped), "the same bytes without a key are no third one");
    assert.equal(stripped.text, first.text);
    for (const [key, reply] of [
      [one, first],
      [two, second],
    ] as const)
      assert.equal((await done(post(key))).text, reply.text);
  });

  it("is refused on signed bytes that came without one: they were carried out", async () => {
    const path = "/withdrawals";
    const body = JSON.stringify({ amount: "1" });
    const signed = requestHeaders(ann, { method: "POST", path, body, now: exchange.clock.now });
    await done(exchange.send(path, { method: "POST", headers: signed, body }));
    const head = seq();
    const headers = { ...signed, "idempotency-key": newKey() };
    assertRefused(await exchange.send(path, { method: "POST", headers, body }), {
      status: 422,
      code: "signature_reused",
      error: "the same signed bytes were carried out before, with other values",
    });
    assert.equal(seq(), head);
  });

  it("is of one nonce, where a wallet asks for its credentials", async () => {
    const key = newKey();
    const ask = async (nonce: string): Promise<Reply> => {
      const headers = await walletHeaders(ann.account, exchange.clock.now, { nonce });
      const all = { ...headers, "idempotency-key": key };
      return exchange.send("/auth/api-key", { method: "POST", headers: all });
    };
    await done(ask("21"));
    assert.equal((await ask("22")).body.code, "idempotency_key_reused");
  });

  it("is not used up by a refusal", async () => {
    const key = newKey();
    const refused = await send(key, { path: "/withdrawals", body: { amount: "1000000" } });
    assert.equal(refused.body.code, "insufficient_balance");
    assert.ok(!isReplayed(await done(send(key, { path: "/withdrawals", body: { amount: "1" } }))));
  });

  it("has the faucet give once, whoever sends it", async () => {
    const body = { address: ann.address, amount: "3" };
    const headers = { "idempotency-key": newKey() };
    const ask = (amount = "3"): Promise<Reply> =>
      exchange.send("/sandbox/faucet", { method: "POST", headers, body: { ...body, amount } });
    const first = await done(ask());
    const again = await done(ask());
    assert.deepEqual([again.text, isReplayed(first), isReplayed(again)], [first.text, false, true]);
    assert.equal((await ask("4")).status, 422);
  });

  for (const [what, key] of [
    ["nothing", ""],
    ["256 characters", "k".repeat(256)],
    ["a blank", "two words"],
    ["a letter beyond ASCII", "schl\u00fcssel"],
  ] as const)
    it(`of ${what} is refused`, async () => {
      const reply = await send(key, { path: "/withdrawals", body: { amount: "1" } });
      assertRefused(reply, { status: 400, code: "invalid_payload", error: /./ });
      assert.match(
        reply.body.hint,
        /^Idempotency-Key: expected one key of 1 to 255 visible ASCII characters/,
      );
    });

  it("may have 255 characters, and quotes as the draft has them", async () => {
    for (const key of ["k".repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])
      await done(send(key, { path: "/withdrawals", body: { amount: "0.01" } }));
  });
});

describe("a signature, which does not cover the query", () => {
  for (const [path, body, code] of [
    ["/withdrawals", { amount: "10" }, "invalid_payload"],
    ["/positions/split", { condition_id: CONDITION, amount: "1" }, "invalid_payload"],
    ["/auth/readonly-api-key", undefined, "signature_reused"],
    ["/auth/builder-api-key", undefined, "signature_reused"],
  ] as const)
    it(`is good for ${path} once, whatever query is put behind it`, async () => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const signed = requestHeaders(ann, { method: "POST", path, body: text, now: exchange.clock.now });
      const post = (query: string): Promise<Reply> =>
        exchange.send(path + query, { method: "POST", headers: signed, ...(text && { body: text }) });
      const first = await done(post(""));
      const head = seq();
      assert.equal((await done(post("?"))).text, first.text);
      for (const query of ["?x=1", "?x=2", "?amount=1", "?dry_run=true", "?%00"])
        assert.equal((await post(query)).body.code, code, query);
      assert.equal(seq(), head, "nothing was done");
    });

  it("ends one key only", async () => {
    const made = ["31", "32"].map(async (nonce) => {
      const headers = await walletHeaders(ann.account, exchange.clock.now, { nonce });
      return (await done(exchange.send("/auth/api-key", { method: "POST", headers }))).body.apiKey;
    });
    const [one, two] = await Promise.all(made);
    const path = "/auth/api-key";
    const signed = requestHeaders(ann, { method: "DELETE", path, body: undefined, now: exchange.clock.now });
    const end = (key: string): Promise<Reply> =>
      exchange.send(`${path}?apiKey=${key}`, { method: "DELETE", headers: signed });
    await done(end(one));
    assert.equal((await end(two)).body.code, "signature_reused");
    assert.equal((await exchange.context.keys.find(two))?.apiKey, two);
  });
});

describe("the end of the key that signs it", () => {
  const credentialsOf = async (nonce: string) => {
    const headers = await walletHeaders(ann.account, exchange.clock.now, { nonce });
    return (await done(exchange.send("/auth/api-key", { method: "POST", headers }))).body;
  };
  const builderCredentials = async () => {
    const { key, ...secrets } = (await done(ann.request("POST", "/auth/builder-api-key"))).body;
    return { apiKey: key, ...secrets };
  };
  const signersOf = {
    "an API key": { path: "/auth/api-key", make: () => credentialsOf("40"), prefix: "SVC_" },
    "a builder's key": { path: "/auth/builder-api-key", make: builderCredentials, prefix: "SVC_BUILDER_" },
  } as const;

  for (const [name, { path, make, prefix }] of Object.entries(signersOf))
    it(`is answered again to the same bytes and to nothing else: ${name}`, async () => {
      const credentials = await make();
      const sign = (): Headers => {
        const { SVC_BUILDER_ADDRESS: _none, ...headers } = requestHeaders(
          { account: ann.account, credentials },
          { method: "DELETE", path, body: undefined, now: exchange.clock.now },
          { prefix },
        );
        return headers;
      };
      const end = (headers: Headers, query = ""): Promise<Reply> =>
        exchange.send(path + query, { method: "DELETE", headers });
      const signed = sign();
      const first = await done(end(signed));
      assert.ok(!isReplayed(first));
      const head = seq();
      const again = await done(end(signed));
      assert.deepEqual([again.text, isReplayed(again)], [first.text, true]);
      for (const refused of [
        end(sign()),
        end({ ...signed, [`${prefix}PASSPHRASE`]: "another" }),
        end({ ...signed, "idempotency-key": newKey() }),
        end(signed, "?apiKey=00000000-0000-4000-8000-000000000000"),
      ])
        assert.equal((await refused).status, 401);
      assert.equal(seq(), head, "nothing was done");
    });

  it("is another request of each key, whatever Idempotency-Key they share", async () => {
    const [one, two] = [
      traderWith(exchange, ann.account, await credentialsOf("42")),
      traderWith(exchange, ann.account, await credentialsOf("43")),
    ];
    const asked = { method: "DELETE", path: "/auth/api-key" } as const;
    const key = newKey();
    await done(send(key, asked, one));
    assert.equal((await send(key, asked, two)).body.code, "idempotency_key_reused");
    assert.equal((await two.request("GET", "/data/orders")).status, 200);
  });

  it("is all that an ended key may ask again: not the end of another one, nor its own end by another", async () => {
    const credentials = await Promise.all(["44", "45"].map(credentialsOf));
    const [one, two] = credentials.map((own) => traderWith(exchange, ann.account, own));
    const endOfTwo = { method: "DELETE", path: `/auth/api-key?apiKey=${credentials[1].apiKey}` } as const;
    const key = newKey();
    await done(send(key, endOfTwo, one));
    await done(send(newKey(), { method: "DELETE", path: "/auth/api-key" }, one));
    for (const ended of [one, two]) assert.equal((await send(key, endOfTwo, ended)).status, 401);
  });

  it("is answered again where an API key signed the same request", async () => {
    const credentials = await builderCredentials();
    const request = {
      method: "DELETE",
      path: "/auth/builder-api-key",
      body: undefined,
      now: exchange.clock.now,
    };
    const signer = { account: ann.account, credentials };
    const { SVC_BUILDER_ADDRESS: _none, ...ofBuilder } = requestHeaders(signer, request, {
      prefix: "SVC_BUILDER_",
    });
    const headers = { ...requestHeaders(ann, request), ...ofBuilder };
    const end = (): Promise<Reply> => exchange.send(request.path, { method: "DELETE", headers });
    const first = await done(end());
    const again = await done(end());
    assert.deepEqual([again.text, isReplayed(first), isReplayed(again)], [first.text, false, true]);
  });

  it("is answered again to the same Idempotency-Key, signed anew", async () => {
    const other = traderWith(exchange, ann.account, await credentialsOf("41"));
    const key = newKey();
    const asked = { method: "DELETE", path: "/auth/api-key" } as const;
    const first = await done(send(key, asked, other));
    const again = await done(send(key, asked, other));
    assert.deepEqual([again.text, isReplayed(again)], [first.text, true]);
    assert.equal((await send(newKey(), asked, other)).status, 401);
    assert.equal((await other.request("DELETE", "/auth/readonly-api-key", withKey(key))).status, 401);
  });
});

describe("while clients may ask for nothing", () => {
  for (const mode of ["read-only", "halted"] as const)
    it(`${mode}: no key is made, and one can be ended`, async () => {
      const { apiKey } = (await done(ann.request("POST", "/auth/readonly-api-key"))).body;
      await exchange.submit({ type: "set-mode", mode });
      const head = seq();
      for (const path of ["/auth/readonly-api-key", "/auth/builder-api-key"])
        assert.equal((await ann.request("POST", path)).status, 409, path);
      assert.equal(seq(), head);
      const ended = await done(ann.request("DELETE", "/auth/readonly-api-key", { body: { key: apiKey } }));
      assert.deepEqual(ended.body, { deleted: true });
      await exchange.submit({ type: "set-mode", mode: "normal" });
    });
});

describe("requests at once", () => {
  it("with one key and one body are one, and all get its answer", async () => {
    const key = newKey();
    const head = seq();
    const asked = { path: "/withdrawals", body: { amount: "0.5" } };
    const replies = await Promise.all(Array.from({ length: 20 }, () => done(send(key, asked))));
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
    assert.equal(replies.filter((reply) => !isReplayed(reply)).length, 1);
    assert.equal(seq(), head + 1);
  });

  it("with one key and several bodies are one, and the others are refused", async () => {
    for (const path of ["/withdrawals", "/auth/readonly-api-key"]) {
      const key = newKey();
      const bodies = Array.from({ length: 10 }, (_, index) => ({ amount: String(index + 1) }));
      const replies = await Promise.all(bodies.map((body) => send(key, { path, body })));
      const statuses = replies.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 422)], path);
    }
    const { body } = await ann.request("GET", "/auth/readonly-api-keys");
    assert.equal(new Set(body).size, body.length);
  });

  it("for further keys make no more of them than a wallet may have", async () => {
    const cid = await createTrader(exchange, "cid");
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => cid.request("POST", "/auth/readonly-api-key")),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, 20);
    assert.equal((await cid.request("GET", "/auth/readonly-api-keys")).body.length, 20);
  });
});

const HOUR_MS = 3_600_000;

async function countRemembered(): Promise<number> {
  const sql = await exchange.context.sql();
  const [{ count }] = await sql<[{ count: number }]>`select count(*)::int as count from requests`;
  return count;
}

describe("a day later", () => {
  const asked = { path: "/withdrawals", body: { amount: "0.25" } };
  const other = { path: "/withdrawals", body: { amount: "0.01" } };

  it("a key is remembered, and after another hour its row goes and it can be used again", async () => {
    const key = newKey();
    const first = await done(send(key, asked));
    for (let hour = 0; hour < 24; hour += 1) {
      exchange.clock.now += HOUR_MS;
      await done(send(newKey(), other));
    }
    assert.equal((await done(send(key, asked))).text, first.text);
    exchange.clock.now += HOUR_MS;
    await done(send(newKey(), other));
    // The row goes with the flush; until then the request is remembered.
    await exchange.context.tables.reach();
    assert.ok(!isReplayed(await done(send(key, asked))));
    assert.equal(await countRemembered(), 26);
  });

  it("a clock that jumped far has the exchange forget nothing", async () => {
    const key = newKey();
    const first = await done(send(key, asked));
    exchange.clock.now += 1_000 * HOUR_MS;
    for (let times = 0; times < 3; times += 1) await done(send(newKey(), other));
    assert.equal((await done(send(key, asked))).text, first.text);
  });

  it("the books are as the journal has them", async () => {
    const { differences } = await inSnapshot(exchange.databaseUrl, "requests test", verifyExchange);
    assert.deepEqual(differences, []);
  });
});
