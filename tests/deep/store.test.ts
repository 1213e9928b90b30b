/**
 * Thousands of damages in a journal, merged flushes and public events of more histories, and more starts with tables behind it.
 * A start that waits for longer than a read may, and as many bytes of listings as may wait for the read tables. Upgrades from
 * each earlier schema.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep(
  "store/archive-bucket.test.ts",
  "store/archive.test.ts",
  "store/backup.test.ts",
  "store/catalog-plans.test.ts",
  "store/catalog-search.test.ts",
  "store/changes.test.ts",
  "store/committer.test.ts",
  "store/database-outage.test.ts",
  "store/embedded-server.test.ts",
  "store/held-start.test.ts",
  "store/held-tables.test.ts",
  "store/ledger-history.test.ts",
  "store/locked-session.test.ts",
  "store/newer-database.test.ts",
  "store/price-pages.test.ts",
  "store/projector-merging.test.ts",
  "store/projector-sessions.test.ts",
  "store/read-tables.test.ts",
  "store/run-mode.test.ts",
  "store/site-export.test.ts",
  "store/start-behind.test.ts",
  "store/temporary-directory.test.ts",
  "store/upgrade.test.ts",
  "store/written-journal.test.ts",
  "store/written-rows.test.ts",
);
