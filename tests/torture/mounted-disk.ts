/**
 * A directory whose power can be cut: an ext4 file system on a loop device on the volatile disk (volatile-disk.ts). It
 * needs root, /dev/fuse and a free loop device, all of which server kernels have.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { run, unmount } from "./disk-programs.ts";
import type { DiskReport } from "./volatile-disk.ts";

/** Longest time that a cut waits for writes. */
const LONGEST_CUT_MS = 1_000;
const PROGRAM = join(import.meta.dirname, "volatile-disk.ts");

export type MountedDisk = {
  /** Mount point of its file system. */
  readonly directory: string;
  /**
   * Cuts the power, after `writes` more writes when they come soon. Then nothing reaches the disk any more, and a part
   * of its cache is lost as the seed says.
   */
  cut(plan: { readonly seed: number; readonly writes: number }): Promise<DiskReport>;
  /** Makes it answer flushes from now on without doing them. */
  lie(): void;
  /** Unmounts and ends it. No process may have a file open there. */
  close(): Promise<void>;
};

/** Makes a file system in a new image. */
export function createImage(image: string, bytes: number): void {
  run("truncate", "-s", String(bytes), image);
  run("mkfs.ext4", "-q", "-F", image);
}

/** Starts a disk on the image and mounts it; `work` is an empty directory for the mount points, or one used before. */
export async function mountDisk(image: string, work: string): Promise<MountedDisk> {
  const [fuse, directory] = [join(work, "fuse"), join(work, "disk")];
  for (const path of [fuse, directory]) mkdirSync(path, { recursive: true });
  const device = openSync("/dev/fuse", "r+");
  const stdio = ["ignore", "inherit", "inherit", device] as const;
  // In a process group of its own, which a Ctrl-C at the terminal does not reach.
  const server = spawn(process.execPath, [PROGRAM, image], { stdio: [...stdio], detached: true });
  const ended = once(server, "exit");
  const options = "fd=3,rootmode=40000,user_id=0,group_id=0";
  const mounting = spawn("mount", ["-i", "-t", "fuse", "-o", options, "volatile-disk", fuse], {
    stdio: [...stdio],
  });
  const [code] = await once(mounting, "exit");
  closeSync(device);
  if (code !== 0) throw new Error(`mount ended with ${code}: this takes root and /dev/fuse`);
  const control = join(fuse, "control");
  // Read the first line only: if the file is read in two parts, the second may belong to a later, longer text.
  const readReport = (): DiskReport => JSON.parse(readFileSync(control, "utf8").split("\n", 1)[0] ?? "");
  const loop = run("losetup", "--find", "--show", join(fuse, "disk"));
  run("mount", "-t", "ext4", loop, directory);
  return {
    directory,
    cut: async ({ seed, writes }) => {
      writeFileSync(control, `cut ${seed} ${writes}`);
      const deadline = performance.now() + (writes === 0 ? 0 : LONGEST_CUT_MS);
      while (readReport().left === undefined && performance.now() < deadline) await delay(1);
      if (readReport().left === undefined) writeFileSync(control, `cut ${seed} 0`);
      return readReport();
    },
    lie: () => writeFileSync(control, "lie"),
    close: async () => {
      await unmount(directory);
      run("losetup", "--detach", loop);
      await unmount(fuse);
      await ended;
    },
  };
}
