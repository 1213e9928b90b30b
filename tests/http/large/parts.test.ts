/** The parts of large reads by themselves. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it, mock } from "node:test";
import { anything, array, assert as assertProperty, asyncProperty } from "fast-check";
import { createAllowances } from "../../../src/http/guard/allowances.ts";
import {
  RESPONSE_BYTE_BUDGET,
  createResponseByteBudget,
  createSlices,
  isLong,
  readyJson,
  lazyRows,
  writeJson,
} from "../../../src/http/guard/slow-queries/json-slices.ts";
import {
  SLOW_QUERY_CLASSES,
  createSlowQueryQueue,
  listSlowQueryClasses,
} from "../../../src/http/guard/slow-queries/slow-queries.ts";
import type { SlowQueryLimits, SlowQuerySlot } from "../../../src/http/guard/slow-queries/slow-queries.ts";

const NEVER_GONE = { isGone: () => false, hashed: true };

const written = async (body: unknown): Promise<string> => {
  const slices = createSlices({ sliceMs: 0, restMs: 0 });
  const { buffers, bytes } = await writeJson(body, { slices, ...NEVER_GONE });
  const whole = Buffer.concat(buffers);
  assert.equal(bytes, whole.length);
  return whole.toString("utf8");
};

describe("the JSON of a long body", () => {
  it("is that of JSON.stringify, whatever the body", () =>
    assertProperty(
      asyncProperty(anything({ withDate: true }), array(anything()), async (body, items) => {
        const whole = { body, list: items, nested: { items }, nothing: undefined };
        const expected = JSON.stringify(whole);
        assert.equal(await written(whole), expected);
        assert.equal(
          await written({
            ...whole,
            list: lazyRows(items, (item) => item),
            nested: { items: lazyRows(items, async (i) => i) },
          }),
          expected,
        );
      }),
    ));

  it("is written part by part where it has rows or a long list, however deep", () => {
    const list = Array.from({ length: 51 }, () => 0);
    for (const long of [list, lazyRows([], () => 0)]) {
      assert.ok(isLong(long));
      assert.ok(isLong({ data: long }));
      assert.ok(isLong({ history: { one: [1], other: long } }));
    }
    assert.ok(!isLong({ history: { one: list.slice(1) }, at: new Date(0), text: "", none: null }));
  });

  it("has ready bytes as they are", async () => {
    const books = lazyRows(["a", "é"], (name) => readyJson(Buffer.from(`{"n":"${name}"}`)));
    assert.equal(await written(books), '[{"n":"a"},{"n":"é"}]');
  });

  it("has the hash of the whole", async () => {
    const numbers = Array.from({ length: 100_000 }, (_, index) => index);
    const slices = createSlices();
    const { buffers, hash } = await writeJson(numbers, { slices, ...NEVER_GONE });
    assert.ok(buffers.length > 1);
    assert.equal(hash, createHash("sha256").update(Buffer.concat(buffers)).digest("base64url"));
  });

  it("is not finished when nobody waits for it any more", async () => {
    const made: number[] = [];
    const slices = createSlices({ sliceMs: 0, restMs: 0 });
    const rows = lazyRows([1, 2, 3, 4, 5, 6, 7, 8, 9], (row) => made.push(row));
    await writeJson(rows, { slices, hashed: false, isGone: () => made.length >= 2 });
    assert.ok(made.length < 5);
  });
});

describe("slices", () => {
  const withTimers = async (test: (turn: (ms: number) => Promise<void>) => Promise<void>): Promise<void> => {
    mock.timers.enable({ apis: ["setTimeout", "setImmediate"] });
    try {
      await test(async (ms) => {
        mock.timers.tick(ms);
        await Promise.resolve();
      });
    } finally {
      mock.timers.reset();
    }
  };

  it("are one in a turn of the event loop, in the order in which they were asked for", async () => {
    const slices = createSlices();
    const begun: string[] = [];
    const asked = ["first", "second"].map((name) => slices.next().then(() => begun.push(name)));
    setImmediate(() => begun.push("something else"));
    await Promise.all(asked);
    assert.deepEqual(begun, ["first", "something else", "second"]);
  });

  it("rest while an order is underway, and go on at once when none is any more", () =>
    withTimers(async (turn) => {
      let now = 0;
      const slices = createSlices({ sliceMs: 2, restMs: 10 }, () => now);
      let begun = 0;
      const ask = (): void => void slices.next().then(() => (begun += 1));
      const pass = async (ms: number): Promise<void> => {
        now += ms;
        await turn(ms);
      };
      ask();
      await pass(1);
      slices.begin();
      ask();
      await pass(2);
      assert.deepEqual([begun, slices.isOver()], [1, true]);
      await pass(10);
      assert.equal(begun, 2);
      ask();
      await pass(1);
      assert.equal(begun, 2);
      slices.end();
      await pass(0);
      assert.equal(begun, 3);
    }));
});

describe("the line of large reads", () => {
  const LIMITS: SlowQueryLimits = {
    places: 2,
    placesOfAddress: 1,
    waiting: 3,
    waitingOfAddress: 2,
    waitMs: 60_000,
    unsentBytes: 100,
    unsentBytesOfAddress: 60,
  };

  /** Makes a line of readers and keeps the order of their entries and refusals. */
  function lineOf(limits: Partial<SlowQueryLimits> = {}) {
    const line = createSlowQueryQueue({ ...LIMITS, ...limits });
    const entered: string[] = [];
    const refused: string[] = [];
    const places = new Map<string, SlowQuerySlot>();
    const gone = new Map<string, () => void>();
    const enter = async (name: string): Promise<void> => {
      const [address = ""] = name;
      void line
        .enter(address, (then) => gone.set(name, then))
        .then((place) => {
          if (place === undefined) return refused.push(name);
          places.set(name, place);
          return entered.push(name);
        });
      await turn();
    };
    const turn = async (): Promise<void> => {
      for (let tick = 0; tick < 5; tick += 1) await Promise.resolve();
    };
    const leave = async (name: string, bytes = 0): Promise<void> => {
      places.get(name)!.leave(bytes);
      await turn();
    };
    const end = async (name: string): Promise<void> => {
      places.get(name)!.end();
      await turn();
    };
    const go = async (name: string): Promise<void> => {
      gone.get(name)!();
      await turn();
    };
    return { line, entered, refused, enter, leave, end, go };
  }

  it("has so many places, fewer of one address, and is bounded, in all and of one address", async () => {
    const { line, entered, refused, enter } = lineOf();
    for (const name of ["a1", "a2", "a3", "a4", "b1", "c1", "c2", "d1"]) await enter(name);
    assert.deepEqual(entered, ["a1", "b1"]);
    assert.deepEqual(refused, ["a4", "c2", "d1"]);
    assert.deepEqual(line.standing(), { reading: 2, waiting: 3, unsentBytes: 0 });
  });

  it("lets each address in in its turn, however many of one wait", async () => {
    const { entered, enter, leave, end } = lineOf({ places: 1, waiting: 9, waitingOfAddress: 9 });
    for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) await enter(name);
    for (const name of ["a1", "b1", "c1", "a2", "b2", "a3"]) {
      await leave(name);
      await end(name);
    }
    assert.deepEqual(entered, ["a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("counts what is made and not sent, of its address and of all, until it is sent", async () => {
    const { line, entered, enter, leave, end } = lineOf();
    await enter("a1");
    await leave("a1", 60);
    for (const name of ["a2", "b1"]) await enter(name);
    assert.deepEqual(entered, ["a1", "b1"]);
    await leave("b1", 50);
    await enter("c1");
    assert.deepEqual(entered, ["a1", "b1"]);
    await end("b1");
    assert.deepEqual(entered, ["a1", "b1", "c1"]);
    await end("a1");
    assert.deepEqual(entered, ["a1", "b1", "c1", "a2"]);
    assert.deepEqual(line.standing(), { reading: 2, waiting: 0, unsentBytes: 0 });
  });

  it("keeps the place of a client that went until its work has ended, and forgets one that waited", async () => {
    const { line, entered, refused, enter, leave, end, go } = lineOf();
    for (const name of ["a1", "a2", "a3"]) await enter(name);
    await go("a2");
    assert.deepEqual(refused, ["a2"]);
    await end("a1");
    assert.deepEqual(line.standing(), { reading: 1, waiting: 1, unsentBytes: 0 });
    await leave("a1", 50);
    assert.deepEqual(entered, ["a1", "a3"]);
    await leave("a3");
    await end("a3");
    assert.deepEqual(line.standing(), { reading: 0, waiting: 0, unsentBytes: 0 });
  });

  it("refuses who waited for too long", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const { line, refused, enter } = lineOf();
      for (const name of ["a1", "a2"]) await enter(name);
      mock.timers.tick(LIMITS.waitMs);
      for (let tick = 0; tick < 5; tick += 1) await Promise.resolve();
      assert.deepEqual([refused, line.standing().waiting], [["a2"], 0]);
    } finally {
      mock.timers.reset();
    }
  });
});

