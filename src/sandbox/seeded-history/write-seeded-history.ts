/**
 * Writes the seeded history of a new sandbox, before anybody can see it. A thread decides and signs its commands; this
 * thread applies their events and fills the tables meanwhile.
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

const HISTORY_STEP = "giving the sandbox a past of thirty days";

/** Amount of trading if signatures are made in JavaScript, at a thirtieth of the speed. */
const SLOW_ACTIVITY = 0.05;

/** Program of the thread. */
const WORKER = `past-worker${extname(import.meta.filename)}`;

/** Work of the thread: a history but its listings, which follow from its dates. */
export type PastJob = Omit<SeededHistoryParams, "listings">;

export type SeededHistory = {
  /** Starts the thread before there is a database to write to, if the settings ask for a history. */
  begin(): void;
  /**
   * Writes the history into an empty journal, if the settings ask for it, and returns the session after it. An
   * interrupted start leaves no part of it.
   */
  write(writer: WriterSession): Promise<WriterSession>;
  /** Terminates the thread, whether or not its history was written. */
  close(): Promise<void>;
};

export function preparePast(options: SeededHistoryOptions): SeededHistory {
  const { config, log } = options;
  const isWanted = config.mode === "sandbox" && config.demo === "full";
  let begun: BegunPast | undefined;
  const begin = (): BegunPast => (begun ??= beginPast(options));
  return {
    begin() {
      if (isWanted) begin();
    },
    async write(writer) {
      if (!isWanted || writer.last.seq > 0) return writer;
      try {
        const last = await writePast(begin(), writer, options.tellStep);
        log.info({ event: "past_written", batches: last.seq }, "the sandbox has a past of thirty days");
        return { ...writer, last };
      } catch (error) {
        await writer.close();
        throw error;
      }
    },
    async close() {
      await begun?.worker.terminate();
    },
  };
}

type BegunPast = { readonly from: number; readonly worker: Worker; readonly history: History };

function beginPast({ config, clocks }: SeededHistoryOptions): BegunPast {
  const until = config.clockStart ?? clocks.now();
  const job: PastJob = {
    seed: SIMULATION_SEED,
    from: until - SEEDED_HISTORY_MS,
    until,
    rules: config.rules,
    domains: config.domains,
    activity: isRecoveryNative() ? 1 : SLOW_ACTIVITY,
  };
  const worker = new Worker(new URL(WORKER, import.meta.url), { workerData: job });
  const replay = createReplay();
  // The messages are gathered from now on; the thread may be done before anybody takes them.
  const chunks: AsyncIterable<readonly (readonly Batch[])[]> = on(worker, "message", { close: ["exit"] });
  return {
    from: job.from,
    worker,
    history: { exchange: replay.exchange, batches: replayed(replay, chunks) },
  };
}

async function* replayed(
  replay: Replay,
  chunks: AsyncIterable<readonly (readonly Batch[])[]>,
): History["batches"] {
  for await (const [chunk = []] of chunks)
    for (const { seq, at, events, hash } of chunk)
      // A buffer comes out of a message as plain bytes.
      yield { batch: { seq, at, events, hash: Buffer.from(hash) }, events: replayBatch(replay, events, at) };
}

async function writePast({ from, history }: BegunPast, writer: WriterSession, tellStep: ReportStep) {
  tellStep(HISTORY_STEP);
  const days = SEEDED_HISTORY_MS / DAY_MS;
  const last = await writeHistory(writer.client, history, ({ at }) =>
    tellStep(HISTORY_STEP, `day ${Math.min(Math.floor((at - from) / DAY_MS) + 1, days)} of ${days}`),
  );
  tellStep("putting the past into tables");
  return last;
}
