/** The parts of the guard by themselves, on a clock that the test sets. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { getNetwork } from "../../../src/base/address-ranges.ts";
import { adminEndpoints } from "../../../src/http/admin/endpoints.ts";
import { catalogEndpoints } from "../../../src/http/catalog/endpoints.ts";
import { dataEndpoints } from "../../../src/http/data/endpoints.ts";
import { formatRoute } from "../../../src/http/operation/endpoint.ts";
import { createAllowances, createOwnUsage } from "../../../src/http/guard/allowances.ts";
import { listLimits } from "../../../src/http/guard/gate.ts";
import { createLoad, LOAD_LIMITS } from "../../../src/http/guard/load.ts";
import type { Load } from "../../../src/http/guard/load.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { createLog } from "../../../src/log.ts";
import { parseOrigins } from "../../../src/base/public-urls.ts";
import { cacheKeys } from "../../../src/store/keys/key-cache.ts";
import { LIMITED, limitsPage } from "../../docs/limits-page.ts";

describe("allowances", () => {
  const START = Date.UTC(2026, 5, 1);

  for (const rate of [
    { count: 2_400, seconds: 10 },
    { count: 24_000, seconds: 600 },
    { count: 7, seconds: 10 },
    { count: 1, seconds: 60 },
  ])
    it(`of ${rate.count} in ${rate.seconds} s are exactly that many at once, and come back evenly`, () => {
      const allowances = createAllowances();
      const allowance = allowances.add(rate);
      let nowMs = START;
      const take = (): boolean => {
        const asked = { cost: 1, nowMs };
        if (allowances.waitFor(allowance, "x", asked) > 0) return false;
        allowances.use(allowance, "x", asked);
        return true;
      };
      const takeAll = (): number => {
        let taken = 0;
        while (take()) taken += 1;
        return taken;
      };
      assert.equal(takeAll(), rate.count);
      assert.equal(allowances.left(allowance, "x", nowMs), 0);
      nowMs += allowances.waitFor(allowance, "x", { cost: 1, nowMs });
      assert.equal(takeAll(), 1);
      nowMs += (rate.seconds * 1000 * 3) / 4;
      assert.ok(Math.abs(takeAll() - (rate.count * 3) / 4) <= 1);
      nowMs += rate.seconds * 1000;
      assert.equal(takeAll(), rate.count);
    });

  it("let through what costs more than the whole when nothing is used, and then nothing until it is paid off", () => {
    const allowances = createAllowances();
    const allowance = allowances.add({ count: 10, seconds: 10 });
    const large = { cost: 15, nowMs: START };
    assert.equal(allowances.waitFor(allowance, "x", large), 0);
    allowances.use(allowance, "x", large);
    assert.equal(allowances.left(allowance, "x", START), -5);
    assert.ok(allowances.waitFor(allowance, "x", { cost: 1, nowMs: START + 5_000 }) > 0);
    assert.equal(allowances.waitFor(allowance, "x", { cost: 1, nowMs: START + 6_000 }), 0);
    assert.ok(allowances.waitFor(allowance, "x", { cost: 15, nowMs: START + 6_000 }) > 0);
  });

  it("make nobody wait for longer than twice the whole when the clock is set back", () => {
    const allowances = createAllowances();
    const allowance = allowances.add({ count: 10, seconds: 10 });
    for (let used = 0; used < 10; used += 1)
      allowances.use(allowance, "x", { cost: 1, nowMs: START + 3_600_000 });
    assert.ok(allowances.waitFor(allowance, "x", { cost: 1, nowMs: START }) <= 20_000);
  });

  it("keep a bounded number of subjects, and those of whom something comes", () => {
    const allowances = createAllowances(createOwnUsage(100));
    const allowance = allowances.add({ count: 2, seconds: 600 });
    const asked = { cost: 1, nowMs: START };
    for (let subject = 0; subject < 10_000; subject += 1) {
      if (subject % 50 === 0 && subject < 100) allowances.use(allowance, "busy", asked);
      allowances.use(allowance, `one of many ${subject}`, asked);
      assert.ok(allowances.waitFor(allowance, `one of many ${subject}`, { ...asked, cost: 2 }) > 0);
      // Being refused keeps nobody in mind: only what is used does.
      if (subject === 120) assert.ok(allowances.waitFor(allowance, "busy", asked) > 0);
    }
    assert.equal(allowances.waitFor(allowance, "one of many 1", { ...asked, cost: 2 }), 0);
  });
});

describe("the table of limits", () => {
  const ENDPOINTS = { trading: tradingEndpoints("sandbox"), data: dataEndpoints, catalog: catalogEndpoints };
  const NAMES = ["trading", "data", "catalog"] as const;
  const HEALTH = ["GET /health/live", "GET /health/ready"];

  for (const name of NAMES) {
    it(`has a row for each limit of the ${name} interface's operations, and no other`, () => {
      const { endpoints, limits } = LIMITED[name];
      assert.deepEqual(new Set(endpoints.flatMap((endpoint) => endpoint.limits)), new Set(limits));
    });

    it(`counts each operation of the ${name} interface`, () => {
      const free = ENDPOINTS[name]
        .filter((endpoint) => listLimits(name, endpoint).length === 0)
        .map(formatRoute);
      assert.deepEqual(
        free,
        {
          trading: ["GET /", "GET /ok", ...HEALTH, "GET /time", "GET /version"],
          data: ["GET /", ...HEALTH, "GET /v2/status"],
          catalog: ["GET /status", ...HEALTH],
        }[name],
      );
    });
  }

  it("is what docs/reference/limits.md says; npm run openapi writes it", () => {
    const { url, text } = limitsPage();
    assert.equal(readFileSync(url, "utf8"), text);
  });

  const CANCELS = ["/order", "/orders", "/cancel-all", "/cancel-market-orders", "/order-groups"].map(
    (path) => `DELETE ${path}`,
  );
  const HEARTBEATS = ["POST /v1/heartbeats", "POST /heartbeats"];
  const endpointOf = (route: string) =>
    ENDPOINTS.trading.find((endpoint) => formatRoute(endpoint) === route)!;

  it("counts orders and cancels apart, and nothing of operators", () => {
    const of = (route: string) => listLimits("trading", endpointOf(route)).map(({ name }) => name);
    assert.deepEqual(of("POST /order"), ["everything", "orders"]);
    assert.deepEqual(of("POST /orders"), ["everything", "orders"]);
    for (const route of CANCELS) assert.deepEqual(of(route), ["cancels"]);
    for (const route of HEARTBEATS) assert.deepEqual(of(route), ["heartbeats"]);
    for (const endpoint of adminEndpoints(() => null)) assert.deepEqual(listLimits("operator", endpoint), []);
  });

  it("leaves to the process of the engine whatever is carried out once", () => {
    for (const endpoint of Object.values(ENDPOINTS).flat())
      if (endpoint.once) assert.ok(endpoint.ofEngine, formatRoute(endpoint));
  });

  it("knows every placement, cancel and heartbeat by its kind, and holds no address for the last two", () => {
    const ofKind = (kind: string) =>
      ENDPOINTS.trading.filter((endpoint) => endpoint.kind === kind).map(formatRoute);
    const placements = ENDPOINTS.trading.filter(({ placement }) => placement).map(formatRoute);
    assert.deepEqual(ofKind("placement").toSorted(), ["POST /order", "POST /orders"]);
    assert.ok(placements.length > 0 && placements.every((route) => ofKind("placement").includes(route)));
    assert.deepEqual(ofKind("cancel").toSorted(), CANCELS.toSorted());
    assert.deepEqual(ofKind("heartbeat").toSorted(), HEARTBEATS.toSorted());
    for (const { kind, limits } of ENDPOINTS.trading) {
      for (const { ofAddress = true, ofCallers = false } of limits) {
        assert.equal(ofAddress, kind !== "cancel" && kind !== "heartbeat");
        assert.ok(ofAddress || ofCallers, "every operation counts for somebody");
      }
    }
  });

  it("has reads that change nothing: each GET and public POST, and no request that has to be remembered", () => {
    const all = [...NAMES.flatMap((name) => ENDPOINTS[name]), ...adminEndpoints(() => null)];
    for (const endpoint of all) {
      const isRead = endpoint.kind === "read" || endpoint.kind === "service";
      const { method, access, once } = endpoint;
      if (method === "GET" || (access === "public" && !once)) assert.ok(isRead, formatRoute(endpoint));
      if (isRead) assert.ok(!once, formatRoute(endpoint));
    }
  });
});

describe("load", () => {
  const LIMITS = {
    ...LOAD_LIMITS,
    standingOrders: 10,
    burstLooks: 2,
    heldOrders: 4,
    ordersATurn: 3,
    fewest: 2,
  };

  /** Orders that are let in and stay. */
  const orders = (load: Load, count: number): void => load.beginOrders(count);
  const still = { clock: () => 0, underway: () => 0 };
  const isRefused = (load: Load): boolean => load.refusalOf("order") !== undefined;

  it("is refused of orders that stay more than a burst would, then of all but a few, until none has to be", () => {
    const load = createLoad(LIMITS, still);
    orders(load, 30);
    load.look();
    load.look();
    assert.deepEqual(
      [isRefused(load), load.isShedding()],
      [false, false],
      "there were fewer between the looks",
    );
    load.look();
    assert.deepEqual([isRefused(load), load.isShedding()], [true, true]);
    assert.deepEqual([load.refusalOf("cancel"), load.refusalOf("other")], [undefined, undefined]);
    load.endOrders(25);
    assert.equal(isRefused(load), true, "five are still more than are held then");
    load.endOrders(2);
    assert.equal(isRefused(load), false, "there is room for one");
    orders(load, 1);
    load.look();
    assert.equal(isRefused(load), true, "some were refused since the last look");
    load.endOrders(4);
    load.look();
    load.look();
    orders(load, 30);
    assert.deepEqual([isRefused(load), load.isShedding()], [false, false], "a burst again");
  });

  it("is refused of orders from when there was no place for one", () => {
    const load = createLoad(LIMITS, still);
    orders(load, 4);
    assert.deepEqual([isRefused(load), load.isShedding()], [false, false]);
    load.shed();
    assert.deepEqual([isRefused(load), load.isShedding()], [true, true]);
  });

  it("lets so many orders go on in a turn, as they came, while there are too many; those that wait are held", async () => {
    const turns: (() => void)[] = [];
    const load = createLoad(
      { ...LIMITS, heldOrders: 35 },
      { ...still, afterTurn: (then) => turns.push(then) },
    );
    orders(load, 30);
    assert.equal(load.turn(), undefined, "nobody waits before");
    for (const _ of [1, 2, 3]) load.look();
    assert.deepEqual([load.isShedding(), turns.length], [true, 0]);
    const gone: string[] = [];
    for (const name of ["a", "b", "c", "d"]) {
      assert.equal(isRefused(load), false);
      void load.turn()?.then(() => gone.push(name));
    }
    assert.equal(isRefused(load), false, "there is room for one");
    void load.turn()?.then(() => gone.push("e"));
    assert.deepEqual([isRefused(load), turns.length], [true, 1]);
    for (const expected of ["abc", "abcde"]) {
      turns.shift()?.();
      await Promise.resolve();
      await Promise.resolve();
      assert.equal(gone.join(""), expected);
    }
    assert.deepEqual([isRefused(load), turns.length], [false, 0]);
  });

  it("is refused when turns are late again and again and more than a few ask, until they are in time", () => {
    let now = 0;
    const load = createLoad(LIMITS, { ...still, clock: () => now });
    const pass = (ms: number): void => {
      now += ms;
      load.look();
    };
    /** Counts the refused of two that ask after a look. */
    const refused = (): number => [1, 2].filter(() => load.refusalOf("other") !== undefined).length;
    for (const [ms, count] of [
      [250, 0],
      [251, 0],
      [5_000, 0],
      [251, 1],
      [251, 1],
      [50, 0],
      [251, 1],
      [50, 0],
      [50, 0],
      [251, 0],
    ] as const) {
      pass(ms);
      assert.equal(refused(), count, `${ms} at ${now}`);
      assert.equal(load.refusalOf("cancel"), undefined);
    }
  });
});