describe("places for large reads", () => {
  for (const [processors, times] of [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [64, 32],
  ] as const)
    it(`are ${times} times those of two processors on ${processors}`, () => {
      for (const [index, { places, placesOfAddress }] of listSlowQueryClasses(processors).entries()) {
        const lane = SLOW_QUERY_CLASSES[index]!;
        assert.deepEqual([places, placesOfAddress], [times * lane.places, times * lane.placesOfAddress]);
      }
    });
});

describe("bytes of large answers", () => {
  /** Asserts equality to a ten-thousandth of the whole. */
  function assertLeft(
    headers: Readonly<Record<string, string>>,
    expected: { readonly left: number; readonly seconds: number },
  ): void {
    const [, left, wait] = /^"bytes";r=(\d+);t=(\d+)$/.exec(headers.ratelimit ?? "") ?? [];
    assert.ok(
      Math.abs(Number(left) - expected.left) < RESPONSE_BYTE_BUDGET.bytes / 10_000,
      headers.ratelimit,
    );
    assert.equal(Number(wait), expected.seconds);
  }

  it("count when they are made, come back evenly, and headers say what is left", () => {
    let now = Date.UTC(2026, 5, 1);
    const bytes = createResponseByteBudget(createAllowances(), 1, () => now);
    const { bytes: limit, seconds } = RESPONSE_BYTE_BUDGET;
    assert.equal(bytes.waitFor("a"), 0);
    bytes.use("a", limit);
    assert.equal(
      bytes.headersOf("a")["ratelimit-policy"],
      `"bytes";q=${limit};qu="content-bytes";w=${seconds}`,
    );
    assertLeft(bytes.headersOf("a"), { left: 0, seconds });
    assert.ok(bytes.waitFor("a") > 0);
    assert.equal(bytes.waitFor("b"), 0);
    now += (seconds * 1000) / 2;
    assertLeft(bytes.headersOf("a"), { left: limit / 2, seconds: seconds / 2 });
    assert.equal(bytes.waitFor("a"), 0);
  });
});
