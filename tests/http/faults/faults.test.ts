/** Faults on the wire: their rules, the operations that put them in force, and the messages that meet them. */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { privateKeyToAccount } from "viem/accounts";
import { createFaultsInForce, drawNumber } from "../../../src/http/sandbox/faults/faults-in-force.ts";
import type { Fault } from "../../../src/http/sandbox/faults/fault.ts";
import type { FaultsInForce, RequestSubject } from "../../../src/http/sandbox/faults/faults-in-force.ts";
import { hashOf, walletOf } from "../../support/exchange.ts";
import { connect } from "../../stream/live-client.ts";
import { startFaultySandbox, TOKEN } from "./faulty-sandbox.ts";
import type { FaultySandbox } from "./faulty-sandbox.ts";

const PLACES = {
  routes: ["GET /book", "POST /order"],
  reads: ["GET /book"],
  placements: ["POST /order"],
  channels: ["/ws/market"],
};
const BOOK = { route: "GET /book", names: [] };
const WALLET = walletOf("someone");

describe("faults in force", () => {
  const inForce = (faults: readonly Fault[], time = { now: 0 }): FaultsInForce => {
    const rules = createFaultsInForce(PLACES, () => time.now);
    assert(!("mistake" in rules.add(faults)));
    return rules;
  };
  const isMet = (rules: FaultsInForce, place: RequestSubject = BOOK): boolean =>
    rules.meet(["latency"], place).length === 1;

  test("are met at their routes, by their key, in any case of letters", () => {
    const rules = inForce([{ kind: "latency", ms: 1, routes: ["GET /book"], key: WALLET }]);
    const names = ["", WALLET.toUpperCase()];
    assert.equal(isMet(rules, { route: "GET /book", names }), true);
    assert.equal(isMet(rules, BOOK), false);
    assert.equal(isMet(rules, { route: "POST /order", names }), false);
    assert.equal(rules.meet(["refuse"], { route: "GET /book", names }).length, 0);
  });

  test("end after their uses and after their time", () => {
    const time = { now: 0 };
    const rules = inForce(
      [
        { kind: "latency", ms: 1, uses: 2 },
        { kind: "refuse", status: 429, forMs: 100 },
      ],
      time,
    );
    assert.deepEqual([isMet(rules), isMet(rules), isMet(rules)], [true, true, false]);
    assert.equal(rules.meet(["refuse"], BOOK).length, 1);
    time.now = 100;
    assert.equal(rules.meet(["refuse"], BOOK).length, 0);
    assert.equal(rules.isEmpty(), true);
  });

  test("with the same seed meet the same requests of the same traffic, in their share", () => {
    const drawn = (seed: number): boolean[] => {
      const rules = inForce([{ kind: "latency", ms: 1, share: 0.25, seed }]);
      return Array.from({ length: 10_000 }, () => isMet(rules));
    };
    assert.deepEqual(drawn(7), drawn(7));
    assert.notDeepEqual(drawn(7), drawn(8));
    const met = drawn(7).filter(Boolean).length;
    assert(met > 2_300 && met < 2_700, `${met} of 10,000`);
  });

  test("draw latencies between their bounds", () => {
    const rules = inForce([{ kind: "latency", ms: 100, jitterMs: 50, seed: 3 }]);
    const drawn = Array.from({ length: 1_000 }, () => rules.meet(["latency"], BOOK)[0]?.ms ?? 0);
    assert(Math.min(...drawn) < 105 && Math.max(...drawn) > 145);
    assert(drawn.every((ms) => ms >= 100 && ms <= 150));
  });

  test("of connections are met by those alone that were open before", () => {
    const rules = inForce([{ kind: "silence" }]);
    assert.equal(rules.meet(["silence"], { channel: "/ws/market", since: 0 }).length, 1);
    assert.equal(rules.meet(["silence"], { channel: "/ws/market", since: rules.made() }).length, 0);
  });
});

test("drawn numbers are spread evenly", () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let count = 0; count < 100_000; count += 1) tenths[Math.floor(drawNumber(1, count) * 10)]! += 1;
  assert(
    tenths.every((of) => of > 9_500 && of < 10_500),
    tenths.join(),
  );
});

