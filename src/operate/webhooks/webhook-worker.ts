/** Worker thread of the deliveries: it runs steps, and answers each with its number. */
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../../base/threads.ts";
import { openDatabase, readArrayTypes } from "../../store/sql/database.ts";
import { createDeliverer } from "./deliverer.ts";
import { FEED_LIMITS } from "./feed-limits.ts";
import { openJournalEvents } from "./journal-events.ts";
import { createSender, parseOwnNetwork } from "./send-message.ts";
import type { ThreadAnswer, ThreadStep, WebhookJob } from "./webhook-thread.ts";

const { url, masterKey, network }: WebhookJob = workerData;

/** Sessions of the deliveries; a locked table delays them no longer than this timeout. */
const SESSIONS = { maxConnections: 2, lockTimeoutMs: 5_000 };

if (parentPort !== null) {
  const port = parentPort;
  const answer = (what: ThreadAnswer): void => port.postMessage(what);
  const sql = openDatabase(url, { name: "presage webhooks", ...SESSIONS });
  const sender = createSender(parseOwnNetwork(network));
  const deliverer = createDeliverer({
    sql,
    open: (from) => openJournalEvents(sql, from),
    masterKey,
    sender,
    now: Date.now,
    limits: FEED_LIMITS,
    tell: (news) => answer({ news }),
  });
  const carryOut = async (asked: Exclude<ThreadStep, { step: "head" }>): Promise<void> => {
    if (asked.step === "start") return deliverer.start(asked.id);
    await deliverer.stop(asked.step === "stop" ? asked.id : undefined);
    if (asked.step === "stop") return undefined;
    sender.close();
    return sql.end({ timeout: 1 });
  };
  await readArrayTypes(sql);
  port.on("message", (asked: ThreadStep) => {
    if (asked.step === "head") return deliverer.wake(asked.seq);
    // A failure ends the thread, and a new one is started.
    return void carryOut(asked).then(() => answer({ done: asked.no }));
  });
  lowerPriority();
}
