/**
 * Watches the room on the data directory's disk, and says how far trading has to stand back before PostgreSQL finds it
 * full: at the low mark only cancels are taken, at the critical one nothing is, and the reserve is given up. Room is
 * counted as if the reserve were held, so that giving it up does not look as if there were some again; and a limit
 * ends only well above the mark that began it.
 */
import { statfs } from "node:fs/promises";
import { createFollowers } from "../../followers.ts";
import { RESERVE_BYTES, giveUpReserve, isReserveHeld, makeReserve } from "./reserve-file.ts";

export type SpaceLimit = {
  readonly limit: "cancel-only" | "read-only";
  /** Text for clients that are refused. */
  readonly reason: string;
};

export type DiskSpace = {
  /** Returns the limit in force now; `undefined` when there is room. */
  limit(): SpaceLimit | undefined;
  /** Free bytes at the last look; `undefined` before it could be asked. */
  free(): number | undefined;
  /** Calls `follower` at every change of the limit, until the function that it returns is called. */
  follow(follower: (limit: SpaceLimit | undefined) => void): () => void;
  /** Looks at once; a timer looks every second. */
  look(): Promise<void>;
  close(): Promise<void>;
};

export type DiskSpaceOptions = {
  readonly directory: string;
  /** Called when the disk could not be asked, or the reserve not be made. */
  readonly onError: (error: unknown) => void;
  /** Free bytes of the disk that holds a directory; the system's answer unless given. */
  readonly readFree?: (directory: string) => Promise<number>;
  /** Time that the start gets before the reserve is made, in milliseconds. */
  readonly reserveAfterMs?: number;
};

const MEBIBYTE = 1024 * 1024;
/** Free bytes below which an exchange takes cancels only. */
export const LOW_BYTES = 256 * MEBIBYTE;
const CRITICAL_BYTES = 64 * MEBIBYTE;
/** Bytes that a new exchange has on the disk after its first start, with the reserve, and beside them so many that it takes orders. */
export const START_BYTES = LOW_BYTES + 2 * RESERVE_BYTES;
/** A limit ends at this many times its mark. */
const ENDS_AT = 1.25;
const LOOK_EVERY_MS = 1_000;
const RESERVE_AFTER_MS = 10_000;

/** Has looked once when it returns. */
export async function watchDiskSpace(options: DiskSpaceOptions): Promise<DiskSpace> {
  const { directory, onError, readFree = freeBytes, reserveAfterMs = RESERVE_AFTER_MS } = options;
  const reserveFrom = performance.now() + reserveAfterMs;
  const { follow, notify } = createFollowers<SpaceLimit | undefined>();
  let current: SpaceLimit | undefined;
  let free: number | undefined;
  let looking: Promise<void> | undefined;

  async function lookOnce(): Promise<void> {
    const held = isReserveHeld(directory);
    free = await readFree(directory);
    const room = free - (held ? 0 : RESERVE_BYTES);
    const next = limitFor(room, current?.limit);
    const changed = next?.limit !== current?.limit;
    current = next;
    if (next?.limit === "read-only") giveUpReserve(directory);
    if (changed) notify(next);
    if (next?.limit !== "read-only" && !held && performance.now() >= reserveFrom)
      await makeReserve(directory);
  }
  const look = (): Promise<void> =>
    (looking ??= lookOnce()
      .catch(onError)
      .finally(() => (looking = undefined)));

  await look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return {
    limit: () => current,
    free: () => free,
    follow,
    look,
    close: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

function limitFor(room: number, current: SpaceLimit["limit"] | undefined): SpaceLimit | undefined {
  const endOf = (mark: number): number => mark * ENDS_AT;
  if (room < (current === "read-only" ? endOf(CRITICAL_BYTES) : CRITICAL_BYTES))
    return { limit: "read-only", reason: `the disk is full: ${inMebibytes(room, CRITICAL_BYTES)}` };
  if (room < (current === undefined ? LOW_BYTES : endOf(LOW_BYTES)))
    return { limit: "cancel-only", reason: `the disk is nearly full: ${inMebibytes(room, LOW_BYTES)}` };
  return undefined;
}

const inMebibytes = (room: number, mark: number): string =>
  `${Math.floor(Math.max(room, 0) / MEBIBYTE)} MiB are left beside the reserve, and ${(mark * ENDS_AT) / MEBIBYTE} MiB end this`;

/** Counts the free bytes of a directory's disk that a process without privileges may use. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
