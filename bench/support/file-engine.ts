/** An engine without a database: it appends each batch to a file and syncs it. */
import { open } from "node:fs/promises";
import { createExchange } from "../../src/core/exchange.ts";
import type { Rules } from "../../src/core/state.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { GENESIS_HASH } from "../../src/store/journal/journal.ts";
import { plainEngineParts, UNREAD_TABLES } from "../../tests/support/engine-parts.ts";

export type FileEngine = { readonly engine: Engine; close(): Promise<void> };

/** Opens an engine whose commit is one append of the journal's row to `file`, and one fdatasync. */
export async function openFileEngine(file: string, rules: Rules): Promise<FileEngine> {
  const journal = await open(file, "a");
  const engine = createEngine({
    ...plainEngineParts,
    exchange: createExchange(rules),
    head: { seq: 0, at: 0, hash: GENESIS_HASH },
    clock: Date.now,
    commit: async ({ seq, at, events, hash }) => {
      await journal.appendFile(`${seq} ${at} ${hash.toString("hex")} ${events}\n`);
      await journal.datasync();
    },
    tables: UNREAD_TABLES,
    findOrders: async () => new Set(),
    findRequests: async () => [],
    onFailure: (error) => {
      throw error;
    },
  });
  const close = async (): Promise<void> => {
    await engine.close();
    await journal.close();
  };
  return { engine, close };
}
