/** `presage snapshot`, `restore-snapshot` and `reset`: take named snapshots of a sandbox and return to them. */
import type { Static } from "typebox";
import type { SnapshotAnswer, SnapshotsAnswer } from "../../http/sandbox/snapshots.ts";
import { findOperandIndex } from "../command-line.ts";
import { describeSubcommand, runOperation } from "./operation.ts";
import { tableText } from "../table.ts";

export const SNAPSHOT_HELP = `Usage: presage snapshot
       presage snapshot NAME
       presage snapshot remove NAME

Keeps the whole state of a running sandbox under a name: journal, balances, orders, keys, and the time where it is virtual.
An earlier snapshot of the name ends. Without operands: the snapshots that there are. They outlive the exchange.

  presage snapshot before-the-storm
  presage restore-snapshot before-the-storm
`;

export const RESTORE_SNAPSHOT_HELP = `Usage: presage restore-snapshot NAME

Puts a running sandbox back to a snapshot: all that happened since is undone. Connections stay, and live channels tell their
clients to fetch books and orders again.

  presage restore-snapshot before-the-storm
`;

export const RESET_HELP = `Usage: presage reset

Puts a running sandbox back to its first start: all that happened since is undone. Snapshots stay.

  presage reset
`;

type Snapshot = Static<typeof SnapshotAnswer>;

const SHOW = describeSubcommand<Static<typeof SnapshotsAnswer>>({
  route: "GET /sandbox/snapshots",
  text: ({ snapshots: shown }) => {
    const rows = shown.map(({ name, time, sequence, usable }) => [
      name,
      time,
      String(sequence),
      usable ? "" : "of another release",
    ]);
    return tableText(["NAME", "TIME", "SEQUENCE", ""], rows, "There is no snapshot.");
  },
});

const describePosition = ({ time, sequence }: Snapshot): string =>
  `batch ${sequence} of the journal, ${time}`;

const TAKE = describeSubcommand<Snapshot>({
  route: "POST /sandbox/snapshot",
  operands: { NAME: "name" },
  text: (taken) => `${taken.name} is ${describePosition(taken)}.\n`,
});

const REMOVE = describeSubcommand<{ readonly removed: number }>({
  route: "DELETE /sandbox/snapshots/:name",
  operands: { remove: "", NAME: "name" },
  text: ({ removed }, { operands: [, name] }) =>
    removed === 0 ? `There was no ${name}.\n` : `${name} is removed.\n`,
});

const RESTORE = describeSubcommand<Snapshot>({
  route: "POST /sandbox/revert",
  operands: { NAME: "name" },
  text: (kept) => `The exchange is back at ${kept.name}: ${describePosition(kept)}.\n`,
});

const RESET = describeSubcommand<Snapshot>({
  route: "POST /sandbox/reset",
  text: (kept) => `The exchange is back at its first start: ${describePosition(kept)}.\n`,
});

export function snapshots(args: readonly string[]): Promise<number> {
  const at = findOperandIndex(args);
  return runOperation("snapshot", at === -1 ? SHOW : args[at] === "remove" ? REMOVE : TAKE, args);
}

export const restoreSnapshot = (args: readonly string[]): Promise<number> =>
  runOperation("restore-snapshot", RESTORE, args);

export const reset = (args: readonly string[]): Promise<number> => runOperation("reset", RESET, args);
