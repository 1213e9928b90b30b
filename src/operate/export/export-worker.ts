/**
 * Worker thread of an export. It first describes the export, then sends a piece for each message, and finally the number of
 * rows.
 */
import { on } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../../base/threads.ts";
import { inSnapshot } from "../../store/sql/table-stream.ts";
import { exportTable } from "./export-table.ts";
import type { ExportEnd, ExportJob } from "./export-thread.ts";

const { url, ...options }: ExportJob = workerData;

if (parentPort !== null) {
  const port = parentPort;
  const asked = on(port, "message");
  let written = 0;
  await inSnapshot(url, "presage export", async (snapshot) => {
    const onPage = (progress: ExportEnd): void => void ({ written } = progress);
    const { batch, rows, pieces } = await exportTable(snapshot, { ...options, onPage });
    port.postMessage({ batch, rows });
    // The caller waits only for the description; the rest is sent as fast as it is read.
    lowerPriority();
    for await (const piece of pieces) {
      if (piece.length === 0) continue;
      await asked.next();
      port.postMessage(piece);
    }
  });
  await asked.next();
  port.postMessage({ written } satisfies ExportEnd);
  port.close();
}
