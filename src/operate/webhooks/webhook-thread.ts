/**
 * Deliveries in their own thread: reading, signing and sending take no time from order processing. A thread that ends by
 * a bug is replaced; the new thread continues from the tables.
 */
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { createQuestions, terminateThread } from "../../base/threads.ts";
import type { DelivererNotification } from "./deliverer.ts";

export type WebhookJob = {
  /** Address of the database. */
  readonly url: string;
  readonly masterKey: Uint8Array;
  /** Setting of the own network that may be reached, as text. */
  readonly network: string;
};

/** Steps requested from the thread, which answers each with its number. */
export type ThreadStep =
  | { readonly step: "head"; readonly seq: number }
  | { readonly step: "start" | "stop"; readonly id: string | undefined; readonly no: number }
  | { readonly step: "close"; readonly no: number };

export type ThreadAnswer = { readonly done: number } | { readonly news: DelivererNotification };

export type WebhookThread = {
  wake(seq: number): void;
  start(id?: string): Promise<void>;
  stop(id?: string): Promise<void>;
  /** Ends the thread; attempts underway have a moment to finish. */
  close(): Promise<void>;
};

/** Name of the worker file, with this module's extension: the package contains both compiled. */
const WORKER = `webhook-worker${extname(import.meta.filename)}`;

export type ThreadOptions = {
  readonly job: WebhookJob;
  readonly tell: (news: DelivererNotification) => void;
  /** Called once if the thread ends by itself. */
  readonly onEnd: (error: unknown) => void;
};

export function startWebhookThread({ job, tell, onEnd }: ThreadOptions): WebhookThread {
  const worker = new Worker(new URL(WORKER, import.meta.url), { workerData: job });
  const questions = createQuestions<true>(worker);
  let failure: unknown = "the thread ended";
  let isClosing = false;
  worker.on("message", (answer: ThreadAnswer) => {
    if ("news" in answer) return tell(answer.news);
    questions.answer(answer.done, true);
  });
  worker.on("error", (error) => (failure = error));
  worker.once("exit", () => {
    if (!isClosing) onEnd(failure);
  });
  /** Returns once the step is done; if the thread has ended, nothing is underway any more. */
  const ask = async (
    step: Pick<ThreadStep, "step"> & { readonly id?: string | undefined },
  ): Promise<void> => {
    await questions.ask((no) => worker.postMessage({ ...step, no }));
  };
  return {
    wake: (seq) => worker.postMessage({ step: "head", seq } satisfies ThreadStep),
    start: (id) => ask({ step: "start", id }),
    stop: (id) => ask({ step: "stop", id }),
    close() {
      isClosing = true;
      // Ending a thread that waits for the database loses nothing.
      return terminateThread(worker, ask({ step: "close" }));
    },
  };
}
