import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, describe, it } from "node:test";
import {
  openDataDirectory,
  readInstance,
  readOrCreateSecret,
  writeInstance,
} from "../../src/store/server/data-directory.ts";
import { startChildProgram } from "../support/child-program.ts";

const root = mkdtempSync(join(tmpdir(), "presage-directory-"));
const holderProgram = new URL("../support/hold-data-directory.ts", import.meta.url);
let count = 0;
let directory = "";

beforeEach(() => {
  count += 1;
  directory = join(root, `${count}`, "data");
});

after(() => rmSync(root, { recursive: true }));

describe("opening a data directory", () => {
  it("creates it for its owner alone", () => {
    const opened = openDataDirectory(directory);
    assert.equal(statSync(directory).mode & 0o777, 0o700);
    opened.close();
  });

  it("is refused where no directory can be made", { skip: process.platform !== "linux" }, () => {
    assert.throws(
      () => openDataDirectory("/proc/presage/data"),
      /^Error: The data directory .* cannot be used: /,
    );
  });

  it("is refused while it is open in the same process, and allowed after it was closed", () => {
    const opened = openDataDirectory(directory);
    assert.throws(() => openDataDirectory(directory), /in use by another process \(pid \d+\)/);
    opened.close();
    opened.close();
    openDataDirectory(directory).close();
  });

  it("is refused in a second process, in one sentence that names the holder", async (test) => {
    const opened = openDataDirectory(directory);
    assert.throws(() => openDataDirectory(directory), /in use/);
    assert.equal(readInstance(directory)?.pid, process.pid);
    const second = startChildProgram(test, holderProgram, [directory]);
    await assert.rejects(
      second.next(),
      new RegExp(`Error: The data directory .*data is in use by another process \\(pid ${process.pid}\\)\\.`),
    );
    opened.close();
  });

  it("is allowed at once after a kill -9 of the holder", async (test) => {
    const holder = startChildProgram(test, holderProgram, [directory]);
    await holder.next();
    assert.throws(() => openDataDirectory(directory), new RegExp(`pid ${holder.process.pid}`));
    await holder.kill("SIGKILL");
    openDataDirectory(directory).close();
  });

  it("lets exactly one of many processes in", async (test) => {
    const holders = Array.from({ length: 4 }, () => startChildProgram(test, holderProgram, [directory]));
    const outcomes = await Promise.allSettled(holders.map((holder) => holder.next()));
    assert.equal(outcomes.filter((outcome) => outcome.status === "fulfilled").length, 1);
    await Promise.all(holders.map((holder) => holder.kill("SIGKILL")));
  });

  it("names a lock file that holds something else, and the cure, which works", () => {
    for (const text of ["garbage\n", "\u0000".repeat(100), "SQLite format 3\u0000", "g".repeat(9000)]) {
      openDataDirectory(directory).close();
      const lock = join(directory, "lock");
      writeFileSync(lock, text);
      const says = new RegExp(`${lock} is no lock: it holds something else\\. .* delete the file;`);
      assert.throws(() => openDataDirectory(directory), says);
      assert.throws(() => readInstance(directory), says);
      assert.equal(readFileSync(lock, "utf8"), text);
      rmSync(lock);
      openDataDirectory(directory).close();
    }
  });

  it("says what is wrong with a path that is a file", () => {
    writeFileSync(join(root, "file"), "");
    assert.throws(
      () => openDataDirectory(join(root, "file")),
      /^Error: The data directory .* cannot be used: E/,
    );
  });
});

describe("the running instance", () => {
  it("is found while its process lives", async (test) => {
    assert.equal(readInstance(directory), undefined);
    const holder = startChildProgram(test, holderProgram, [directory]);
    await holder.next();
    const expected = { pid: holder.process.pid, adminAddress: "http://127.0.0.1:7004" };
    assert.deepEqual(readInstance(directory), expected);
    await holder.kill("SIGKILL");
    assert.equal(readInstance(directory), undefined);
  });

  it("has no address until one is written", () => {
    const opened = openDataDirectory(directory);
    assert.deepEqual(readInstance(directory), { pid: process.pid });
    writeInstance(opened.path, { pid: process.pid, adminAddress: "http://127.0.0.1:1" });
    assert.deepEqual(readInstance(directory), { pid: process.pid, adminAddress: "http://127.0.0.1:1" });
    opened.close();
    assert.equal(readInstance(directory), undefined);
  });

  it("does not disturb a start by being asked for", () => {
    for (let round = 0; round < 20; round += 1) {
      const opened = openDataDirectory(directory);
      readInstance(directory);
      opened.close();
      readInstance(directory);
    }
  });
});

describe("a secret", () => {
  it("is made once, kept, and readable by its owner alone", () => {
    const opened = openDataDirectory(directory);
    const secret = readOrCreateSecret(opened.path, "master-key", 32);
    assert.match(secret, /^[0-9a-f]{64}$/);
    assert.equal(readOrCreateSecret(opened.path, "master-key", 32), secret);
    assert.notEqual(readOrCreateSecret(opened.path, "admin-token", 32), secret);
    assert.equal(statSync(join(directory, "master-key")).mode & 0o777, 0o600);
    assert.equal(readFileSync(join(directory, "master-key"), "utf8"), `${secret}\n`);
    opened.close();
  });

  const damaged = [
    { what: "empty", text: "" },
    { what: "short", text: "ab".repeat(31) },
    { what: "long", text: "ab".repeat(33) },
    { what: "not hexadecimal", text: "zz".repeat(32) },
    { what: "two lines", text: `${"ab".repeat(16)}\n${"ab".repeat(16)}` },
  ];
  for (const { what, text } of damaged) {
    it(`is refused, and left alone, when it is ${what}`, () => {
      const opened = openDataDirectory(directory);
      const path = join(opened.path, "master-key");
      writeFileSync(path, text);
      assert.throws(
        () => readOrCreateSecret(opened.path, "master-key", 32),
        /master-key is damaged: expected 64/,
      );
      assert.equal(readFileSync(path, "utf8"), text);
      opened.close();
    });
  }
});
