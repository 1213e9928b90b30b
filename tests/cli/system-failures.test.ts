/**
 * The kind: a command that ends with the bare code of the system. Walks over the codes that a start, backup, restore, export or
 * import can end with, alone and as the cause of another error: each names its path and the remedy.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { failureText } from "../../src/cli/terminal/failure-text.ts";
import { streamDurably } from "../../src/operate/backup/framed-file.ts";
import { writeDurably } from "../../src/store/server/disk-space.ts";
import { takeFileLock } from "../../src/store/server/data-directory.ts";
import { freeAt, withPath } from "../../src/store/server/server-log.ts";

const directory = mkdtempSync(join(tmpdir(), "presage-failures-"));
after(() => rmSync(directory, { recursive: true, force: true }));

const CODES =
  "ENOSPC EDQUOT EFBIG EROFS EACCES EPERM EMFILE ENFILE ENOENT ENOTDIR EISDIR EEXIST ENOTEMPTY ENAMETOOLONG ELOOP EBUSY EIO ENOMEM";

const failing = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing failed");
};

const SENTENCE = /^\S.*: [-a-z' ,0-9]+ \(E[A-Z]+\); [a-z].{8,}$/;

describe("a failure of the system", () => {
  for (const code of CODES.split(" "))
    it(`is told with path and remedy: ${code}`, () => {
      const path = join(directory, "x/y");
      const message = `${code}: as the system says it, open '${path}'`;
      const error = Object.assign(new Error(message), { code, syscall: "open", path });
      const told = failureText(error);
      assert.match(told, SENTENCE);
      assert.ok(told.startsWith(`${path}: `) && !told.includes(message), told);
      assert.equal(/, \d+ bytes are free \(/.test(told), code === "ENOSPC" || code === "EDQUOT");
      const wrapped = new Error(`The backup cannot be written: ${message}. Nothing was done.`, {
        cause: error,
      });
      assert.equal(failureText(wrapped), `The backup cannot be written: ${told}. Nothing was done.`);
    });

  it("is told of ports", () => {
    const terms = { code: "EADDRINUSE", syscall: "listen", address: "127.0.0.1", port: 8000 };
    const told = failureText(Object.assign(new Error("listen EADDRINUSE: address already in use"), terms));
    assert.equal(
      told,
      "127.0.0.1:8000: the address is taken (EADDRINUSE); stop what uses it, or name another port",
    );
  });

  it("has the path where the system names none", { skip: process.platform !== "linux" }, () => {
    const full = openSync("/dev/full", "w");
    const error = failing(() => writeSync(full, "x"));
    closeSync(full);
    assert.match(
      failureText(withPath("/dev/full", error)),
      /^\/dev\/full: the disk is full, \d+ bytes are free \(ENOSPC\); free/,
    );
  });

  it("is told as the system gives it", async () => {
    const file = join(directory, "file");
    writeFileSync(file, "");
    for (const [work, said] of [
      [
        () => readFileSync(join(directory, "none")),
        /none: there is no such file or directory \(ENOENT\); make it/,
      ],
      [() => readFileSync(directory), /a directory, and a file is expected \(EISDIR\)|EISDIR/],
      [
        () => writeDurably(join(file, "x"), ""),
        /file\/x\.new: a name above it is that of a file \(ENOTDIR\)/,
      ],
      [() => mkdirSync(join(directory, "y".repeat(300))), /the name is too long \(ENAMETOOLONG\)/],
    ] as const)
      assert.match(failureText(failing(work)), said);
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from("x");
    };
    await assert.rejects(streamDurably(join(directory, "no/dir"), pieces()), (error) => {
      assert.match(failureText(error), /no\/dir.*: there is no such file or directory \(ENOENT\)/);
      return true;
    });
  });

  it("is counted at the nearest directory that is there", () =>
    assert.ok((freeAt(join(directory, "a/b/c")) ?? 0) > 0));
});

const disk = join(directory, "disk");
mkdirSync(disk);
const isMounted =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]).status === 0;

describe("a disk that is full", { skip: !isMounted && "needs root, who may mount one" }, () => {
  after(() => spawnSync("umount", [disk]));

  it("is named with its path and free bytes by each write: secrets, the lock, files that are streamed", async () => {
    writeFileSync(join(disk, "lock"), "");
    assert.throws(() => writeFileSync(join(disk, "fill"), Buffer.alloc(100_000)));
    const full = (path: string) =>
      new RegExp(`^${disk}/${path}.*: the disk is full, 0 bytes are free \\(ENOSPC\\); free`);
    assert.match(
      failureText(failing(() => writeDurably(join(disk, "secret"), "x".repeat(9_000)))),
      full("secret"),
    );
    assert.match(failureText(failing(() => takeFileLock(join(disk, "lock")))), full("lock"));
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(9_000);
    };
    await assert.rejects(streamDurably(join(disk, "export"), pieces()), (error) => {
      assert.match(failureText(error), full("export"));
      return true;
    });
  });

  it("ends a start with path, bytes free and needed, and the remedy", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, "../../bin/presage.js"), "start", "--data-dir", disk, "--free-ports"],
      { encoding: "utf8", env: { PATH: process.env["PATH"], HOME: process.env["HOME"] } },
    );
    assert.equal(status, 1);
    assert.match(
      stderr,
      new RegExp(
        `the disk of ${disk} is full, 0 bytes are free there, and to start and take orders it needs \\d+\\. Free some space`,
      ),
    );
  });
});
