/**
 * `node tests/store/write-read-tables.ts`: writes what the read tables of this release hold. Refuses to where they differ
 * from what was written before and their version does not.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { digestReadTables, DIGESTS } from "./read-table-digests.ts";
import type { ReadTables } from "./read-table-digests.ts";

const tables = await digestReadTables();
const before: ReadTables | undefined = existsSync(DIGESTS)
  ? JSON.parse(readFileSync(DIGESTS, "utf8"))
  : undefined;
if (before?.version === tables.version && !isDeepStrictEqual(before, tables)) {
  console.error(
    "the read tables differ: raise READ_TABLES_VERSION in src/store/projector/rebuild-tables.ts first",
  );
  process.exitCode = 1;
} else writeFileSync(DIGESTS, `${JSON.stringify(tables, null, 2)}\n`);