describe("a thread that others take away in slices", () => {
  const SECONDS = 75;
  /** Time after which waits count: a flood is let in until three looks were late. */
  const SETTLED_MS = 20_000;
  /** Requests that are done in a millisecond of the thread. */
  const DONE_A_MS = 3;

  type Slices = { readonly runsMs: number; readonly awayMs: number };
  /** Offers requests by the clock; gives the numbers that were completed and refused, and the longest wait. */
  function simulate({ runsMs, awayMs }: Slices, offeredAMs: number) {
    let now = 0;
    const queue: number[] = [];
    const load = createLoad(LOAD_LIMITS, { clock: () => now, underway: () => queue.length });
    const seen = { completed: 0, refused: 0, waitMs: 0 };
    let arrived = 0;
    let nextLook = LOAD_LIMITS.lookMs;
    for (; now < SECONDS * 1_000; now += 1) {
      // Requests come by the clock, and are seen when the thread runs.
      if (now % (runsMs + awayMs) >= runsMs) continue;
      if (now >= nextLook) {
        load.look();
        nextLook = now + LOAD_LIMITS.lookMs;
      }
      for (; arrived < now * offeredAMs; arrived += 1)
        if (load.refusalOf("other") === undefined) queue.push(arrived / offeredAMs);
        else seen.refused += 1;
      for (const due of queue.splice(0, DONE_A_MS)) {
        load.done();
        seen.completed += 1;
        if (now > SETTLED_MS) seen.waitMs = Math.max(seen.waitMs, now - due);
      }
    }
    return seen;
  }

  for (const slices of [
    { runsMs: 40, awayMs: 260 },
    { runsMs: 20, awayMs: 400 },
    { runsMs: 5, awayMs: 300 },
  ])
    for (const times of [0.25, 0.5, 0.9, 1, 2, 4])
      it(`runs ${slices.runsMs} ms of ${slices.runsMs + slices.awayMs}: of ${times} times what it can do much is done, soon`, () => {
        const canDo = (DONE_A_MS * slices.runsMs) / (slices.runsMs + slices.awayMs);
        const { completed, refused, waitMs } = simulate(slices, times * canDo);
        const possible = Math.min(times, 1) * canDo * SECONDS * 1_000;
        assert.ok(completed >= possible / 2, `${completed} of ${Math.round(possible)}, ${refused} refused`);
        assert.ok(waitMs <= 3 * (slices.runsMs + slices.awayMs), `one waited for ${waitMs} ms`);
      });
});

