/**
 * The systemd unit in deploy/: the process that it starts, and its end when systemd stops it. The test does the work of
 * systemd: the command of ExecStart leads a process group, and SIGTERM goes to one process or to all of its
 * descendants.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  accessSync,
  constants,
  copyFileSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { readInstance } from "../../src/store/server/data-directory.ts";
import { atDepth } from "../support/depth.ts";
import { ANY_PORTS, environmentWith, findServer, prepareDataDirectories } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { until } from "../support/until.ts";

const ROOT = join(import.meta.dirname, "..", "..");
/** Link to the launcher, which the guide makes. */
const LINK = "/usr/local/bin/presage";
const LAUNCHER = join(ROOT, "deploy", "presage");
const UNIT = readFileSync(join(ROOT, "deploy", "presage.service"), "utf8");

/** Reads the values of a setting of the unit, in their order. */
const valuesOf = (name: string): string[] =>
  UNIT.split("\n")
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));

const environmentOf = (directory: string): NodeJS.ProcessEnv => {
  const settings = Object.fromEntries(valuesOf("Environment").map((one) => one.split(/=(.*)/s, 2)));
  return environmentWith({ ...settings, PRESAGE_DATA_DIR: directory });
};

/** Arguments of ExecStart. */
const [PROGRAM = "", ...ARGUMENTS] = valuesOf("ExecStart").flatMap((command) => command.split(" "));
/** Path in which no Node.js is, as a unit may have it. */
const BARE_PATH = "/usr/bin:/bin";

/** Lists the process and all its descendants, as its control group has them. */
function controlGroupOf(pid: number): number[] {
  const listed = execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const processes = listed.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] => {
    const children = processes.filter(([, of]) => of === parent).map(([child]) => child!);
    return [parent, ...children.flatMap(below)];
  };
  return below(pid);
}

function signal(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGTERM");
    } catch {
      // It ended when the one before it was told.
    }
  }
}

const serverLogOf = (directory: string): string =>
  globSync(join(directory, "postgres", "cluster", "log", "*"))
    .map((file) => readFileSync(file, "utf8"))
    .join("");

let directories: DataDirectories;
let link: string;

before(async () => {
  directories = await prepareDataDirectories();
  link = join(directories.create(), "presage");
  symlinkSync(LAUNCHER, link);
});

after(() => directories.close());

