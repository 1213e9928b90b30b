/** `presage snapshot`, `restore-snapshot` and `reset`: take named snapshots of a sandbox and return to them. */
import type { Static } from "typebox";
import type { SnapshotAnswer, SnapshotsAnswer } from "../http/sandbox/snapshots.ts";
import { findOperand } from "./command-line.ts";
import { runOperation } from "./operation.ts";
import type { OperationInput, OperatorSubcommand } from "./operation.ts";
import { tableText } from "./table.ts";

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
clients to take books and orders anew.

  presage restore-snapshot before-the-storm
`;

export const RESET_HELP = `Usage: presage reset

Puts a running sandbox back to its first start: all that happened since is undone. Snapshots stay.

  presage reset
`;

type Snapshot = Static<typeof SnapshotAnswer>;

const SHOW: OperatorSubcommand = {
  operands: [],
  changes: false,
  perform: async ({ call }) => {
    const shown: Static<typeof SnapshotsAnswer> = JSON.parse(
      await call({ method: "GET", path: "/sandbox/snapshots" }),
    );
    const rows = shown.snapshots.map(({ name, time, sequence, usable }) => [
      name,
      time,
      String(sequence),
      usable ? "" : "of another release",
    ]);
    return {
      json: shown,
      text: tableText(["NAME", "TIME", "SEQUENCE", ""], rows, "There is no snapshot."),
    };
  },
};

const post = async (
  { call }: OperationInput,
  { path, body, done }: { path: string; body: object; done: (kept: Snapshot) => string },
) => {
  const kept: Snapshot = JSON.parse(await call({ method: "POST", path, body }));
  return { json: kept, text: `${done(kept)}\n` };
};

const placeOf = ({ time, sequence }: Snapshot): string => `batch ${sequence} of the journal, ${time}`;

const TAKE: OperatorSubcommand = {
  operands: ["NAME"],
  changes: false,
  perform: (input) =>
    post(input, {
      path: "/sandbox/snapshot",
      body: { name: input.operands[0] },
      done: (taken) => `${taken.name} is ${placeOf(taken)}.`,
    }),
};

const REMOVE: OperatorSubcommand = {
  operands: ["remove", "NAME"],
  changes: false,
  perform: async ({ operands: [, name], call }) => {
    const path = `/sandbox/snapshots/${encodeURIComponent(name)}`;
    const done: { readonly removed: number } = JSON.parse(await call({ method: "DELETE", path }));
    return { json: done, text: done.removed === 0 ? `There was no ${name}.\n` : `${name} is removed.\n` };
  },
};

const RESTORE: OperatorSubcommand = {
  operands: ["NAME"],
  changes: false,
  perform: (input) =>
    post(input, {
      path: "/sandbox/revert",
      body: { name: input.operands[0] },
      done: (kept) => `The exchange is back at ${kept.name}: ${placeOf(kept)}.`,
    }),
};

const RESET: OperatorSubcommand = {
  operands: [],
  changes: false,
  perform: (input) =>
    post(input, {
      path: "/sandbox/reset",
      body: {},
      done: (kept) => `The exchange is back at its first start: ${placeOf(kept)}.`,
    }),
};

export function snapshots(args: readonly string[]): Promise<number> {
  const at = findOperand(args);
  return runOperation("snapshot", at === -1 ? SHOW : args[at] === "remove" ? REMOVE : TAKE, args);
}

export const restoreSnapshot = (args: readonly string[]): Promise<number> =>
  runOperation("restore-snapshot", RESTORE, args);

export const reset = (args: readonly string[]): Promise<number> => runOperation("reset", RESET, args);
