/**
 * Thousands of damages in a journal, and merged flushes of more histories. A start that waits for longer than a read may,
 * and as many bytes of listings as may wait for the read tables. Upgrades from each earlier schema.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep(
  "store/backup.test.ts",
  "store/held-start.test.ts",
  "store/held-tables.test.ts",
  "store/projector-merging.test.ts",
  "store/read-tables.test.ts",
  "store/upgrade.test.ts",
);
