/** Snapshots of a sandbox, and the parts of the exchange that go back with it. */
import type { KeyRings } from "../store/keys/key-rings.ts";
import { openSnapshotSession } from "../store/sandbox/snapshots.ts";
import { pauseParts, reloadOperatorParts } from "./operator-parts.ts";
import type { OperatorParts } from "./operator-parts.ts";
import { createSnapshots } from "./snapshots.ts";
import type { SnapshotOptions, Snapshots } from "./snapshots.ts";
import { reloadTimedParts } from "./timed-parts.ts";
import type { TimedParts } from "./timed-parts.ts";

type SnapshotParts = Pick<SnapshotOptions, "clocks" | "engine" | "committer" | "tables" | "entries"> & {
  readonly databaseUrl: string;
  readonly config: Pick<SnapshotOptions, "rules">;
  readonly keyRings: Pick<KeyRings, "keys" | "builderKeys">;
  readonly timed: TimedParts;
  readonly audited: OperatorParts;
  /** Drops the cache of reads. */
  readonly forgetKept: () => void;
};

export function openSnapshots(parts: SnapshotParts): Snapshots {
  const { databaseUrl, keyRings, timed, audited } = parts;
  const readKept = async (): Promise<void> => {
    keyRings.keys.forgetAll();
    keyRings.builderKeys.forgetAll();
    parts.forgetKept();
    await reloadTimedParts(timed);
    await reloadOperatorParts(audited, databaseUrl);
  };
  return createSnapshots({
    ...parts,
    rules: parts.config.rules,
    open: () => openSnapshotSession(databaseUrl),
    pause: () => pauseParts(timed, audited),
    written: async () => timed.settlements?.written(),
    readKept,
  });
}
