/** `presage rebuild`: writes the read tables anew from the journal, while no exchange runs. */
import type { JournalHead } from "../store/journal/journal.ts";
import { openWriterSession } from "../store/journal/writer-session.ts";
import { rebuildTables } from "../store/projector/rebuild-tables.ts";
import { inSnapshot } from "../store/sql/table-stream.ts";
import { updateSchema } from "../store/sql/update-schema.ts";
import { sayBlockers } from "./blockers-text.ts";
import { readConfigArgs } from "./command-line.ts";
import { countText } from "./count-text.ts";
import { closeOnInterrupt } from "./interrupt.ts";
import { openExclusively } from "./open-database.ts";
import { createProgress } from "./progress.ts";

export const REBUILD_HELP = `Usage: presage rebuild [settings]

Empties the tables that the exchange reads from and fills them again from the journal, in one transaction. Stop
the exchange first. Whatever goes wrong leaves the tables as they were.

  presage rebuild
  presage rebuild --data-dir ./data && presage verify --data-dir ./data
`;

const REBUILD_SESSIONS = "presage (migration|writer|rebuild)";

export async function rebuild(args: readonly string[]): Promise<number> {
  const config = readConfigArgs("rebuild", args);
  const database = await openExclusively(config);
  closeOnInterrupt(database.close);
  const progress = createProgress("batches");
  try {
    const { url } = database;
    const { seq, hash } = await sayBlockers({ url, sessions: REBUILD_SESSIONS, progress }, () =>
      rebuildDatabase(url, progress.show),
    );
    const head = hash.toString("hex");
    progress.clear();
    process.stdout.write(
      config.json
        ? `${JSON.stringify({ batches: seq, head })}\n`
        : `The read tables were written anew from ${countText(seq, "batch", "batches")}. Head: ${head}\n`,
    );
    return 0;
  } finally {
    progress.clear();
    await database.close();
  }
}

async function rebuildDatabase(
  url: string,
  onBatch: (seq: number, last: number) => void,
): Promise<JournalHead> {
  await updateSchema(url);
  let lost: Error | undefined;
  const writer = await openWriterSession(url);
  void writer.lost.then((error) => (lost = error));
  try {
    return await inSnapshot(url, "presage rebuild", (journal) =>
      rebuildTables({ client: writer.client, journal, onBatch }),
    );
  } catch (error) {
    throw lost ?? error;
  } finally {
    await writer.close();
  }
}
