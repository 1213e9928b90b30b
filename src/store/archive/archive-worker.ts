/** Worker thread of the archive: it tells how the archive stands, begins a backup when it is told to, and ends after a last file. */
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../../lower-priority.ts";
import { createArchiver } from "./archiver.ts";
import type { ArchiveJob, ArchiveOrder } from "./archive-thread.ts";
import { openPlace } from "./open-place.ts";
import { startSchedule } from "./schedule.ts";

const { url, place: named, access, times, ...options }: ArchiveJob = workerData;

lowerPriority();

if (parentPort !== null) {
  const port = parentPort;
  const place = await openPlace(named, access);
  const archiver = createArchiver({ url, place, ...options });
  const schedule = startSchedule({
    ...times,
    archiver,
    place: place.text,
    now: Date.now,
    onChange: (state) => port.postMessage(state),
  });
  port.on("message", (order: ArchiveOrder) => {
    if (order === "begin") schedule.begin();
    else void finish();
  });
  const finish = async (): Promise<void> => {
    await schedule.finish();
    await archiver.close();
    port.close();
  };
}
