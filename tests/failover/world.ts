/**
 * Virtual time of several processes in one thread. The thread's timers and its monotonic clock are replaced, and each
 * timer belongs to the process that set it: it waits while that process is stopped, and never ends once it is killed.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import { createVirtualTime } from "../whole/virtual-time.ts";
import type { VirtualTime } from "../whole/virtual-time.ts";
import type { Random } from "../support/random.ts";

export type Process = {
  readonly name: string;
  /** Machine of the process, which may be cut off. */
  readonly machine: string;
  state: "running" | "stopped" | "killed";
  /** Callbacks that wait until it goes on. */
  held: (() => void)[];
  /** Called once when it ends, with the reason. */
  readonly onEnd: ((why: string) => void)[];
};

const running = new AsyncLocalStorage<Process | undefined>();

/** Returns the process whose code runs. */
export const ownProcess = (): Process | undefined => running.getStore();

const world: { time: VirtualTime | undefined } = { time: undefined };

export const now = (): number => world.time?.now() ?? 0;

/** Calls back after some time, as a part of the process; without one always. */
export function afterIn(process: Process | undefined, ms: number, act: () => void): void {
  world.time?.after(Math.max(0, ms), () => runIn(process, act));
}

const after = (ms: number, act: () => void): void => afterIn(ownProcess(), ms, act);

/** Runs a callback of a process, now or once it goes on. An error ends the process. */
export function runIn(process: Process | undefined, act: () => void): void {
  if (process === undefined) return running.run(undefined, act);
  if (process.state === "killed") return;
  if (process.state === "stopped") return void process.held.push(act);
  try {
    running.run(process, act);
  } catch (error) {
    end(process, `error: ${String(error)}`);
  }
}

export const createProcess = (name: string, machine: string): Process => ({
  name,
  machine,
  state: "running",
  held: [],
  onEnd: [],
});

export function end(process: Process, why: string): void {
  if (process.state === "killed") return;
  process.state = "killed";
  process.held = [];
  for (const call of process.onEnd) running.run(undefined, call, why);
}

export function stop(process: Process): void {
  if (process.state === "running") process.state = "stopped";
}

/** Lets a stopped process go on. */
export function resume(process: Process): void {
  if (process.state !== "stopped") return;
  process.state = "running";
  for (const act of process.held.splice(0)) runIn(process, act);
}

/** Begins a run. Timers of earlier ones never end. */
export function begin(random: Random): VirtualTime {
  world.time = createVirtualTime(random);
  return world.time;
}

type Timer = { isOver: boolean; unref(): Timer; ref(): Timer; hasRef(): boolean };

function createTimer(): Timer {
  const timer: Timer = { isOver: false, unref: () => timer, ref: () => timer, hasRef: () => true };
  return timer;
}

function startTimer(ms: number, act: () => void): Timer {
  const timer = createTimer();
  after(ms, () => {
    if (timer.isOver) return;
    timer.isOver = true;
    act();
  });
  return timer;
}

function startInterval(act: (...args: unknown[]) => void, ms = 1, ...args: unknown[]): Timer {
  const timer = createTimer();
  const next = (): void =>
    after(ms, () => {
      if (timer.isOver) return;
      next();
      act(...args);
    });
  next();
  return timer;
}

const endTimer = (timer: Timer | undefined): void => {
  if (timer !== undefined) timer.isOver = true;
};

type Waited = { readonly signal?: AbortSignal };

function wait<T>(ms = 1, value?: T, { signal }: Waited = {}): Promise<T | undefined> {
  return new Promise((resolve, fail) => {
    const abort = (): void => fail(new DOMException("The wait was aborted", "AbortError"));
    if (signal?.aborted === true) return abort();
    const timer = startTimer(ms, () => resolve(value));
    signal?.addEventListener("abort", () => {
      endTimer(timer);
      abort();
    });
  });
}

/** Replaces the timers of this thread for good. */
export function replaceTimers(): void {
  Object.assign(globalThis, {
    setTimeout: (act: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
      startTimer(ms, () => act(...args)),
    clearTimeout: endTimer,
    setInterval: startInterval,
    clearInterval: endTimer,
    setImmediate: (act: (...args: unknown[]) => void, ...args: unknown[]) =>
      startTimer(0, () => act(...args)),
    clearImmediate: endTimer,
  });
  Object.defineProperty(performance, "now", { value: now, configurable: true });
  Object.assign(timersPromises, { setTimeout: wait });
  syncBuiltinESMExports();
}
