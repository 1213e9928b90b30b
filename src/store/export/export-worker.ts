/** Worker thread of an export: it tells what there is, then a piece for each message, and null at the end. */
import { constants, setPriority } from "node:os";
import { on } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { inSnapshot } from "../sql/table-stream.ts";
import { exportTable } from "./export-table.ts";
import type { ExportJob } from "./export-thread.ts";

const { url, ...options }: ExportJob = workerData;

// Lowers the priority, which Linux has for each thread; elsewhere this would affect the whole process.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

if (parentPort !== null) {
  const port = parentPort;
  const asked = on(port, "message");
  await inSnapshot(url, "presage export", async (snapshot) => {
    const { batch, rows, pieces } = await exportTable(snapshot, options);
    port.postMessage({ batch, rows });
    for await (const piece of pieces) {
      if (piece.length === 0) continue;
      await asked.next();
      port.postMessage(piece);
    }
  });
  await asked.next();
  port.postMessage(null);
  port.close();
}
