/**
 * The operators' guide as written, changes of the master key, requests repeated after a stop, and both ways of systemd
 * to stop a unit.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep(
  "cli/documented-commands.test.ts",
  "cli/rotate-master-key.test.ts",
  "cli/sent-again.test.ts",
  "cli/systemd-unit.test.ts",
);
