import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aheadMs, createClocks, rejectClock } from "../../src/engine/time/clocks.ts";
import type { ClockGap } from "../../src/engine/time/clocks.ts";

const START = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A change of a machine's clocks, ms. */
type Step =
  | { readonly passes: number }
  /** Sleep of the machine, during which its monotonic clock stands still. */
  | { readonly sleeps: number }
  /** Milliseconds by which the wall clock is set. */
  | { readonly set: number }
  /** Rate by which the wall clock runs fast, in millionths, over so many milliseconds. */
  | { readonly slewed: number; readonly over: number }
  | "accepted";

/** Expected time of the exchange: its distance from the wall clock, and how far the clocks part. */
type Row = readonly [name: string, steps: readonly Step[], offWall: number, parted: ClockGap | undefined];

const ROWS: readonly Row[] = [
  ["clocks that agree", [{ passes: 3 * DAY }], 0, undefined],
  ["a step of ten seconds is followed", [{ set: 10_000 }], 0, undefined],
  ["a step of ten seconds back is followed", [{ set: -10_000 }], 0, undefined],
  ["a longer one is not", [{ set: 10_001 }], -10_001, 10_001],
  ["nor one back", [{ set: -10_001 }], 10_001, -10_001],
  ["nor after days", [{ passes: 3 * DAY }, { set: DAY }], -DAY, DAY],
  ["two steps of one hour add up", [{ set: 6_000 }, { passes: 60_000 }, { set: 6_000 }], -12_000, 12_000],
  ["steps hours apart do not", [{ set: 9_000 }, { passes: 2 * HOUR }, { set: 9_000 }], 0, undefined],
  ["time goes on meanwhile", [{ set: DAY }, { passes: 2 * DAY }], -DAY, DAY],
  ["a clock that is set right again", [{ set: DAY }, { passes: HOUR }, { set: -DAY }], 0, undefined],
  ["a clock that an operator accepts", [{ set: DAY }, "accepted", { passes: HOUR }], 0, undefined],
  ["one that jumps after it was accepted", [{ set: DAY }, "accepted", { set: -DAY }], DAY, -DAY],
  ["a slewed clock, for days", [{ slewed: 500, over: 5 * DAY }], 0, undefined],
  ["a clock that drifts the other way", [{ slewed: -500, over: 5 * DAY }], 0, undefined],
  ["a machine that slept", [{ passes: HOUR }, { sleeps: 9 * HOUR }, { passes: 1_000 }], 0, undefined],
  ["a clock that was set while it slept", [{ sleeps: HOUR }, { set: DAY }], -DAY - HOUR, DAY + HOUR],
];

function startMachine() {
  const machine = { wall: START, monotonic: 5_000, uptime: 9_000 };
  const clocks = createClocks({
    wall: () => machine.wall,
    monotonic: () => machine.monotonic,
    uptime: () => machine.uptime,
  });
  function pass(ms: number, wall = ms, monotonic = ms): void {
    machine.wall += wall;
    machine.monotonic += monotonic;
    machine.uptime += ms;
  }
  /** Passes time in steps as short as those in which the exchange reads its clocks. */
  function passWatched(ms: number, perMillion: number): void {
    for (let left = ms; left > 0; left -= 60_000) {
      const part = Math.min(left, 60_000);
      pass(part, part + (part * perMillion) / 1_000_000);
      clocks.now();
    }
  }
  function take(step: Step): void {
    if (step === "accepted") return clocks.accept();
    if ("passes" in step) return passWatched(step.passes, 0);
    if ("sleeps" in step) return pass(step.sleeps, step.sleeps, 0);
    if ("set" in step) machine.wall += step.set;
    else passWatched(step.over, step.slewed);
    return undefined;
  }
  return { machine, clocks, take };
}

void describe("the time of the exchange", () => {
  for (const [name, steps, offWall, parted] of ROWS) {
    void it(name, () => {
      const { machine, clocks, take } = startMachine();
      for (const step of steps) take(step);
      assert.equal(clocks.now() - machine.wall, offWall);
      assert.equal(clocks.parted(), parted);
      assert.equal(clocks.wall(), machine.wall);
    });
  }

  void it("is in whole milliseconds, although the monotonic clock has parts of them", () => {
    const { machine, clocks, take } = startMachine();
    take({ set: DAY });
    machine.monotonic += 0.7;
    assert.equal(clocks.now(), START);
  });

  void it("is told when the clocks part, part further and agree again, each once", () => {
    const { clocks, take } = startMachine();
    const told: (ClockGap | undefined)[] = [];
    clocks.follow((parted) => void told.push(parted));
    for (const step of [{ set: DAY }, { passes: 5_000 }, { set: HOUR }, { set: -DAY - HOUR }] as const) {
      take(step);
      clocks.now();
      clocks.now();
    }
    take({ set: -DAY });
    clocks.now();
    clocks.accept();
    assert.deepEqual(told, [DAY, DAY + HOUR, undefined, -DAY, undefined]);
  });

  void it("does not part when the process stands still between the readings of two clocks", () => {
    let [wall, monotonic] = [START, 0];
    let stopped = false;
    const clocks = createClocks({
      wall: () => {
        const read = wall;
        if (stopped) {
          wall += HOUR;
          monotonic += HOUR;
        }
        stopped = false;
        return read;
      },
      monotonic: () => monotonic,
      uptime: () => 0,
    });
    stopped = true;
    assert.equal(clocks.now(), START + HOUR);
    assert.equal(clocks.parted(), undefined);
  });
});

void describe("the clock at a start", () => {
  void it("may be a minute behind the journal's end", () => {
    assert.equal(rejectClock({ journal: START + 60_000, clock: START }), undefined);
    assert.equal(rejectClock({ journal: 0, clock: START }), undefined);
    assert.equal(aheadMs({ journal: START, clock: START + DAY }), 0);
  });

  void it("is refused in one line when it is further behind", () => {
    const refusal = rejectClock({ journal: START + DAY + 61_000, clock: START }) ?? "";
    assert.match(refusal, /ends at 2026-06-02T12:01:01\.000Z, 1 d 0 h ahead of this machine's clock/);
    assert.match(refusal, /\(2026-06-01T12:00:00\.000Z\)/);
    assert.match(refusal, /presage start --accept-clock/);
    assert.ok(!refusal.includes("\n"));
  });
});
