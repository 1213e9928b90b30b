/** `presage rebuild`: rebuilds the read tables from the journal, while no exchange runs. */
import { rebuildDatabase, UPGRADE_SESSIONS } from "../operate/upgrade/upgrade-database.ts";
import { createProgress, withBlockerReport } from "./progress.ts";
import { readConfigArgs } from "./command-line.ts";
import { countText } from "./table.ts";
import { closeOnInterrupt } from "./interrupt.ts";
import { openExclusively } from "./open-database.ts";

export const REBUILD_HELP = `Usage: presage rebuild [settings]

Empties the tables that the exchange reads from and fills them again from the journal, in one transaction. Stop
the exchange first. Whatever goes wrong leaves the tables as they were.

  presage rebuild
  presage rebuild --data-dir ./data && presage verify --data-dir ./data
`;

export async function rebuild(args: readonly string[]): Promise<number> {
  const config = readConfigArgs("rebuild", args);
  const database = await openExclusively(config);
  closeOnInterrupt(database.close);
  const progress = createProgress("batches");
  try {
    const { url } = database;
    const made = await withBlockerReport({ url, sessions: UPGRADE_SESSIONS, progress }, () =>
      rebuildDatabase(url, progress.show),
    );
    const { seq, hash } = made.head;
    const head = hash.toString("hex");
    progress.clear();
    process.stdout.write(
      config.json
        ? `${JSON.stringify({ batches: seq, head })}\n`
        : `The read tables were rebuilt from ${countText(seq, "batch", "batches")}. Head: ${head}\n`,
    );
    return 0;
  } finally {
    progress.clear();
    await database.close();
  }
}
