/** Commands that run with an exchange of their own, as real processes. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import {
  findServer,
  prepareDataDirectories,
  runPresage,
  spawnPresage,
  withoutSteps,
} from "../support/presage.ts";
import type { DataDirectories, Finished, Running } from "../support/presage.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { until } from "../support/until.ts";

/** Folder of temporary data directories. */
const folder = mkdtempSync(join(scratchRoot(), "presage-exec-"));
let directories: DataDirectories;

before(async () => {
  directories = await prepareDataDirectories();
});

after(() => {
  directories.close();
  rmSync(folder, { recursive: true });
});

const SPEC_ONLY = ["--polymarket-ports", "off", "--kuest-ports", "off"];

/** Runs `presage exec` with these settings and this command. */
const spawnExec = (
  test: TestContext,
  settings: readonly string[],
  command: readonly string[],
  environment: Record<string, string> = {},
): Running => spawnPresage(test, ["exec", ...settings, "--", ...command], { TMPDIR: folder, ...environment });

/** Checks an end: the exit code, the whole of standard output, and no data directory. */
function assertEnd({ code, stdout, stderr }: Finished, expected: Finished): void {
  assert.deepEqual({ code, stdout, stderr: withoutSteps(stderr) }, expected);
  assert.deepEqual(readdirSync(folder), []);
}

/** Prints the answers of the addresses in the environment. */
const ASK_ALL = `
const { env } = process;
const get = async (url, headers) => (await fetch(url, { headers })).status;
const connect = (url) => new Promise((resolve) => {
  const socket = new WebSocket(url);
  socket.onopen = () => { socket.close(); resolve("open"); };
  socket.onerror = () => resolve("refused");
});
console.log(JSON.stringify({
  trading: await Promise.all(["PRESAGE_TRADING_URL", "CLOB_API_URL", "KUEST_CLOB_URL", "RELAYER_URL"].map((name) => get(env[name] + "/ok"))),
  data: await Promise.all(["PRESAGE_DATA_URL", "DATA_API_URL", "KUEST_DATA_URL"].map((name) => get(env[name] + "/"))),
  catalog: await Promise.all(["PRESAGE_CATALOG_URL", "GAMMA_API_URL", "KUEST_GAMMA_URL"].map((name) => get(env[name] + "/events"))),
  web: await get(env.PRESAGE_URL + "/polymarket/trading/ok"),
  admin: await get(env.PRESAGE_ADMIN_URL + "/status", { authorization: "Bearer " + env.PRESAGE_ADMIN_TOKEN }),
  channels: await Promise.all(["WS_CLOB_URL", "WS_USER_URL", "RTDS_URL"].map((name) => connect(env[name]))),
  chain: env.CHAIN_ID,
  database: env.DATABASE_URL,
  tokenFile: env.PRESAGE_ADMIN_TOKEN_FILE,
}));
process.exitCode = 7;
`;

