/**
 * Writes the seeded history of a new sandbox before clients connect. A worker thread decides and signs the commands;
 * this thread meanwhile applies their events and fills the tables.
 */
import { on } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Log } from "../../base/log-event.ts";
import { createReplay, replayBatch } from "../../core/events/event-codec.ts";
import type { Replay } from "../../core/events/event-codec.ts";
import type { Rules } from "../../core/state.ts";
import type { OrderDomain } from "../../signing/orders/order-domain.ts";
import { SIMULATION_SEED } from "../simulated-traders/trader-params.ts";
import { isRecoveryNative } from "../../signing/recover.ts";
import type { Batch } from "../../store/journal/journal.ts";
import type { WriterSession } from "../../store/journal/writer-session.ts";
import type { ReportStep } from "../../base/start-steps.ts";
import { writeHistory } from "../../store/projector/rebuild-tables.ts";
import type { History } from "../../store/projector/rebuild-tables.ts";
import type { SeededHistoryParams } from "./make-seeded-history.ts";

export type SeededHistoryOptions = {
  readonly config: {
    readonly mode: "sandbox" | "production";
    readonly demo: "full" | "catalog" | "empty";
    readonly rules: Rules;
    readonly domains: readonly OrderDomain[];
    /** Start time of a virtual clock, ms; `undefined` without one. */
    readonly clockStart: number | undefined;
  };
  readonly clocks: { readonly now: () => number };
  readonly log: Pick<Log, "info">;
  readonly tellStep: ReportStep;
};

/** Length of the seeded history. */
const DAY_MS = 86_400_000;
export const SEEDED_HISTORY_MS = 30 * DAY_MS;

const HISTORY_STEP = "writing thirty days of history";

/** Amount of trading without native signing: JavaScript signs at a thirtieth of the speed. */
const SLOW_ACTIVITY = 0.05;

/** File name of the worker thread's program. */
const WORKER = `seeded-history-worker${extname(import.meta.filename)}`;

/** Input of the worker thread: the parameters without the listings, which the thread derives from the dates. */
export type SeededHistoryJob = Omit<SeededHistoryParams, "listings"> & {
  /**
   * 1 once the thread shall stop. The thread then ends by itself, since a termination within native code aborts the
   * process.
   */
  readonly stop: Int32Array<SharedArrayBuffer>;
};

export type HistoryWriter = {
  /** Starts the thread before there is a database to write to, if the settings ask for a history. */
  begin(): void;
  /**
   * Writes the history into an empty journal, if the settings ask for one, and returns the writer's next session. An
   * interrupted start leaves no part of the history.
   */
  write(writer: WriterSession): Promise<WriterSession>;
  /** Ends the thread, also before the history is written. */
  close(): Promise<void>;
};

export function prepareSeededHistory(options: SeededHistoryOptions): HistoryWriter {
  const { config, log } = options;
  const isWanted = config.mode === "sandbox" && config.demo === "full";
  let begun: StartedHistory | undefined;
  const begin = (): StartedHistory => (begun ??= startHistory(options));
  return {
    begin() {
      if (isWanted) begin();
    },
    async write(writer) {
      if (!isWanted || writer.last.seq > 0) return writer;
      try {
        const last = await writeStartedHistory(begin(), writer, options.tellStep);
        log.info({ event: "past_written", batches: last.seq }, "a new sandbox has thirty days of history");
        return { ...writer, last };
      } catch (error) {
        await writer.close();
        throw error;
      }
    },
    async close() {
      if (begun === undefined) return;
      Atomics.store(begun.stop, 0, 1);
      await begun.exited;
    },
  };
}

type StartedHistory = Pick<SeededHistoryJob, "from" | "stop"> & {
  readonly history: History;
  readonly exited: Promise<void>;
};

function startHistory({ config, clocks }: SeededHistoryOptions): StartedHistory {
  const until = config.clockStart ?? clocks.now();
  const job: SeededHistoryJob = {
    seed: SIMULATION_SEED,
    from: until - SEEDED_HISTORY_MS,
    until,
    rules: config.rules,
    domains: config.domains,
    activity: isRecoveryNative() ? 1 : SLOW_ACTIVITY,
    stop: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  };
  const worker = new Worker(new URL(WORKER, import.meta.url), { workerData: job });
  const replay = createReplay();
  // Collects messages from now on, since the thread may finish before anybody reads them.
  const messages: Messages = on(worker, "message", { close: ["exit"] });
  return {
    from: job.from,
    stop: job.stop,
    exited: new Promise((resolve) => worker.once("exit", () => resolve())),
    history: { exchange: replay.exchange, batches: replayBatches(replay, messages) },
  };
}

/** Messages of the thread, each the only element of an array: chunks of batches in order, an empty chunk last. */
type Messages = AsyncIterable<readonly (readonly Batch[])[]>;

/**
 * Applies the batches as they arrive. Throws if the thread ends before its last message, since a partial history is
 * invalid.
 */
async function* replayBatches(replay: Replay, messages: Messages): History["batches"] {
  for await (const [chunk = []] of messages) {
    if (chunk.length === 0) return;
    for (const { seq, at, events, hash } of chunk)
      // A Buffer arrives in a message as a plain Uint8Array.
      yield { batch: { seq, at, events, hash: Buffer.from(hash) }, events: replayBatch(replay, events, at) };
  }
  throw new Error("the thread that makes the seeded history ended before it was done");
}

async function writeStartedHistory(
  { from, history }: StartedHistory,
  writer: WriterSession,
  tellStep: ReportStep,
) {
  tellStep(HISTORY_STEP);
  const days = SEEDED_HISTORY_MS / DAY_MS;
  const last = await writeHistory(writer.client, history, ({ at }) =>
    tellStep(HISTORY_STEP, `day ${Math.min(Math.floor((at - from) / DAY_MS) + 1, days)} of ${days}`),
  );
  tellStep("filling the tables from the history");
  return last;
}