describe("a sandbox", () => {
  let sandbox: FaultySandbox;
  before(async () => {
    sandbox = await startFaultySandbox();
  });
  afterEach(() => sandbox.operate("DELETE", "/sandbox/faults"));
  after(() => sandbox.close());

  const refused: readonly (readonly [faults: unknown, hint: RegExp])[] = [
    [[{ kind: "latency" }], /ms: expected a value, .* latency need, got none/],
    [[{ kind: "latency", ms: 1, status: 425 }], /status: expected none .* latency, got 425/],
    [[{ kind: "drop", routes: ["GET /book"] }], /routes: expected none .* drop/],
    [[{ kind: "latency", ms: 1, channels: ["/ws/market"] }], /channels: expected none .* latency/],
    [
      [{ kind: "latency", ms: 1, routes: ["GET /boook"] }],
      /routes: expected .*, got "GET \/boook"; nearest: GET \/book/,
    ],
    [[{ kind: "drop", channels: ["/ws/markt"] }], /channels: expected some of .*; nearest: \/ws\/market/],
    [[{ kind: "refuse", status: 404 }], /faults\.0\.status: expected 425, 429 or 503, got 404/],
    [[{ kind: "drop" }, { kind: "latency" }], /fault 1: ms/],
    [[{ kind: "drop", share: 0 }], /share: expected a number above 0 and at most 1, got 0$/],
    [[{ kind: "drop", seed: 3 }], /seed: expected none without share or jitterMs, got 3/],
    [[{ kind: "latency", ms: 1, key: "zzz" }], /key: expected an API key or a wallet .*, got "zzz"/],
    [[{ kind: "stale-read", ms: 5, routes: ["POST /order"] }], /routes: expected .*, got "POST \/order"/],
  ];
  for (const [faults, hint] of refused) {
    test(`refuses ${JSON.stringify(faults)}, and puts nothing in force`, async () => {
      const { status, body } = await sandbox.operate("POST", "/sandbox/faults", { faults });
      assert.equal(status, 400);
      assert.match(body.hint, hint);
      assert.deepEqual((await sandbox.operate("GET", "/sandbox/faults")).body.faults, []);
    });
  }

  test("makes a fault with a key met by all that names the key or its wallet, and by nothing else", async () => {
    const client = await sandbox.connect("named");
    const { address } = privateKeyToAccount(`0x${hashOf("named").slice(2)}`);
    const { trading, data } = sandbox.addresses.polymarket!;
    const reads: readonly (readonly [reads: () => Promise<unknown>, met: boolean])[] = [
      [() => client.getOpenOrders(), true],
      [() => fetch(`${data}/positions?user=${address.toLowerCase()}`), true],
      [() => fetch(`${data}/value?user=${walletOf("nobody")}`), false],
      [() => fetch(`${trading}/time`), false],
    ];
    for (const key of [address, client.creds!.key]) {
      for (const [index, [read, met]] of reads.entries()) {
        const fault = { kind: "latency", ms: 1, key };
        await sandbox.operate("POST", "/sandbox/faults", { faults: [fault] });
        await read();
        const { body } = await sandbox.operate("GET", "/sandbox/faults");
        const named = met && (key === address || index === 0);
        assert.equal(body.faults[0].met > 0, named, `${key} ${index}`);
        await sandbox.operate("DELETE", "/sandbox/faults");
      }
    }
  });

  test("takes a path as documents write it, and makes HEAD meet the faults of GET", async () => {
    const fault = { kind: "latency", ms: 1, routes: ["GET /data/order/{id}", "GET /time"] };
    const { status, body } = await sandbox.operate("POST", "/sandbox/faults", { faults: [fault] });
    assert.equal(status, 200, JSON.stringify(body));
    const { trading } = sandbox.addresses.spec;
    const met = async (): Promise<number> =>
      (await sandbox.operate("GET", "/sandbox/faults")).body.faults[0].met;
    await (await fetch(`${trading}/data/order/${hashOf("none")}`)).text();
    const once = await met();
    assert(once > 0);
    await fetch(`${trading}/time`, { method: "HEAD" });
    assert((await met()) > once);
  });

  test("refuses more than a hundred in force", async () => {
    const twenty = Array.from({ length: 20 }, () => ({ kind: "drop" }));
    const add = (faults: readonly object[]) => sandbox.operate("POST", "/sandbox/faults", { faults });
    for (let count = 0; count < 5; count += 1) assert.equal((await add(twenty)).status, 200);
    const { status, body } = await add([{ kind: "drop" }]);
    assert.equal(status, 400);
    assert.match(body.hint, /at most 100 in force, of which there are 100, got 1 more/);
    await sandbox.operate("DELETE", "/sandbox/faults");
    assert.equal((await add([{ kind: "drop" }])).status, 200);
  });

  test("refuses a preset that there is not, and both or neither of preset and faults", async () => {
    const ask = async (body: object) => (await sandbox.operate("POST", "/sandbox/faults", body)).body.hint;
    assert.match(await ask({ preset: "ghostfills" }), /preset: expected one of .*, got "ghostfills"/);
    assert.match(await ask({}), /either preset or faults/);
    assert.match(await ask({ preset: "late-cancel", faults: [{ kind: "drop" }] }), /either preset or faults/);
  });

  test("lists faults with how often each was met, and ends one or all", async () => {
    const { spec } = sandbox.addresses;
    const faults = [{ kind: "latency", ms: 1, routes: ["GET /time"] }, { kind: "drop" }];
    const added = (await sandbox.operate("POST", "/sandbox/faults", { faults })).body.faults;
    await (await fetch(`${spec.trading}/time`)).text();
    const listed = (await sandbox.operate("GET", "/sandbox/faults")).body.faults;
    assert.deepEqual(
      listed.map(({ met, fault }: { met: number; fault: unknown }) => [met, fault]),
      [
        [1, faults[0]],
        [0, faults[1]],
      ],
    );
    const end = async (path: string) => (await sandbox.operate("DELETE", path)).body.ended;
    assert.deepEqual(
      [await end(`/sandbox/faults/${added[0].id}`), await end(`/sandbox/faults/${added[0].id}`)],
      [1, 0],
    );
    assert.equal(await end("/sandbox/faults"), 1);
  });

  test("refuses in the form of each interface, and leaves the operator's address alone", async () => {
    await sandbox.operate("POST", "/sandbox/faults", {
      faults: [{ kind: "refuse", status: 503, retryAfterSeconds: 7 }],
    });
    const { spec, polymarket } = sandbox.addresses;
    assert(polymarket !== undefined);
    for (const url of [
      `${spec.trading}/time`,
      `${spec.data}/v1/leaderboard`,
      `${polymarket.catalog}/events`,
    ]) {
      const response = await fetch(url);
      assert.deepEqual([response.status, response.headers.get("retry-after")], [503, "7"], url);
      assert.match(await response.text(), /"error":/);
    }
    assert.equal((await sandbox.operate("GET", "/status")).status, 200);
  });

  /** Gives the sizes of the bids that messages told of, while `count` orders are placed. */
  async function told(faults: readonly Fault[], count: number): Promise<string[]> {
    const live = await connect(sandbox.addresses.spec.trading);
    live.send({ type: "market", assets_ids: [TOKEN] });
    await live.event("book");
    await sandbox.operate("POST", "/sandbox/faults", { faults });
    const heard = live.messages.length;
    for (let size = 1; size <= count; size += 1) {
      const order = { account: walletOf("maker"), tokenId: TOKEN, side: "BUY", price: `0.0${size}` } as const;
      await sandbox.place({ ...order, size: "5" });
      await live.settle();
    }
    await sandbox.operate("DELETE", "/sandbox/faults");
    await live.end();
    return live.messages
      .slice(heard)
      .filter(({ event_type: type }) => type === "price_change")
      .map(({ price_changes: [change] }) => change.price);
  }

  const MESSAGES: readonly (readonly [kind: "drop" | "repeat" | "reorder", told: readonly string[]])[] = [
    ["drop", []],
    ["repeat", ["0.01", "0.01", "0.02", "0.02"]],
    ["reorder", ["0.02", "0.01"]],
  ];
  for (const [kind, expected] of MESSAGES) {
    test(`${kind}: messages of a channel`, async () => {
      assert.deepEqual(await told([{ kind, channels: ["/ws/market"] }], 2), expected);
    });
  }
});

test("a production exchange has no such operations", async () => {
  const production = await startFaultySandbox("production");
  for (const method of ["GET", "POST", "DELETE"] as const)
    assert.equal(
      (await production.operate(method, "/sandbox/faults", method === "POST" ? {} : undefined)).status,
      404,
    );
  await production.close();
});