describe("origins", () => {
  it("are all, none, or those that are listed", () => {
    assert.ok(parseOrigins("*").all && parseOrigins("*").has("https://any.example"));
    assert.equal(parseOrigins("none").has("https://any.example"), false);
    const two = parseOrigins("https://app.example, http://127.0.0.1:8080");
    assert.deepEqual(
      [
        "https://app.example",
        "http://127.0.0.1:8080",
        "http://app.example",
        "https://app.example:443",
        "null",
      ].map((origin) => two.has(origin)),
      [true, true, false, false, false],
    );
  });

  for (const wrong of [
    "app.example",
    "https://app.example/",
    "https://App.example",
    "https://a.example,",
    "*,",
  ])
    it(`are refused as ${wrong}`, () =>
      assert.throws(() => parseOrigins(wrong), /^Error: expected \*, none, or/));
});

const NETWORKS = [
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::", "fe80:0:0:0"],
  ["unknown", "unknown"],
] as const;
for (const [address, network] of NETWORKS)
  it(`the network of ${address} is ${network}`, () => assert.equal(getNetwork(address), network));

describe("keys that are looked for", () => {
  it("are read once, whether they are there or not, and anew when they may have changed", async () => {
    const name = "00000000-0000-4000-8000-000000000000";
    const reads: string[] = [];
    const stored = new Map<string, string>();
    const keys = cacheKeys(async (apiKey) => {
      reads.push(apiKey);
      const found = stored.get(apiKey);
      await Promise.resolve();
      return found;
    });
    for (let again = 0; again < 3; again += 1) assert.equal(await keys.find(name), undefined);
    assert.equal(reads.length, 1);
    const other = name.replace("0", "1");
    const early = keys.find(other);
    stored.set(name, "key").set(other, "other");
    keys.forget(name);
    assert.equal(await early, undefined);
    for (let again = 0; again < 3; again += 1) assert.equal(await keys.find(name), "key");
    assert.equal(await keys.find(other), "other");
    assert.equal(reads.length, 4);
  });
});

