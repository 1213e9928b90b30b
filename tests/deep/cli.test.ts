/**
 * The operators' guide as written, commands on every held table, changes of the master key, requests repeated after a
 * stop, and events followed through kills. Upgrades that are rehearsed and killed. Both ways of systemd to stop a unit, and its
 * sockets, and every damage that is found.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep(
  "cli/backup.test.ts",
  "cli/clocks.test.ts",
  "cli/damaged-files.test.ts",
  "cli/doctor.test.ts",
  "cli/documented-commands.test.ts",
  "cli/follow.test.ts",
  "cli/health.test.ts",
  "cli/held-tables.test.ts",
  "cli/import.test.ts",
  "cli/killed-starts.test.ts",
  "cli/modes.test.ts",
  "cli/rotate-master-key.test.ts",
  "cli/sent-again.test.ts",
  "cli/snapshot.test.ts",
  "cli/socket-activation.test.ts",
  "cli/start.test.ts",
  "cli/systemd-unit.test.ts",
  "cli/tls.test.ts",
  "cli/upgrade.test.ts",
  "cli/verify.test.ts",
  "cli/virtual-clock.test.ts",
);