describe("presage exec", () => {
  it("gives a command the addresses, ends with its exit code, and leaves nothing", async (test) => {
    const tokenFile = join(directories.create(), "token");
    writeFileSync(tokenFile, `${"5e".repeat(32)}\n`, { mode: 0o600 });
    // The command's own database is none of the exchange's.
    const environment = { DATABASE_URL: "mysql://localhost/app", PRESAGE_ADMIN_TOKEN_FILE: tokenFile };
    const running = spawnExec(
      test,
      [],
      [process.execPath, "--input-type=module", "--eval", ASK_ALL],
      environment,
    );
    const { code, stdout, stderr } = await running.finished;
    assert.deepEqual([code, withoutSteps(stderr)], [7, ""]);
    assert.match(stdout, /^\{.+\}\n$/);
    assert.deepEqual(JSON.parse(stdout), {
      trading: [200, 200, 200, 200],
      data: [200, 200, 200],
      catalog: [200, 200, 200],
      web: 200,
      admin: 200,
      channels: ["open", "open", "open"],
      chain: "137",
      database: "mysql://localhost/app",
    });
    assert.deepEqual(readdirSync(folder), []);
  });

  it("has subcommands within the command ask its exchange", async (test) => {
    const presage = [process.execPath, join(import.meta.dirname, "..", "..", "bin", "presage.js")];
    const running = spawnExec(test, SPEC_ONLY, [...presage, "clock", "--json"]);
    const { code, stdout, stderr } = await running.finished;
    assert.deepEqual([code, withoutSteps(stderr)], [0, ""]);
    assert.ok(JSON.parse(stdout));
  });

  const refused = join(folder, "..");
  for (const [name, command, expected] of [
    [
      "0, with help as an argument of the command",
      ["sh", "-c", 'echo "$1"', "-", "--help"],
      { code: 0, stdout: "--help\n", stderr: "" },
    ],
    [
      "128 and the number of the signal that ended the command",
      ["sh", "-c", "echo one; kill -KILL $$"],
      { code: 137, stdout: "one\n", stderr: "" },
    ],
    [
      "127 for a command that is not found",
      ["no-such-program", "-x"],
      {
        code: 127,
        stdout: "",
        stderr: "presage: no-such-program is not found: name a file, or a program on PATH\n",
      },
    ],
    [
      "126 for a command that cannot be executed",
      [refused],
      { code: 126, stdout: "", stderr: `presage: ${refused} cannot be executed: spawn ${refused} EACCES\n` },
    ],
  ] as const)
    it(`ends with ${name}`, async (test) => {
      assertEnd(await spawnExec(test, SPEC_ONLY, command).finished, expected);
    });

  it("passes signals on, and ends when the command does", async (test) => {
    const script = `
      process.on("SIGINT", () => console.log("interrupted"));
      process.on("SIGTERM", () => process.exit(3));
      setInterval(() => {}, 1000);
      console.log("ready");
    `;
    const running = spawnExec(test, SPEC_ONLY, [process.execPath, "--eval", script]);
    await until("the command runs", () => running.output.stdout === "ready\n");
    running.process.kill("SIGINT");
    await until("the command has the signal", () => running.output.stdout !== "ready\n");
    assertEnd(await running.stop("SIGTERM"), { code: 3, stdout: "ready\ninterrupted\n", stderr: "" });
  });

  for (const step of ["loading the exchange", "opening the data directory", "loading the state"])
    it(`runs no command after a signal during its start: ${step}`, async (test) => {
      const running = spawnExec(test, SPEC_ONLY, ["echo", "run"]);
      await until("the start is underway", () => running.output.stderr.includes(step));
      assertEnd(await running.stop("SIGTERM"), { code: 143, stdout: "", stderr: "" });
    });

  it("runs no command where the exchange does not start", async (test) => {
    for (const [settings, reason] of [
      [["--port", "70001"], /^presage: --port: expected a port from 0 to 65535, got "70001"\n$/],
      [["--mode", "production"], /^presage: A temporary exchange removes all that was acknowledged, .*\n$/],
      [
        ["--database-url", "postgres://h/d"],
        /^presage: A temporary exchange brings .*: leave DATABASE_URL out\n$/,
      ],
      [["--data-dir", "/dev/null/data"], /^presage: The data directory .* cannot be used: .*\n$/],
    ] as const) {
      const { code, stdout, stderr } = await spawnExec(test, settings, ["echo", "run"]).finished;
      assert.deepEqual([code, stdout], [125, ""]);
      assert.match(withoutSteps(stderr), reason);
    }
    assert.deepEqual(readdirSync(folder), []);
  });

  it("asks for a command with an example", async (test) => {
    for (const args of [[], ["--"], ["npm", "test"], ["--port", "0"]])
      assert.deepEqual(await runPresage(test, ["exec", ...args]), {
        code: 125,
        stdout: "",
        stderr:
          "presage: exec needs a command after --, as in presage exec -- npm test; see presage exec --help\n",
      });
    const { code, stderr } = await runPresage(test, ["exec", "npm", "--", "test"]);
    assert.deepEqual(
      [code, stderr],
      [125, 'presage: exec takes no operands, got "npm"; see presage exec --help\n'],
    );
  });

  it("stops the command when the exchange fails, and leaves a data directory that was named", async (test) => {
    const directory = directories.create();
    const cluster = join(directory, "postgres", "cluster");
    const script =
      `for log in ${cluster}/log/*; do echo 'PANIC:  could not fsync file' >> "$log"; done; ` +
      `kill -QUIT $(head -n 1 ${cluster}/postmaster.pid); exec sleep 1000`;
    const settings = ["--data-dir", directory, ...SPEC_ONLY, "--log-level", "silent"];
    const { code, stdout, stderr } = await spawnExec(test, settings, ["sh", "-c", script]).finished;
    assert.deepEqual(
      { code, stdout, server: findServer(directory) },
      { code: 125, stdout: "", server: undefined },
    );
    assert.match(
      stderr,
      /^presage: the database failed, stopping: .+\npresage: the exchange ended before sh, which is stopped\n$/,
    );
    assert.ok(readdirSync(directory).includes("admin-token"));
  });
});