describe("the log", () => {
  const SECRETS = {
    hmac: `${Buffer.alloc(32, 0xfb).toString("base64url")}=`,
    standard: Buffer.alloc(32, 0xfb).toString("base64"),
    passphrase: "5e".repeat(32),
    token: "ad".repeat(40),
    wallet: `0x${"c1".repeat(65)}`,
    password: "correct-horse",
  };

  const event = "request_failed" as const;

  function linesOf(write: (log: ReturnType<typeof createLog>) => void): string[] {
    const lines: string[] = [];
    write(
      createLog(
        { logLevel: "debug", logFormat: "json", accessLog: false, headerPrefixes: ["SVC_", "MY_"] },
        { write: (line) => lines.push(line) },
      ),
    );
    return lines;
  }

  it("hides secrets by what they look like, wherever they stand", () => {
    const { password, ...others } = SECRETS;
    const url = `postgres://presage:${password}@127.0.0.1:5432/presage`;
    const lines = linesOf((log) => {
      for (const secret of Object.values(others)) {
        log.debug({ event }, secret);
        log.info({ event, deep: { in: [secret, { x: `${secret}, and text` }] } }, "x");
        log.error({ event, err: new Error(`no good: ${secret}`, { cause: new Error(secret) }) }, "failed");
        log.warn(
          { event, err: Object.assign(new Error("query"), { detail: `Key (secret)=(${secret})` }) },
          "failed",
        );
      }
      log.warn({ event, at: url }, `cannot reach ${url}`);
    });
    assert.equal(lines.length, 4 * Object.keys(others).length + 1);
    const text = lines.join("");
    for (const [name, secret] of Object.entries(SECRETS)) assert.ok(!text.includes(secret), name);
    assert.ok(text.includes("postgres://presage:[hidden]@127.0.0.1:5432/presage"));
    for (const line of lines) assert.equal(typeof JSON.parse(line).msg, "string");
  });

  it("hides values by their names, also those of headers with the configured prefixes", () => {
    const names = [
      "authorization",
      "secret",
      "password",
      "databaseUrl",
      "svc_signature",
      "MY_PASSPHRASE",
      "token",
      "access_token",
      "privateKey",
      "Mnemonic",
    ];
    const lines = linesOf((log) => {
      for (const name of names) log.info({ event, [name]: 'a "quoted" value', market: "kept" }, "x");
    });
    for (const line of lines) {
      assert.ok(!line.includes("quoted"), line);
      assert.equal(JSON.parse(line).market, "kept");
    }
  });

  it("leaves ids and what people need to find a fault", () => {
    const kept = {
      event,
      order: `0x${"ab".repeat(32)}`,
      token: undefined,
      tokenId: "71321045679252212594626385532706912750332728571942532289631379312455583992563",
      request: "6f1c9f0e-3a52-4d0b-9a57-2f6d1f1f0c7e",
      address: `0x${"cd".repeat(20)}`,
    };
    const [line = ""] = linesOf((log) => log.info(kept, "x"));
    for (const value of Object.values(kept).filter((one) => one !== undefined))
      assert.ok(line.includes(value), value);
  });

  it("is a line for each entry, whatever clients send", () => {
    const text = 'x\r\n{"level":60,"msg":"forged"}\u001b[31m\u2028\u0000';
    const lines = linesOf((log) => log.warn({ event, got: text, err: new Error(text) }, text));
    assert.equal(lines.length, 1);
    assert.deepEqual(lines[0]!.match(/\p{Cc}/gu), ["\n"]);
    assert.equal(JSON.parse(lines[0]!).got, text);
  });
});
