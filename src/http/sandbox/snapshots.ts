/** Operations that take, list, remove and restore named snapshots of a sandbox. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { START_SNAPSHOT } from "../../engine/sandbox/snapshots.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { joinShort } from "../../base/short-list.ts";
import type { Snapshot } from "../../store/sandbox/snapshots.ts";
import { operation } from "../admin/operation.ts";
import type { Answer, Endpoint } from "../operation/endpoint.ts";
import { LOWER_NAME_PATTERN } from "../operation/id-patterns.ts";
import { strictObject } from "../operation/strict-object.ts";
import { SANDBOX, SANDBOX_CHANGE } from "./groups.ts";

const MAX_SNAPSHOTS = 20;
/** Queue of snapshots and of clock changes, which may take several batches. */
const CLOCK = ["virtual clock"];

const Name = Type.String({
  pattern: LOWER_NAME_PATTERN,
  description: "Small letters, digits, points, dashes and underscores, at most 64",
});
const NamedSnapshot = strictObject({ name: Name });

/** An optional body without fields. */
const NoFields = Type.Unsafe<object | null>({ type: ["object", "null"], additionalProperties: false });

export const SnapshotAnswer = Type.Object({
  name: Type.String(),
  time: Type.String({
    format: "date-time",
    description: "Time of the exchange when it was taken, in ISO 8601",
  }),
  sequence: Type.Integer({ description: "The last batch of the journal that it has" }),
  usable: Type.Boolean({ description: "False for one that another release took, which only can be removed" }),
});
export const SnapshotsAnswer = Type.Object({ snapshots: Type.Array(SnapshotAnswer) });

const shown = ({ name, madeAt, seq, usable }: Snapshot): Type.Static<typeof SnapshotAnswer> => ({
  name,
  time: new Date(madeAt).toISOString(),
  sequence: seq,
  usable,
});

const takeSnapshot = operation({
  ...SANDBOX_CHANGE,
  path: "/sandbox/snapshot",
  summary: "Keep the whole state of the sandbox under a name, in place of an earlier snapshot of that name",
  body: NamedSnapshot,
  answer: SnapshotAnswer,
  handle: async ({ context: { snapshots, requestTurns }, body: { name } }) => {
    const names = (await snapshots.list()).map((snapshot) => snapshot.name);
    if (name === START_SNAPSHOT)
      return rejectSnapshot(`name: expected another than "${name}", which is the state of the first start`);
    if (!names.includes(name) && names.length >= MAX_SNAPSHOTS)
      return rejectSnapshot(
        `a sandbox has at most ${MAX_SNAPSHOTS} snapshots: remove one of ${joinShort(names)}`,
      );
    return toAnswer(await requestTurns.take(CLOCK, () => snapshots.take(name)));
  },
});

const listSnapshots = operation({
  method: "GET",
  path: "/sandbox/snapshots",
  summary: "List the snapshots, in the order in which they were taken",
  group: SANDBOX,
  answer: SnapshotsAnswer,
  handle: async ({ context }) => ({ body: { snapshots: (await context.snapshots.list()).map(shown) } }),
});

const removeSnapshot = operation({
  ...SANDBOX_CHANGE,
  method: "DELETE",
  path: "/sandbox/snapshots/:name",
  summary: "Remove a snapshot; one that is not there is no mistake, and that of the first start stays",
  params: NamedSnapshot,
  answer: Type.Object({ removed: Type.Integer({ description: "How many were removed" }) }),
  handle: async ({ context, params: { name } }) =>
    name === START_SNAPSHOT
      ? rejectSnapshot(`name: expected another than "${name}", to which a reset goes back`)
      : { body: { removed: (await context.snapshots.remove(name)) ? 1 : 0 } },
});

const revert = operation({
  ...SANDBOX_CHANGE,
  path: "/sandbox/revert",
  summary:
    "Put the whole exchange back to a snapshot; connections stay, and channels tell that they resynchronise",
  body: NamedSnapshot,
  answer: SnapshotAnswer,
  handle: ({ context, body: { name } }) => revertTo(context, name),
});

const reset = operation({
  ...SANDBOX_CHANGE,
  path: "/sandbox/reset",
  summary: "Put the whole exchange back to its first start",
  body: NoFields,
  answer: SnapshotAnswer,
  handle: ({ context }) => revertTo(context, START_SNAPSHOT),
});

export const snapshotEndpoints: readonly Endpoint[] = [
  takeSnapshot,
  listSnapshots,
  removeSnapshot,
  revert,
  reset,
];

async function revertTo({ snapshots, requestTurns }: Context, name: string): Promise<Answer> {
  const taken = await snapshots.list();
  const found = taken.find((snapshot) => snapshot.name === name);
  if (found?.usable === false)
    return rejectSnapshot(
      `the snapshot "${name}" was taken by another release, whose tables were others: take a new one`,
    );
  if (found !== undefined) return toAnswer(await requestTurns.take(CLOCK, () => snapshots.revert(name)));
  const names = taken.map((snapshot) => snapshot.name);
  const expected = names.length === 0 ? "there is none" : `there are ${joinShort(names)}`;
  return rejectSnapshot(
    `name: expected a snapshot, of which ${expected}, got "${name}"${didYouMean(name, names)}`,
  );
}

const rejectSnapshot = (text: string): Answer => ({ rejection: reject("invalid_payload", text) });

const toAnswer = (result: Snapshot | Rejection): Answer =>
  isRejection(result) ? { rejection: result } : { body: shown(result) };
