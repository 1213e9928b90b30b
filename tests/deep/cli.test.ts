/**
 * The operators' guide as it is written, changes of the master key, requests that are sent again after a stop, and both ways
 * in which systemd stops a unit.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep(
  "cli/documented-commands.test.ts",
  "cli/rotate-master-key.test.ts",
  "cli/sent-again.test.ts",
  "cli/systemd-unit.test.ts",
);
