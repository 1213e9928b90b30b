/**
 * Virtual time: a queue of callbacks. The seed alone decides their order when they are due at one time. Nothing here
 * waits for real time.
 */
import type { Random } from "../support/random.ts";

export type VirtualTime = {
  /** Milliseconds since the run began. */
  now(): number;
  after(milliseconds: number, act: () => void): void;
  /** Runs the next callback, and all promises that it settles. */
  step(): Promise<void>;
};

/** Kept, since a run may replace the timers of its thread. */
const realImmediate = setImmediate;

type Due = { readonly at: number; readonly tie: number; readonly no: number; readonly act: () => void };

const isBefore = (a: Due, b: Due): boolean =>
  a.at === b.at ? (a.tie === b.tie ? a.no < b.no : a.tie < b.tie) : a.at < b.at;

export function createVirtualTime(random: Random): VirtualTime {
  const heap: Due[] = [];
  let now = 0;
  let scheduled = 0;

  function after(milliseconds: number, act: () => void): void {
    scheduled += 1;
    push(heap, { at: now + milliseconds, tie: random.below(1_000), no: scheduled, act });
  }

  async function step(): Promise<void> {
    const due = pop(heap);
    if (due === undefined) throw new Error("nothing is left to happen");
    now = due.at;
    due.act();
    // Promises settle before callbacks of the event loop, so none is left when this one runs.
    await new Promise((resolve) => realImmediate(resolve));
  }

  return { now: () => now, after, step };
}

function push(heap: Due[], due: Due): void {
  let place = heap.length;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!isBefore(due, heap[parent]!)) break;
    heap[place] = heap[parent]!;
    place = parent;
  }
  heap[place] = due;
}

function pop(heap: Due[]): Due | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let place = 0;
  for (let child = 1; child < heap.length; child = 2 * place + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
    if (!isBefore(heap[child]!, last)) break;
    heap[place] = heap[child]!;
    place = child;
  }
  heap[place] = last;
  return first;
}
