/** GET /health/live and /health/ready: at every address and prefix, in every mode, whatever else is refused there. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { MODES } from "../../src/core/exchange-mode.ts";
import { createSlotPools } from "../../src/base/slot-pools.ts";
import { createReadiness, READINESS_CHECKS } from "../../src/engine/availability.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { readyAnswer } from "../../src/http/health/health-endpoints.ts";
import { INTERFACES, onePortPrefix } from "../../src/http/mounts/interfaces.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

const PASSED = Object.fromEntries(READINESS_CHECKS.map((name) => [name, "ok"]));
const LIVE = { status: "live" };

let exchange: ListeningExchange;
/** Base addresses of every interface, page and console. */
let places: readonly string[];

before(async () => {
  // Nobody may read the data interface, and of everything that is limited a client may have nearly nothing.
  exchange = await startListeningExchange({
    PRESAGE_DATA_ALLOWLIST: "192.0.2.7",
    PRESAGE_RATE_LIMITS: "0.001",
  });
  const { web, admin, ...dialects } = exchange.addresses;
  places = [
    web,
    admin,
    ...DIALECTS.flatMap((dialect) =>
      INTERFACES.flatMap((name) => [dialects[dialect]![name], web + onePortPrefix(dialect, name)]),
    ),
  ];
});

after(() => exchange.close());

async function ask(url: string, method = "GET") {
  const response = await fetch(url, { method });
  const text = await response.text();
  const type = response.headers.get("content-type");
  assert.equal(response.headers.get("cache-control"), "no-store", url);
  assert.equal(type, "application/json; charset=utf-8", url);
  return { status: response.status, text, length: response.headers.get("content-length") };
}

describe("health", () => {
  it("is told at every address and prefix, to anyone, however often it is asked", async () => {
    assert.equal(places.length, 20);
    for (const place of places) {
      for (let times = 0; times < 5; times += 1) {
        const live = await ask(`${place}/health/live`);
        assert.deepEqual([live.status, JSON.parse(live.text)], [200, LIVE], place);
      }
      const ready = await ask(`${place}/health/ready`);
      const body = { status: "ready", mode: "normal", checks: PASSED, shortages: [] };
      assert.deepEqual([ready.status, JSON.parse(ready.text)], [200, body], place);
    }
  });

  it("answers HEAD without a body", async () => {
    for (const path of ["live", "ready"]) {
      const { text, length } = await ask(`${places[0]}/health/${path}`);
      const head = await ask(`${places[0]}/health/${path}`, "HEAD");
      assert.deepEqual(head, { status: 200, text: "", length });
      assert.equal(length, String(text.length));
    }
  });

  for (const mode of MODES)
    it(`is ${mode === "halted" ? "not ready" : "ready"} in mode ${mode}`, async () => {
      await exchange.submit({ type: "set-mode", mode });
      const { status, text } = await ask(`${places[0]}/health/ready`);
      const why = "the exchange is halted: nothing is taken, reads are answered";
      assert.deepEqual(
        [status, JSON.parse(text)],
        mode === "halted"
          ? [503, { status: "not_ready", mode, checks: { ...PASSED, mode: why }, shortages: [] }]
          : [200, { status: "ready", mode, checks: PASSED, shortages: [] }],
      );
      assert.equal((await ask(`${places[0]}/health/live`)).status, 200);
      await exchange.submit({ type: "set-mode", mode: "normal" });
    });

  it("is not ready from the moment at which the exchange stops, while everything is answered still", async () => {
    exchange.context.readiness.stop();
    for (const place of places) {
      const { status, text } = await ask(`${place}/health/ready`);
      assert.deepEqual(
        [status, JSON.parse(text).checks],
        [503, { ...PASSED, stop: "the exchange is stopping" }],
        place,
      );
    }
    assert.equal((await ask(`${places[0]}/health/live`)).status, 200);
  });
});

describe("readiness", () => {
  const availability = { now: () => ({ mode: "normal" as const, why: "", suspended: undefined }) };
  const standing = {
    seq: 7,
    behind: 0,
    rows: 0,
    bytes: 0,
    ends: 0,
    waitingReads: 0,
    holdsWriter: false,
    failing: undefined,
    flushMs: 0,
  };
  const CAPS = { maxConnections: 9, maxConnectionsPerAddress: 9, maxStreams: 9, maxStreamsPerAddress: 9 };
  type Parts = {
    readonly suspended?: string;
    readonly holdsLock?: boolean;
    readonly failing?: string;
    readonly holdsWriter?: boolean;
  };
  const readinessOf = ({ suspended, holdsLock = true, failing, holdsWriter = false }: Parts) =>
    createReadiness({
      availability: { now: () => ({ ...availability.now(), suspended }) },
      committer: { holdsLock: () => holdsLock },
      tables: { standing: () => ({ ...standing, failing, holdsWriter }) },
      places: createSlotPools(CAPS),
    });

  for (const [what, parts, failed] of [
    ["of a database that is away", { suspended: "the database does not answer" }, "database"],
    ["of a session without the lock", { holdsLock: false }, "writer"],
    ["of read tables that cannot be written", { failing: "password of db.example is wrong" }, "tables"],
    ["of a writer that waits for the tables for a moment", { holdsWriter: true }, undefined],
  ] as const)
    it(`${what} fails ${failed ?? "nothing"}, and tells no text of others`, () => {
      const { status, body } = readyAnswer(readinessOf(parts).now());
      const failing = READINESS_CHECKS.filter((name) => body.checks[name] !== "ok");
      assert.deepEqual([status, failing], failed === undefined ? [200, []] : [503, [failed]]);
      assert.doesNotMatch(JSON.stringify(body), /db\.example/);
    });
});