async function startUnit(test: TestContext, directory: string) {
  const child = spawn(link, [...ARGUMENTS, ...ANY_PORTS], {
    cwd: ROOT,
    env: environmentOf(directory),
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  test.after(() => child.kill("SIGKILL"));
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (printed += text));
  await until("the exchange is open", () => printed.includes("Stop with Ctrl-C"));
  return { pid: child.pid!, ended: once(child, "close") };
}

const MIXED = ["mixed", (pid: number) => [pid]] as const;
/** Kill modes with the processes that get the signal: that of the unit, and the default of systemd. */
const MODES = atDepth({ quick: [], deep: [MIXED, ["control-group", controlGroupOf] as const] });

describe("the systemd unit", () => {
  it("is the one that the operators' guide shows", () => {
    const guide = readFileSync(join(ROOT, "docs", "operating", "systemd.md"), "utf8");
    assert.ok(guide.includes(`\`\`\`ini\n${UNIT}\`\`\``));
  });

  it("starts the link that the guide makes, and is started at boot", () => {
    assert.match(UNIT, /^\[Unit\]\n[^]*\n\[Service\]\n[^]*\n\[Install\]\nWantedBy=multi-user\.target\n$/);
    assert.deepEqual([PROGRAM, ...ARGUMENTS], [LINK, "start"]);
    const guide = readFileSync(join(ROOT, "docs", "operating", "systemd.md"), "utf8");
    assert.match(guide, /^ln -s \/opt\/presage\/deploy\/presage \/usr\/local\/bin\/$/m);
    accessSync(LAUNCHER, constants.X_OK);
  });

  it("counts as started once the exchange is ready, before systemd gives up", () => {
    const start = valuesOf("ExecStart")[0]!.split(" ").slice(0, -1);
    const [post = ""] = valuesOf("ExecStartPost");
    assert.deepEqual(post.split(" ").slice(0, -1), [...start, "health", "--wait"]);
    assert.ok(Number(post.split(" ").at(-1)) < Number(valuesOf("TimeoutStartSec")[0]));
  });

  it("has a launcher that works through a link, from any directory and without a Node in the path", () => {
    const env = { PATH: BARE_PATH };
    const shown = execFileSync(link, ["help"], { cwd: "/", env, encoding: "utf8" });
    assert.match(shown, /^Usage:\n {2}presage start /);
  });

  it("has a launcher that becomes the runtime of the install: beside the program, or beside the package", () => {
    const folder = realpathSync(directories.create());
    for (const [program, packages] of [
      ["unpacked", "unpacked/node_modules"],
      ["node_modules/presage-exchange", "node_modules"],
    ] as const) {
      const [launcher, runtime] = [
        join(folder, program, "deploy", "presage"),
        join(folder, packages, ".bin"),
      ];
      for (const one of [dirname(launcher), runtime]) mkdirSync(one, { recursive: true });
      copyFileSync(LAUNCHER, launcher);
      // It tells by its process that no other stands between.
      writeFileSync(join(runtime, "node"), '#!/bin/sh\necho $$ "$0" "$@"\n', { mode: 0o755 });
      const { pid, stdout } = spawnSync(launcher, ["start"], { env: { PATH: BARE_PATH }, encoding: "utf8" });
      const [shown, started = "", ...rest] = stdout.trim().split(" ");
      assert.deepEqual([shown, ...rest], [String(pid), join(folder, program, "bin", "presage.js"), "start"]);
      assert.equal(realpathSync(started), join(runtime, "node"));
    }
  });

  it("has a launcher that names what is missing", () => {
    const launcher = join(directories.create(), "deploy", "presage");
    mkdirSync(dirname(launcher));
    copyFileSync(LAUNCHER, launcher);
    const tools = directories.create();
    for (const tool of ["dirname", "readlink"]) symlinkSync(join("/usr/bin", tool), join(tools, tool));
    const { status, stderr } = spawnSync("/bin/sh", [launcher, "start"], {
      env: { PATH: tools },
      encoding: "utf8",
    });
    assert.equal(status, 1);
    assert.match(stderr, /^presage: no Node\.js is beside \S+: run npm ci there in a clone, npm install /);
  });

  for (const [mode, told] of MODES) {
    it(`is stopped cleanly with its database: KillMode=${mode}`, async (test) => {
      const directory = directories.create();
      const first = await startUnit(test, directory);
      const group = controlGroupOf(first.pid);
      assert.ok(group.includes(findServer(directory)!), "PostgreSQL is in the control group");
      signal(told(first.pid));
      assert.deepEqual(await first.ended, [0, null]);
      await until("nothing of it is left", () => findServer(directory) === undefined);
      assert.equal(readInstance(directory), undefined);

      rmSync(join(directory, "postgres", "cluster", "log"), { recursive: true });
      const second = await startUnit(test, directory);
      signal([second.pid]);
      assert.deepEqual(await second.ended, [0, null]);
      const log = serverLogOf(directory);
      assert.match(log, /database system was shut down at/);
      assert.doesNotMatch(log, /recovery/);
    });
  }

  it("names the kill mode that leaves PostgreSQL to the exchange, and waits for both", () => {
    assert.deepEqual(valuesOf("KillMode"), ["mixed"]);
    // PostgreSQL is given 60 s to stop, and then 10 s more.
    assert.ok(Number(valuesOf("TimeoutStopSec")[0]) > 70);
  });
});
