/** The output of the log: its reader may stand still or go away, and a last line is not lost. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { MAX_WAITING, createLog, createLogOutput } from "../../src/log.ts";
import { until } from "../support/until.ts";

const directory = mkdtempSync(join(tmpdir(), "presage-log-"));
after(() => rmSync(directory, { recursive: true }));

const SETTINGS = { logLevel: "info", logFormat: "json", accessLog: false, headerPrefixes: ["SVC_"] } as const;

/** A pipe whose reader does nothing until it is told. */
function openPipe(name: string) {
  const path = join(directory, name);
  execFileSync("mkfifo", [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writing = openSync(path, constants.O_WRONLY);
  const buffer = Buffer.alloc(256 * 1024);
  let text = "";
  const read = (): string => {
    try {
      for (let bytes = 1; bytes > 0;) {
        bytes = readSync(reading, buffer);
        text += buffer.toString("latin1", 0, bytes);
      }
    } catch {
      // Nothing is there now.
    }
    return text;
  };
  return { reading, writing, read };
}

describe("the output of the log", () => {
  it("holds nobody up while its reader stands still, and tells then how many lines were dropped", async () => {
    const { reading, writing, read } = openPipe("still");
    const output = createLogOutput(writing);
    const log = createLog(SETTINGS, output);
    const lines = 3 * Math.ceil(MAX_WAITING / 1_000);
    for (let line = 0; line < lines; line += 1)
      log.info({ event: "database", line, text: "x".repeat(1_000) }, "a line");
    await until("all that was kept is read, and the others are told of", () =>
      read().includes("lines_dropped"),
    );
    await until("the last line is whole", () => read().endsWith("\n"));
    const told: { line?: number; count?: number; event: string; level: string }[] = read()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const kept = told.flatMap(({ line }) => line ?? []);
    const dropped = told.filter(({ event }) => event === "lines_dropped");
    assert.deepEqual(
      kept,
      kept.map((_line, index) => index),
    );
    assert.ok(kept.length > 500 && kept.length < lines);
    assert.equal(
      dropped.reduce((sum, { count = 0 }) => sum + count, 0),
      lines - kept.length,
    );
    assert.deepEqual([...new Set(dropped.map(({ level }) => level))], ["warn"]);
    output.close();
    for (const fd of [reading, writing]) closeSync(fd);
  });

  it("ends although nobody reads, and loses nothing that has room", () => {
    const { reading, writing, read } = openPipe("end");
    const output = createLogOutput(writing);
    output.write("first\n");
    output.write("last\n");
    output.close();
    assert.equal(read(), "first\nlast\n");
    output.write("after\n");
    assert.equal(read(), "first\nlast\nafter\n");
    for (const fd of [reading, writing]) closeSync(fd);
  });

  it("goes on after its reader has gone", async () => {
    const { reading, writing } = openPipe("gone");
    const output = createLogOutput(writing);
    closeSync(reading);
    for (let line = 0; line < 3; line += 1) {
      output.write("nobody hears\n");
      await new Promise((resolve) => void setImmediate(resolve));
    }
    output.close();
    closeSync(writing);
  });

  for (const end of [
    "process.exit(3)",
    "log.fatal({ event: 'uncaught' }, 'last'); process.kill(process.pid, 9)",
  ])
    it(`has the last line of a process that ends by ${end.slice(-27)}`, () => {
      const file = join(directory, "file.log");
      const program = `
        import { createLog, standardError } from ${JSON.stringify(new URL("../../src/log.ts", import.meta.url).href)};
        const log = createLog(${JSON.stringify(SETTINGS)}, standardError());
        log.info({ event: "database" }, "last");
        ${end}`;
      const fd = openSync(file, "w");
      spawnSync(process.execPath, ["--input-type=module", "-e", program], {
        stdio: ["ignore", "ignore", fd],
      });
      closeSync(fd);
      const lines = readFileSync(file, "utf8").trimEnd().split("\n");
      assert.equal(JSON.parse(lines.at(-1)!).msg, "last");
    });
});

describe("a line of the log", () => {
  const lineOf = (format: "json" | "pretty", text: string): string => {
    const lines: string[] = [];
    const log = createLog({ ...SETTINGS, logFormat: format }, { write: (line) => lines.push(line) });
    log.warn({ event: "request_failed", err: new Error(text), seq: 7, text, key: "a-b" }, text);
    assert.equal(lines.length, 1);
    return lines[0]!;
  };

  it("names its time, level and event in JSON", () => {
    const { time, level, event, msg, seq, ...others } = JSON.parse(lineOf("json", "told"));
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual([level, event, msg, seq], ["warn", "request_failed", "told", 7]);
    assert.deepEqual(Object.keys(others), ["err", "text", "key"]);
  });

  it("is for people where that is asked for, in which no client can write lines or commands of a terminal", () => {
    const [first = "", ...stack] = lineOf("pretty", "told\n\u001b[31m\u2028 all").trimEnd().split("\n");
    assert.match(
      first,
      /^\S+Z WARN {2}told\\u000a\\u001b\[31m\\u2028 all event=request_failed seq=7 text="told\\n\\u001b\[31m\\u2028 all" key=a-b$/,
    );
    assert.ok(stack.length > 1);
    for (const line of stack) assert.match(line, /^ {4}\S?/);
    assert.ok(!/[\p{Cc}\u2028]/u.test([first, ...stack].join("")));
  });

  it("of a request is written at any level, and only where requests are logged", () => {
    for (const [accessLog, count] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const lines: string[] = [];
      const log = createLog(
        { ...SETTINGS, logLevel: "silent", accessLog },
        { write: (line) => lines.push(line) },
      );
      log.fatal({ event: "insolvent" }, "not said");
      log.access?.({ method: "GET", status: 200 });
      assert.equal(lines.length, count);
    }
  });
});
