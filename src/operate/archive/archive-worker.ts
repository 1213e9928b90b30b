/**
 * Worker thread of the archive. It reports the archive's state, begins backups and lists files on request, and exits after
 * a last file.
 */
import { parentPort, workerData } from "node:worker_threads";
import { lowerPriority } from "../../base/threads.ts";
import { createArchiver } from "./archiver.ts";
import type { ArchiveAnswer, ArchiveJob, ArchiveNotification, ArchiveOrder } from "./archive-thread.ts";
import { describeFiles } from "./read-chain.ts";
import { createBackupStorage, openBackupStorage } from "./open-backup-storage.ts";
import { startSchedule } from "./schedule.ts";

const { url, place: named, access, times, ...options }: ArchiveJob = workerData;

lowerPriority();

if (parentPort !== null) {
  const port = parentPort;
  const tell = (news: ArchiveNotification): void => port.postMessage(news);
  await createBackupStorage(named);
  const place = await openBackupStorage(named, access);
  const archiver = createArchiver({ url, place, ...options });
  const schedule = startSchedule({
    ...times,
    archiver,
    place: place.text,
    now: Date.now,
    onChange: (state) => tell({ state }),
  });
  const finish = async (): Promise<void> => {
    await schedule.finish();
    await archiver.close();
    // Unfinished reads and writes are abandoned: they do not count.
    process.exit();
  };
  const list = async (): Promise<ArchiveAnswer> => {
    try {
      return describeFiles(await place.list());
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };
  port.on("message", async ({ order, no, until }: ArchiveOrder) => {
    if (Date.now() > until) return;
    if (order === "finish") await finish();
    else tell({ no, answer: order === "begin" ? { begun: schedule.begin() } : await list() });
  });
}
