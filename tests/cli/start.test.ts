import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { readInstance } from "../../src/store/data-directory.ts";
import { testListing } from "../support/exchange.ts";
import {
  ANY_PORTS,
  findServer,
  prepareDataDirectories,
  runPresage,
  spawnPresage,
  startPresage,
} from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { until } from "../support/until.ts";

let directories: DataDirectories;

before(async () => {
  directories = await prepareDataDirectories();
});

after(() => directories.close());

/** Lists an event through the operator API, and says whether it was new to the exchange. */
async function list({ addresses }: Started, directory: string): Promise<string> {
  const token = readFileSync(join(directory, "admin-token"), "utf8").trim();
  const response = await fetch(`${addresses.admin}/listings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify([testListing([{ name: "a kept promise" }])]),
  });
  assert.equal(response.status, 200);
  const [{ result }] = (await response.json()) as [{ result: string }];
  return result;
}

/** The faucet refuses an empty request where there is one. */
async function askFaucet({ addresses }: Started): Promise<number> {
  const response = await fetch(`${addresses.trading}/sandbox/faucet`, { method: "POST", body: "{}" });
  return response.status;
}

async function getJson(url: string): Promise<{ data: unknown[] }> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return (await response.json()) as { data: unknown[] };
}

describe("presage start", () => {
  it("prints its addresses and what to paste into a client's shell", async (test) => {
    const directory = directories.create();
    const running = spawnPresage(test, ["--data-dir", directory, ...ANY_PORTS]);
    await until("the text is printed", () => running.output.stdout.includes("Stop with Ctrl-C"));
    const { stdout } = running.output;
    assert.match(stdout, /^Presage is running in sandbox mode\. Data: \//);
    const trading = /Trading interface +(http:\/\/127\.0\.0\.1:\d+)\n/.exec(stdout)?.[1];
    assert.ok(stdout.includes(`  export PRESAGE_TRADING_URL=${trading}\n`));
    for (const name of ["CLOB_API_URL", "KUEST_CLOB_URL", "CHAIN_ID"])
      assert.match(stdout, new RegExp(`^ {2}export ${name}=\\S+`, "m"));
    assert.equal((await fetch(`${trading}/ok`)).status, 200);
    assert.equal((await running.stop("SIGTERM")).stderr, "");
  });

  it("ends with 0 at a SIGTERM, stops its database, and finds its data at the next start", async (test) => {
    const directory = directories.create();
    const first = await startPresage(test, directory);
    assert.deepEqual(Object.keys(first.addresses).sort(), ["admin", "kuest", "polymarket", "trading", "web"]);
    assert.equal(await list(first, directory), "listed");
    assert.notEqual(findServer(directory), undefined);
    const { code, stderr } = await first.stop("SIGTERM");
    assert.deepEqual(
      { code, stderr, server: findServer(directory) },
      { code: 0, stderr: "", server: undefined },
    );

    const second = await startPresage(test, directory);
    assert.equal(await list(second, directory), "unchanged");
    assert.equal((await second.stop("SIGTERM")).code, 0);
  });

  it("ends with 0 at a Ctrl-C, which the whole process group gets", async (test) => {
    const directory = directories.create();
    const running = await startPresage(test, directory);
    const { code, stderr } = await running.stop("SIGINT", "group");
    assert.deepEqual(
      { code, stderr, server: findServer(directory) },
      { code: 0, stderr: "", server: undefined },
    );
  });

  it("ends when it is npm that gets the SIGTERM, as from a supervisor", async (test) => {
    const directory = directories.create();
    const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("PRESAGE_"));
    const npm = spawn("npm", ["start", "--silent", "--", "--json", "--data-dir", directory, ...ANY_PORTS], {
      cwd: join(import.meta.dirname, "..", ".."),
      env: Object.fromEntries(environment),
      stdio: ["ignore", "pipe", "inherit"],
    });
    test.after(() => npm.kill("SIGKILL"));
    await once(npm.stdout, "data");
    assert.notEqual(findServer(directory), undefined);
    npm.kill("SIGTERM");
    await until("everything has ended", () => findServer(directory) === undefined);
    await until("the data is free", () => readInstance(directory) === undefined);
  });

  it("names a port that is taken, and leaves nothing running", async (test) => {
    const directory = directories.create();
    const holder = createServer().listen(0, "127.0.0.1");
    test.after(() => holder.close());
    await once(holder, "listening");
    const { port } = holder.address() as { port: number };
    const args = ["--data-dir", directory, ...ANY_PORTS, "--kuest-ports", `${port},0,0`];
    const { code, stdout, stderr } = await runPresage(test, args);
    assert.deepEqual(
      { code, stdout, server: findServer(directory) },
      { code: 1, stdout: "", server: undefined },
    );
    assert.match(
      stderr,
      new RegExp(`^presage: port ${port} of 127\\.0\\.0\\.1 is taken: .*PRESAGE_KUEST_PORTS\\n$`),
    );
  });

  it("refuses a data directory that another exchange has open, which goes on", async (test) => {
    const directory = directories.create();
    const first = await startPresage(test, directory);
    const { code, stderr } = await runPresage(test, ["--data-dir", directory, ...ANY_PORTS]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(`^presage: The data directory .* is in use .*pid ${first.process.pid}\\).*\\n$`),
    );
    assert.equal((await fetch(`${first.addresses.trading}/ok`)).status, 200);
    assert.equal((await first.stop("SIGTERM")).code, 0);
  });

  it("adopts the database that a kill -9 left behind, with all that was acknowledged", async (test) => {
    const directory = directories.create();
    const killed = await startPresage(test, directory);
    assert.equal(await list(killed, directory), "listed");
    const server = findServer(directory);
    assert.equal((await killed.stop("SIGKILL")).code, null);
    assert.equal(findServer(directory), server);

    const next = await startPresage(test, directory);
    assert.equal(findServer(directory), server);
    assert.equal(await list(next, directory), "unchanged");
    assert.equal((await next.stop("SIGTERM")).code, 0);
    assert.equal(findServer(directory), undefined);
  });
});

describe("production mode", () => {
  it("has no faucet, no demo catalog and no other dialects", async (test) => {
    const ports = ["--port", "--trading-port", "--admin-port"].flatMap((flag) => [flag, "0"]);
    const directory = directories.create();
    const running = await startPresage(test, directory, ["--mode", "production", ...ports]);
    const { addresses } = running;
    assert.deepEqual(Object.keys(addresses).sort(), ["admin", "trading", "web"]);
    assert.equal(await askFaucet(running), 404);
    assert.deepEqual((await getJson(`${addresses.trading}/markets`)).data, []);
    assert.equal((await running.stop("SIGTERM")).code, 0);
  });

  it("is not the default: a sandbox has a faucet and a demo catalog", async (test) => {
    const running = await startPresage(test, directories.create());
    assert.notDeepEqual((await getJson(`${running.addresses.trading}/markets`)).data, []);
    assert.equal(await askFaucet(running), 400);
    assert.equal((await running.stop("SIGTERM")).code, 0);
  });
});

type Refused = readonly [
  what: string,
  args: readonly string[],
  settings: Record<string, string>,
  says: RegExp,
];

const REFUSED: readonly Refused[] = [
  [
    "an unknown setting",
    [],
    { PRESAGE_PROT: "1" },
    /PRESAGE_PROT is not a setting; known are .*PRESAGE_PORT/,
  ],
  [
    "a malformed setting",
    [],
    { PRESAGE_TRADING_PORT: "70x" },
    /PRESAGE_TRADING_PORT: expected a port .*"70x"/,
  ],
  ["a malformed flag", ["--mode", "test"], {}, /PRESAGE_MODE: expected sandbox, production, got "test"/],
  ["an unknown flag", ["start", "--prot", "1"], {}, /--prot is not a flag; known are .*--port/],
  ["a flag without its value", ["start", "--port"], {}, /--port needs a value/],
  ["an unknown subcommand", ["strat"], {}, /presage has no subcommand "strat"; see presage help/],
  ["a name that every object has", ["toString"], {}, /presage has no subcommand "toString"/],
  ["help on an unknown subcommand", ["help", "strat"], {}, /presage has no subcommand "strat"/],
  ["an import of nothing", ["import"], {}, /import needs a file; see presage import --help/],
  [
    "a verification of nothing",
    ["verify", "--data-dir", "/nonexistent"],
    {},
    /There is no exchange in \/nonexistent/,
  ],
  [
    "a rebuild of nothing",
    ["rebuild", "--data-dir", "/nonexistent"],
    {},
    /There is no exchange in \/nonexistent/,
  ],
];

describe("what cannot be done", () => {
  for (const [what, args, settings, says] of REFUSED) {
    it(`is refused in one line: ${what}`, async (test) => {
      const { code, stdout, stderr } = await runPresage(test, args, settings);
      assert.equal(code, 1);
      assert.equal(stdout, "");
      assert.match(stderr, says);
      assert.match(stderr, /^presage: [^\n]+\n$/);
    });
  }

  it("is refused in one line: a data directory below a file", async (test) => {
    const directory = directories.create();
    writeFileSync(join(directory, "file"), "");
    await assertUnusable(test, join(directory, "file", "data"));
  });

  it("is refused in one line: a data directory that may not be written", async (test) => {
    if (process.getuid?.() === 0) return test.skip("root may write everywhere");
    const directory = join(directories.create(), "closed");
    mkdirSync(directory);
    chmodSync(directory, 0o500);
    return assertUnusable(test, directory);
  });
});

async function assertUnusable(test: Parameters<typeof runPresage>[0], directory: string): Promise<void> {
  const { code, stderr } = await runPresage(test, ["--data-dir", directory, ...ANY_PORTS]);
  assert.equal(code, 1);
  assert.match(stderr, /^presage: The data directory .* cannot be used: [^\n]+\n$/);
}

describe("presage help", () => {
  it("names every subcommand, and shows an example for each", async (test) => {
    const { stdout, code } = await runPresage(test, ["--help"]);
    assert.equal(code, 0);
    const names = [...stdout.matchAll(/^ {2}presage (\w+) /gm)].map(([, name]) => name!);
    assert.deepEqual(names, ["start", "import", "verify", "rebuild", "help"]);
    for (const name of names) {
      const own = await runPresage(test, [name, "--help"]);
      assert.equal(own.code, 0);
      assert.match(own.stdout, new RegExp(`^Usage: presage ${name}[^]*\n  presage ${name}`));
      assert.deepEqual(await runPresage(test, ["help", name]), own);
    }
  });
});
