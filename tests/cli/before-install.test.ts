/**
 * Commands without what they need: of a clone whose packages are not installed, of a package that is unpacked only, and of
 * tests without the programs that they run. Each ends with an exit code and names the step that is missing.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";

const ROOT = join(import.meta.dirname, "..", "..");
const NODE_FOLDER = dirname(process.execPath);
/** Files that every package has, and those that a clone has beside them. */
const PACKED = ["bin", "package.json"];
const SOURCES = [
  "src",
  "bundle.js",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "web/build.js",
  "web/channels-viewer.js",
];

/** Lines of a stack trace, and codes that mean something to programmers alone. */
const TRACE = /^\s+at |ERR_|MODULE_NOT_FOUND|Cannot find/m;

const folder = mkdtempSync(join(tmpdir(), "presage-before-install-"));
const clone = join(folder, "clone");
const unpacked = join(folder, "package");

/** Runs a program there with the Node.js of this process, and without the programs of this clone's packages. */
function run(cwd: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((one) => !one.includes("node_modules"));
  const path = [NODE_FOLDER, ...folders].join(delimiter);
  const { CI: _ci, npm_command: _command, ...rest } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...rest, PATH: path, ...env },
    encoding: "utf8",
  });
  return { status, said: `${stdout}${stderr}` };
}

before(() => {
  for (const file of PACKED)
    for (const target of [clone, unpacked]) cpSync(join(ROOT, file), join(target, file), { recursive: true });
  for (const file of SOURCES) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(ROOT, file), join(clone, file), { recursive: true });
  }
});

after(() => rmSync(folder, { recursive: true, force: true }));

describe("a clone before npm ci", () => {
  for (const args of [["start"], ["run", "build"], ["pack"]])
    it(`has npm ${args.join(" ")} name npm ci`, () => {
      const { status, said } = run(clone, "npm", args);
      assert.equal(status, 1, said);
      assert.match(said, /run npm ci first/i);
      assert.doesNotMatch(said, TRACE);
    });
});

describe("a package that is unpacked only", () => {
  it("has the command name npm install", () => {
    const { status, said } = run(unpacked, process.execPath, ["bin/presage.js", "start"]);
    assert.equal(status, 1);
    assert.equal(
      said,
      `presage: the packages that it runs on are not installed: run npm install --omit=dev first, in ${unpacked}\n`,
    );
  });

  it("has nothing to prepare", () => {
    assert.deepEqual(run(unpacked, process.execPath, ["bin/prepare.js"]), { status: 0, said: "" });
  });
});

describe("the preparation of a clone", () => {
  it("is left to the scripts of a pack", () => {
    const env = { npm_command: "pack" };
    assert.deepEqual(run(clone, process.execPath, ["bin/prepare.js"], env), { status: 0, said: "" });
  });

  it("says what is left out where packages for development are missing", () => {
    const { status, said } = run(clone, process.execPath, ["bin/prepare.js"]);
    assert.equal(status, 0, said);
    assert.match(said, /No bundle is made: rolldown, [^]+The web page is not there: vite, /);
    assert.doesNotMatch(said, TRACE);
  });
});

const PROGRAMS = join(folder, "programs");
before(() => mkdirSync(PROGRAMS));

const isRoot = process.platform === "linux" && process.getuid?.() === 0;

/** Tests that run programs of operators, each with its first words and the programs that it misses here. */
const TOOL_TESTS = [
  {
    file: "container",
    notTested: "he container is not tested.",
    missing: isRoot ? /buildah, podman, [^]*apt-get install buildah podman/ : /Linux alone|by root/,
  },
  {
    file: "deploy",
    notTested: "he files of deploy/ are not all tested.",
    missing: /program (go|python3) is missing[^]+program systemd-analyze is missing/,
  },
] as const;

for (const { file, notTested, missing } of TOOL_TESTS)
  describe(`npm run test:${file} without its programs`, () => {
    const main = join(ROOT, "tests", file, "main.ts");
    const env = { PATH: PROGRAMS, XDG_CACHE_HOME: PROGRAMS };

    it("fails, and names them and where they are to be had", () => {
      const { status, said } = run(folder, process.execPath, [main], env);
      assert.equal(status, 1, said);
      assert.ok(said.startsWith(`T${notTested} `), said);
      assert.ok(said.endsWith(`npm run test:${file} -- --skip-without-tools\n`), said);
      assert.match(said, missing);
      assert.doesNotMatch(said, TRACE);
    });

    it("is skipped where --skip-without-tools is given, and says so", () => {
      const { status, said } = run(folder, process.execPath, [main, "--skip-without-tools"], env);
      assert.equal(status, 0, said);
      assert.ok(said.startsWith(`Skipped: t${notTested} `), said);
      assert.match(said, missing);
    });
  });
