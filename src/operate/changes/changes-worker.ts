/** Worker thread of a stream of public events: it reports that it has begun, then sends a piece for each message. */
import { on } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../../base/threads.ts";
import { openDatabase } from "../../store/sql/database.ts";
import { isMoved, followChanges, readStreamEnd } from "./change-reader.ts";
import type { ChangesEnd, ChangeStreamStart, ChangesJob } from "./change-streams.ts";
import type { FollowedPage } from "./change-reader.ts";

const { url, ...request }: ChangesJob = workerData;

/** Heartbeat interval, ms: after this time without an event a comment is sent. */
const HEARTBEAT_MS = 15_000;
/** Time after which a disconnected client reconnects, ms. */
const RETRY_MS = 1_000;

let sentAt = performance.now();

/** Formats events as server-sent events; empty if there are none. */
function formatSseEvents({ events, lastId }: FollowedPage): string {
  if (events.length > 0)
    return events.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  if (performance.now() - sentAt < HEARTBEAT_MS) return "";
  return lastId === undefined ? ": alive\n\n" : `: alive\nid: ${lastId}\n\n`;
}

if (parentPort !== null) {
  const port = parentPort;
  const asked = on(port, "message");
  const sql = openDatabase(url, { name: "presage changes", maxConnections: 2 });
  const send = async (text: string): Promise<void> => {
    await asked.next();
    sentAt = performance.now();
    port.postMessage(Buffer.from(text));
  };
  const from = request.from ?? (await readStreamEnd(sql));
  let hasBegun = false;
  for await (const page of followChanges(sql, { ...request, from })) {
    if (isMoved(page)) {
      if (hasBegun) await asked.next();
      port.postMessage((hasBegun ? { closed: page.moved } : page) satisfies ChangesEnd | ChangeStreamStart);
      break;
    }
    if (!hasBegun) {
      port.postMessage({ begun: true } satisfies ChangeStreamStart);
      lowerPriority();
      await send(`retry: ${RETRY_MS}\n\n`);
      hasBegun = true;
    }
    const piece = formatSseEvents(page);
    if (piece !== "") await send(piece);
  }
  await sql.end({ timeout: 1 });
  port.close();
}
