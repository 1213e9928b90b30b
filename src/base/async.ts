/** Queues, time limits, pauses and repetition of asynchronous work: one of each for the whole exchange. */

// Queues: tasks on one subject run one at a time.

/** A queue for each subject, in the order of arrival. */
export type SubjectQueues = {
  /** Runs `work` once all earlier work on any of these subjects is over. Work on other subjects is not delayed. */
  take<T>(subjects: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Subjects with work that is waiting or underway. */
  busy(): readonly string[];
  /** Returns once all work that was given so far is over. */
  idle(): Promise<void>;
};

export function createSubjectQueues(): SubjectQueues {
  /** Latest work on each subject. */
  const latestWork = new Map<string, Promise<unknown>>();
  return {
    take(subjects, work) {
      const earlier = subjects.flatMap((subject) => latestWork.get(subject) ?? []);
      const mine = Promise.allSettled(earlier).then(work);
      for (const subject of subjects) latestWork.set(subject, mine);
      const leave = (): void => {
        for (const subject of subjects) if (latestWork.get(subject) === mine) latestWork.delete(subject);
      };
      mine.then(leave, leave);
      return mine;
    },
    busy: () => [...latestWork.keys()],
    idle: async () => void (await Promise.allSettled(latestWork.values())),
  };
}

/**
 * Runs one expensive read at a time, however many callers ask. A caller that asks during a read shares the next one,
 * which starts after the request, so that nobody gets an older state. A failed read fails only for the callers that share
 * it.
 */
export function shareReading<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function start(): Promise<T> {
    next = undefined;
    const reading = read().finally(() => {
      if (running === reading) running = undefined;
    });
    running = reading;
    return reading;
  }

  return () => {
    if (running === undefined) return start();
    next ??= running.then(start, start);
    return next;
  };
}

/** Work that can be paused: running work completes first, and new work waits. */
export type Pausable = {
  /**
   * Runs `work` unless paused, else after the pause. `work` must not await another `run`: a pause between would
   * deadlock.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Pauses, and returns once no work is running; the returned function ends the pause. */
  pause(): Promise<() => void>;
};

export function createPausable(): Pausable {
  const underway = new Set<Promise<unknown>>();
  const pause: { over: Promise<void> | undefined } = { over: undefined };
  return {
    async run(work) {
      while (pause.over !== undefined) await pause.over;
      const done = work();
      underway.add(done);
      try {
        return await done;
      } finally {
        underway.delete(done);
      }
    },
    async pause() {
      while (pause.over !== undefined) await pause.over;
      const { promise, resolve } = Promise.withResolvers<void>();
      pause.over = promise;
      await Promise.allSettled(underway);
      return () => {
        pause.over = undefined;
        resolve();
      };
    },
  };
}

// Shares of the event loop, so that orders and cancels run in between.

/** Calls `then` in a later tick of the event loop. */
type AfterTick = (then: () => void) => void;

/** Queue that runs a fixed number of pieces of work per tick of the event loop, first in, first out. */
export type TickQueue = {
  /** Pieces of work that wait. */
  waiting(): number;
  /** Runs `work` in one of the next ticks. `work` must not throw. */
  add(work: () => void): void;
};

export function createTickQueue(perTick: number, afterTick: AfterTick = setImmediate): TickQueue {
  const queue: (() => void)[] = [];
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || queue.length === 0) return;
    isScheduled = true;
    afterTick(runTick);
  }

  function runTick(): void {
    isScheduled = false;
    const now = queue.splice(0, perTick);
    schedule();
    for (const work of now) work();
  }

  return {
    waiting: () => queue.length,
    add(work) {
      queue.push(work);
      schedule();
    },
  };
}

/** Budget of each tick of the event loop, which callers share in order. */
export type TickBudget = {
  /** Resolves once this amount may be spent: now, or in a later tick. An amount above the budget gets its own tick. */
  take(amount: number): Promise<void>;
};

export function createTickBudget(perTick: number, afterTick: AfterTick = setImmediate): TickBudget {
  const waiting: { readonly amount: number; readonly go: () => void }[] = [];
  let left = perTick;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    afterTick(startTick);
  }

  function startTick(): void {
    isScheduled = false;
    left = perTick;
    while (left > 0) {
      const next = waiting.shift();
      if (next === undefined) return;
      left -= next.amount;
      next.go();
    }
    schedule();
  }

  return {
    take(amount) {
      schedule();
      if (left > 0 && waiting.length === 0) {
        left -= amount;
        return Promise.resolve();
      }
      return new Promise((go) => waiting.push({ amount, go }));
    },
  };
}

// Time limits. Work that exceeds its limit is not stopped.

/** Returns the value of `work`, or throws `late` after `ms` milliseconds. */
export function withTimeout<T>(work: PromiseLike<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    const end = (): void => clearTimeout(timer);
    work.then(end, end);
    work.then(resolve, reject);
  });
}

/** Returns the value of optional work; `undefined` if it fails or takes longer than `ms` milliseconds. */
export const valueWithTimeout = <T>(work: PromiseLike<T>, ms: number): Promise<T | undefined> =>
  withTimeout(work, ms, () => new Error("late")).catch(() => undefined);

/** Returns a function that does the work at its first call, and returns the same promise at each. */
export function callOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let called: Promise<T> | undefined;
  return () => (called ??= work());
}

// Repetition.

/**
 * Runs a task repeatedly, each time `intervalMs` after the previous run's end; returns a function that stops the
 * repetition. The task must not reject.
 */
export function repeatTask(task: () => Promise<void>, intervalMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const wait = (): void => {
    timer = setTimeout(() => void run(), intervalMs).unref();
  };
  const run = async (): Promise<void> => {
    await task();
    if (!stopped) wait();
  };
  wait();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
