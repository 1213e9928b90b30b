/** The watch over the disk's room, told what the disk would say. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { RESERVE_BYTES, watchDiskSpace, withReserve } from "../../src/store/server/disk-space.ts";
import type { DiskSpace } from "../../src/store/server/disk-space.ts";
import { scratchRoot } from "../support/scratch-directory.ts";

const root = mkdtempSync(join(scratchRoot(), "presage-space-"));

after(() => rmSync(root, { recursive: true }));

const MEBIBYTE = 1024 * 1024;

type Watched = {
  readonly space: DiskSpace;
  readonly directory: string;
  readonly disk: { mebibytes: number };
  readonly changes: string[];
  readonly errors: unknown[];
};

async function watch(test: TestContext, mebibytes: number): Promise<Watched> {
  const directory = mkdtempSync(join(root, "data-"));
  const disk = { mebibytes };
  const errors: unknown[] = [];
  const space = await watchDiskSpace({
    directory,
    reserveAfterMs: 0,
    readFree: async () => {
      if (Number.isNaN(disk.mebibytes)) throw new Error("no answer");
      return disk.mebibytes * MEBIBYTE;
    },
    onError: (error) => errors.push(error),
  });
  test.after(() => space.close());
  const changes: string[] = [];
  space.follow((limit) => changes.push(limit?.limit ?? "none"));
  return { space, directory, disk, changes, errors };
}

const hasReserve = (directory: string): boolean => existsSync(join(directory, "reserve"));

describe("the room on the disk", () => {
  it("limits what is taken, gives up the reserve, and takes both back well above the marks", async (test) => {
    const { space, directory, disk, changes } = await watch(test, 1_000);
    assert.equal(statSync(join(directory, "reserve")).size, RESERVE_BYTES);
    // Free space as the disk has it: the reserve's 64 MiB are part of it once that is given up.
    const steps = [
      { free: 257, limit: undefined, reserve: true },
      { free: 255, limit: "cancel-only", reserve: true },
      { free: 300, limit: "cancel-only", reserve: true },
      { free: 65, limit: "cancel-only", reserve: true },
      { free: 63, limit: "read-only", reserve: false },
      { free: 63 + 64, limit: "read-only", reserve: false },
      { free: 79 + 64, limit: "read-only", reserve: false },
      { free: 81 + 64, limit: "cancel-only", reserve: true },
      { free: 319, limit: "cancel-only", reserve: true },
      { free: 321, limit: undefined, reserve: true },
      { free: 0, limit: "read-only", reserve: false },
      { free: 400, limit: undefined, reserve: true },
    ];
    for (const { free, limit, reserve } of steps) {
      disk.mebibytes = free;
      await space.look();
      assert.deepEqual([space.limit()?.limit, hasReserve(directory)], [limit, reserve], `${free} MiB`);
    }
    assert.deepEqual(changes, ["cancel-only", "read-only", "cancel-only", "none", "read-only", "none"]);
  });

  it("is told in words", async (test) => {
    const { space, disk } = await watch(test, 10);
    const told = "the disk is full: 0 MiB are left beside the reserve, and 80 MiB end this";
    assert.deepEqual(space.limit(), { limit: "read-only", reason: told });
    disk.mebibytes = 200;
    await space.look();
    assert.match(
      space.limit()?.reason ?? "",
      /^the disk is nearly full: 136 MiB are left beside the reserve/,
    );
  });

  it("stays as it was while nobody knows it", async (test) => {
    const { space, disk, errors } = await watch(test, 200);
    disk.mebibytes = Number.NaN;
    await space.look();
    assert.deepEqual([space.limit()?.limit, errors.length], ["cancel-only", 1]);
  });
});

describe("the reserve", () => {
  it("is given up for what cannot be written otherwise, once", () => {
    const directory = mkdtempSync(join(root, "data-"));
    const full = Object.assign(new Error("full"), { code: "ENOSPC" });
    const tries: number[] = [];
    const write = (succeedsAt: number) => () => {
      tries.push(succeedsAt);
      if (tries.length < succeedsAt) throw full;
    };
    withReserve(directory, write(2));
    assert.deepEqual(tries, [2, 2]);
    assert.throws(() => withReserve(directory, write(9)), full);
    assert.equal(tries.length, 4);
  });
});
