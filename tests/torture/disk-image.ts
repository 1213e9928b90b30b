/** A small ext4 file system in a file, that can be filled, emptied and broken. It takes root and a free loop device. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { run, unmount } from "./disk-programs.ts";

export type DiskImage = {
  /** Where it is mounted. */
  readonly directory: string;
  /** Beside it, on another disk, for what must not fail with it. */
  readonly work: string;
  freeBytes(): number;
  /** Takes what room there is, but for so many bytes. */
  fill(leave: number): void;
  /** Gives back all that was taken. */
  empty(): void;
  /** Has the file system meet an error: it takes no more writes. */
  breakDown(): void;
  /** Unmounts, repairs and mounts it again. No process may have a file open there. */
  repair(): Promise<void>;
  close(): Promise<void>;
};

/** Makes and mounts one of this size. */
export function mountImage(bytes: number): DiskImage {
  const work = mkdtempSync(join(tmpdir(), "presage-disk-"));
  chmodSync(work, 0o755);
  const [image, directory] = [join(work, "image"), join(work, "mount")];
  mkdirSync(directory);
  run("truncate", "-s", String(bytes), image);
  // Without a part that only root may fill.
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
      // It ends with 1 when it has repaired something.
      execFileSync("sh", ["-c", 'e2fsck -fy "$0" || [ $? -eq 1 ]', image], { stdio: "ignore" });
      mount();
    },
    close: async () => {
      await unmount(directory);
      rmSync(work, { recursive: true });
    },
  };
}

/** Others may take some of it meanwhile: as much as there is, then. */
function fillWith(path: string, bytes: number): void {
  try {
    run("fallocate", "--length", String(bytes), path);
  } catch {
    execFileSync("sh", ["-c", 'cat /dev/zero > "$0" 2> /dev/null || true', path]);
  }
}
