/**
 * A small ext4 file system in a file, which can be filled, emptied and broken. It needs root and a free loop device.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { run, unmount } from "./disk-programs.ts";

export type DiskImage = {
  /** Mount point. */
  readonly directory: string;
  /** Directory beside it, on another disk, for files that must not fail with it. */
  readonly work: string;
  freeBytes(): number;
  /** Takes all room but so many bytes. */
  fill(leave: number): void;
  /** Frees all room that `fill` took. */
  empty(): void;
  /** Gives the file system an error, after which it refuses writes. */
  breakDown(): void;
  /** Unmounts, repairs and mounts it again. No process may have a file open there. */
  repair(): Promise<void>;
  close(): Promise<void>;
};

/** Makes a file system of this size and mounts it. */
export function mountImage(bytes: number): DiskImage {
  const work = mkdtempSync(join(tmpdir(), "presage-disk-"));
  chmodSync(work, 0o755);
  const [image, directory] = [join(work, "image"), join(work, "mount")];
  mkdirSync(directory);
  run("truncate", "-s", String(bytes), image);
  // Leave no room that only root may fill.
  run("mkfs.ext4", "-q", "-F", "-m", "0", image);
  const mount = (): string => run("mount", "-o", "loop,errors=remount-ro", image, directory);
  mount();
  let fillers = 0;
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  };
  return {
    directory,
    work,
    freeBytes,
    fill: (leave) => {
      const taken = freeBytes() - leave;
      fillers += 1;
      if (taken > 0) fillWith(join(directory, `filler-${fillers}`), taken);
    },
    empty: () => {
      for (const name of readdirSync(directory))
        if (name.startsWith("filler-")) rmSync(join(directory, name));
    },
    breakDown: () => {
      const device = run("findmnt", "--noheadings", "--output", "SOURCE", directory);
      writeFileSync(`/sys/fs/ext4/${basename(device)}/trigger_fs_error`, "tortured");
    },
    repair: async () => {
      await unmount(directory);
      // An exit code of 1 means that something was repaired.
      execFileSync("sh", ["-c", 'e2fsck -fy "$0" || [ $? -eq 1 ]', image], { stdio: "ignore" });
      mount();
    },
    close: async () => {
      await unmount(directory);
      rmSync(work, { recursive: true });
    },
  };
}

/** Writes a file of this size. Others may take some room meanwhile: then it takes the rest. */
function fillWith(path: string, bytes: number): void {
  try {
    run("fallocate", "--length", String(bytes), path);
  } catch {
    execFileSync("sh", ["-c", 'cat /dev/zero > "$0" 2> /dev/null || true', path]);
  }
}
