import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { atDepth, deepTest } from "../support/depth.ts";
import packageFile from "../../package.json" with { type: "json" };
import { runCommand } from "../../src/cli/commands.ts";
import { welcomeText } from "../../src/cli/start.ts";
import { readConfig } from "../../src/settings/config.ts";
import {
  ANY_PORTS,
  environmentWith,
  findServer,
  prepareDataDirectories,
  runPresage,
  runRefusedStart,
  spawnPresage,
  startPresage,
  withoutSlowness,
  withoutSteps,
} from "../support/presage.ts";
import type { DataDirectories, Finished, Started } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { list } from "./listed-event.ts";

let directories: DataDirectories;

before(async () => {
  directories = await prepareDataDirectories();
});

after(() => directories.close());

/** Asks the faucet with an empty request, which an existing faucet refuses. */
async function askFaucet({ addresses }: Started): Promise<number> {
  const response = await fetch(`${addresses.spec.trading}/sandbox/faucet`, { method: "POST", body: "{}" });
  return response.status;
}

async function getJson(url: string): Promise<{ data: unknown[] }> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return (await response.json()) as { data: unknown[] };
}

/** Reads the answer of an address to an unknown path. */
async function refusalAt(base: string): Promise<unknown> {
  const response = await fetch(`${base}/nothing/here`);
  assert.equal(response.status, 404);
  return response.json();
}

describe("presage start", () => {
  it("prints its addresses and what to paste into a client's shell", async (test) => {
    const directory = directories.create();
    const running = spawnPresage(test, ["--data-dir", directory, ...ANY_PORTS]);
    await until("the text is printed", () => running.output.stdout.includes("Stop with Ctrl-C"));
    const { stdout } = running.output;
    assert.match(
      stdout,
      /^ *[\d.]+ s  loading the exchange\n(?: *[\d.]+ s  .+\n)*Presage is running in sandbox mode\. Data: \//,
    );
    const exported = new Map(
      [...stdout.matchAll(/^ {2}export (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
    );
    assert.equal(exported.get("CHAIN_ID"), "137");
    for (const [title, ...names] of [
      ["As specified", "PRESAGE_TRADING_URL", "PRESAGE_DATA_URL", "PRESAGE_CATALOG_URL"],
      ["For Polymarket clients", "CLOB_API_URL", "DATA_API_URL", "GAMMA_API_URL"],
      ["For Kuest clients", "KUEST_CLOB_URL", "KUEST_DATA_URL", "KUEST_GAMMA_URL"],
    ] as const) {
      const [tradingUrl, dataUrl, catalogUrl] = names.map((name) => exported.get(name));
      assert.match(stdout, new RegExp(`^ {2}${title} +${tradingUrl} +${dataUrl} +${catalogUrl}$`, "m"));
      assert.equal((await fetch(`${tradingUrl}/ok`)).status, 200);
      assert.deepEqual(await (await fetch(`${dataUrl}/`)).json(), { data: "OK" });
      assert.equal((await fetch(`${catalogUrl}/ok`)).status, 404);
      // Found out by a call that throws, which the bundle has to keep.
      assert.equal((await fetch(`${catalogUrl}/%zz`)).status, 404);
    }
    const shell = Object.fromEntries(exported);
    const status = await runPresage(test, ["status", "--data-dir", directory], shell);
    assert.deepEqual({ code: status.code, stderr: status.stderr }, { code: 0, stderr: "" });
    assert.match(stdout, /npm run example/);
    assert.equal(withoutSlowness((await running.stop("SIGTERM")).stderr), "");
  });

  it("prints what clients elsewhere use, where that is published", () => {
    const at = (port: number) => ({
      trading: `http://h:${port}`,
      data: `http://h:${port}`,
      catalog: `http://h:${port}`,
    });
    const config = readConfig(
      { PRESAGE_PUBLIC_URL: "https://presage.example", PRESAGE_PUBLIC_DATA_URL: "https://data.example" },
      [],
    );
    const open = { web: "http://h:1", admin: "http://h:2", spec: at(3), polymarket: at(4), kuest: undefined };
    const text = welcomeText(config, open);
    for (const line of [
      /^ {2}As specified +http:\/\/h:3 +http:\/\/h:3 +http:\/\/h:3$/m,
      /^ {4}in public +https:\/\/presage\.example$/m,
      /^ {2}export PRESAGE_TRADING_URL=https:\/\/presage\.example\/spec\/trading$/m,
      /^ {2}export PRESAGE_DATA_URL=https:\/\/data\.example$/m,
      /^ {2}export CLOB_API_URL=https:\/\/presage\.example\/polymarket\/trading$/m,
    ])
      assert.match(text, line);
  });

  it("ends with 0 at a SIGTERM, stops its database, and finds its data at the next start", async (test) => {
    const directory = directories.create();
    const first = await startPresage(test, directory, ANY_PORTS);
    const { web, admin, ...dialects } = first.addresses;
    assert.notEqual(web, admin);
    assert.deepEqual(Object.keys(dialects), ["spec", "polymarket", "kuest"]);
    for (const named of Object.values(dialects))
      assert.deepEqual(Object.keys(named!), ["trading", "data", "catalog"]);
    assert.equal(await list(first, directory), "listed");
    assert.notEqual(findServer(directory), undefined);
    const { code, stderr } = await first.stop("SIGTERM");
    assert.deepEqual(
      { code, stderr: withoutSlowness(stderr), server: findServer(directory) },
      { code: 0, stderr: "", server: undefined },
    );

    const second = await startPresage(test, directory);
    assert.equal(await list(second, directory), "unchanged");
    assert.equal((await second.stop("SIGTERM")).code, 0);
  });

  it("serves every dialect and interface on an address of its own and under a prefix of the one port, in a sandbox", async (test) => {
    const running = await startPresage(test, directories.create(), ANY_PORTS);
    const { web, ...addresses } = running.addresses;
    const { name, ...mounted } = (await (await fetch(web)).json()) as Record<string, unknown>;
    assert.equal(name, "presage");
    assert.deepEqual(Object.keys(mounted), ["spec", "polymarket", "kuest"]);
    for (const dialect of ["spec", "polymarket", "kuest"] as const) {
      const prefixes = {
        trading: `/${dialect}/trading`,
        data: `/${dialect}/data`,
        catalog: `/${dialect}/catalog`,
      };
      assert.deepEqual(mounted[dialect], prefixes);
      for (const plain of ["trading", "data"] as const)
        for (const base of [web + prefixes[plain], addresses[dialect]![plain]])
          assert.equal(Object(await refusalAt(base)).error, "not found", base);
      for (const base of [web + prefixes.catalog, addresses[dialect]!.catalog])
        assert.deepEqual(await refusalAt(base), { type: "not found error", error: "not found" }, base);
    }
    assert.notDeepEqual((await getJson(`${running.addresses.spec.trading}/markets`)).data, []);
    assert.equal(await askFaucet(running), 400, "a sandbox has a faucet");
    assert.equal((await running.stop("SIGTERM")).code, 0);
  });

  it("names a port that is taken, and leaves nothing running", async (test) => {
    const directory = directories.create();
    const holder = createServer().listen(0, "127.0.0.1");
    test.after(() => holder.close());
    await once(holder, "listening");
    const { port } = holder.address() as { port: number };
    const kuest = ["--kuest-ports", `0,0,${port}`, "PRESAGE_KUEST_PORTS"] as const;
    const data = ["--data-port", String(port), "PRESAGE_DATA_PORT"] as const;
    const catalog = ["--catalog-port", String(port), "PRESAGE_CATALOG_PORT"] as const;
    for (const [flag, value, setting] of atDepth({ quick: [kuest], deep: [kuest, data, catalog] })) {
      const args = ["--data-dir", directory, ...ANY_PORTS, flag, value];
      const { code, stdout, stderr } = await runPresage(test, args);
      assert.deepEqual(
        { code, stdout: withoutSteps(stdout), server: findServer(directory) },
        { code: 1, stdout: "", server: undefined },
      );
      assert.match(
        stderr,
        new RegExp(`^presage: port ${port} of 127\\.0\\.0\\.1 is taken: .*${setting}\\n$`),
      );
    }
  });

  it("refuses a data directory that another exchange has open, which goes on until a Ctrl-C, and ends with 0", async (test) => {
    const directory = directories.create();
    const first = await startPresage(test, directory);
    const { code, stderr } = await runRefusedStart(test, ["--data-dir", directory, ...ANY_PORTS]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(`^presage: The data directory .* is in use .*pid ${first.process.pid}\\).*\\n$`),
    );
    assert.equal((await fetch(`${first.addresses.spec.trading}/ok`)).status, 200);
    // A terminal sends it to the whole process group.
    const ended = await first.stop("SIGINT", "group");
    assert.deepEqual(
      { code: ended.code, stderr: withoutSlowness(ended.stderr), server: findServer(directory) },
      { code: 0, stderr: "", server: undefined },
    );
  });
});

describe("production mode", () => {
  it("has no faucet, no demo catalog, and of other dialects what the page reads, whole", async (test) => {
    const ports = ["--port", "--trading-port", "--data-port", "--catalog-port", "--admin-port"].flatMap(
      (flag) => [flag, "0"],
    );
    const directory = directories.create();
    const running = await startPresage(test, directory, ["--mode", "production", ...ports]);
    const { addresses } = running;
    assert.deepEqual(Object.keys(addresses).sort(), ["admin", "spec", "web"]);
    const index = await (await fetch(addresses.web)).json();
    assert.deepEqual(Object.keys(index as object), ["name", "spec", "polymarket"]);
    for (const [path, status] of [
      ["/polymarket/trading/markets", 200],
      ["/polymarket/data/trades", 200],
      ["/polymarket/catalog/events", 200],
      ["/kuest/trading/markets", 404],
      ["/kuest/data/trades", 404],
      ["/kuest/catalog/events", 404],
    ] as const)
      assert.equal((await fetch(addresses.web + path)).status, status, path);
    assert.equal(await askFaucet(running), 404);
    assert.deepEqual((await getJson(`${addresses.spec.trading}/markets`)).data, []);
    assert.equal((await running.stop("SIGTERM")).code, 0);
  });

  deepTest("prints nothing of the sandbox's example", async (test) => {
    const directory = directories.create();
    const running = spawnPresage(test, ["--data-dir", directory, "--mode", "production", ...ANY_PORTS]);
    await until("the text is printed", () => running.output.stdout.includes("Stop with Ctrl-C"));
    assert.match(withoutSteps(running.output.stdout), /^Presage is running in production mode/);
    assert.doesNotMatch(running.output.stdout, /example/);
    assert.equal((await running.stop("SIGTERM")).code, 0);
  });
});

/** Runs a command that starts no exchange in this process, which takes a small part of the time of another one. */
async function runHere(
  test: TestContext,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<Finished> {
  const printed = { stdout: "", stderr: "" };
  const environment = process.env;
  process.env = environmentWith(settings);
  const writes = (["stdout", "stderr"] as const).map((name) =>
    test.mock.method(process[name], "write", (text: string) => {
      printed[name] += text;
      return true;
    }),
  );
  try {
    return { code: await runCommand(args), ...printed };
  } finally {
    for (const { mock } of writes) mock.restore();
    process.env = environment;
  }
}

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
    /PRESAGE_PROT is not a setting \(did you mean PRESAGE_PORT\?\); presage start --help lists all$/m,
  ],
  [
    "a setting with an address for a port",
    ["status"],
    { PRESAGE_TRADING_PROT: "7001" },
    /PRESAGE_TRADING_PROT is not a setting \(did you mean PRESAGE_TRADING_PORT\?\)/,
  ],
  [
    "a misspelt variable of the start banner",
    ["status"],
    { PRESAGE_TRADING_URI: "http://127.0.0.1:7001" },
    /PRESAGE_TRADING_URI is not a setting \(did you mean PRESAGE_TRADING_URL\?\)/,
  ],
  [
    "a port of an interface that is not there",
    [],
    { PRESAGE_STREAM_PORT: "7005" },
    /PRESAGE_STREAM_PORT is not a setting/,
  ],
  [
    "a setting of which nothing is near but the prefix",
    [],
    { PRESAGE_XYZ: "1" },
    /PRESAGE_XYZ is not a setting; known are PRESAGE_MODE, /,
  ],
  [
    "a setting that has no prefix, with one",
    [],
    { PRESAGE_DATABASE_URL: "postgres://db.example/presage" },
    /PRESAGE_DATABASE_URL is not a setting \(did you mean DATABASE_URL\?\)/,
  ],
  [
    "a range on the allowlist that is none",
    ["--data-allowlist", "10.0.0.0/8,10.0.0.0/33"],
    {},
    /--data-allowlist: expected addresses or ranges like 10\.0\.0\.0\/8 .*, got "10\.0\.0\.0\/33"/,
  ],
  [
    "a proxy by its name",
    [],
    { PRESAGE_TRUSTED_PROXIES: "proxy.example" },
    /PRESAGE_TRUSTED_PROXIES: expected addresses or ranges .*, got "proxy\.example"/,
  ],
  [
    "two ports for three interfaces",
    ["--kuest-ports", "7021,7023"],
    {},
    /--kuest-ports: expected "off" or three ports "trading,data,catalog", got "7021,7023"/,
  ],
  [
    "a malformed setting",
    [],
    { PRESAGE_TRADING_PORT: "70x" },
    /PRESAGE_TRADING_PORT: expected a port .*"70x"/,
  ],
  ["a malformed flag", ["--mode", "test"], {}, /--mode: expected sandbox, production, got "test"/],
  [
    "an unknown flag",
    ["start", "--prot", "1"],
    {},
    /--prot is not a flag of presage start \(did you mean --port\?\)/,
  ],
  [
    "a secret where others can read it",
    ["--master-key", "5e".repeat(32)],
    {},
    /--master-key: every user of the machine can read arguments; set PRESAGE_MASTER_KEY instead\n$/,
  ],
  ["a flag without its value", ["start", "--port"], {}, /--port needs a value/],
  [
    "an unknown subcommand",
    ["strat"],
    {},
    /no subcommand "strat" \(did you mean start\?\); see presage help/,
  ],
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
      const { code, stdout, stderr } = await runHere(test, args, settings);
      assert.equal(code, 1);
      assert.equal(stdout, "");
      assert.match(stderr, says);
      assert.match(stderr, /^presage: [^\n]+\n$/);
    });
  }

  it("is refused by a process of its own as here", async (test) => {
    const [, args, settings] = REFUSED[0]!;
    assert.deepEqual(await runPresage(test, args, settings), await runHere(test, args, settings));
  });

  for (const name of ["lock", join("postgres", "lock")]) {
    it(`is refused in one line: garbage in the file ${name}`, async (test) => {
      const directory = directories.create();
      const lock = join(directory, name);
      writeFileSync(lock, "garbage\n");
      const { code, stdout, stderr } = await runRefusedStart(test, ["--data-dir", directory, ...ANY_PORTS]);
      assert.deepEqual({ code, stdout: withoutSteps(stdout) }, { code: 1, stdout: "" });
      assert.match(
        stderr,
        /^presage: [^\n]+ is no lock: it holds something else\.[^\n]+delete the file[^\n]*\n$/,
      );
      assert.ok(stderr.includes(lock), stderr);
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
  const { code, stderr } = await runRefusedStart(test, ["--data-dir", directory, ...ANY_PORTS]);
  assert.equal(code, 1);
  assert.match(stderr, /^presage: The data directory .* cannot be used: [^\n]+\n$/);
}

describe("presage --version", () => {
  it("prints the release", async (test) => {
    const { code, stdout } = await runPresage(test, ["--version"]);
    assert.deepEqual([code, stdout], [0, `presage ${packageFile.version}\n`]);
  });
});

describe("presage help", () => {
  it("names every subcommand, and shows an example for each", async (test) => {
    const { stdout, code } = await runPresage(test, ["--help"]);
    assert.equal(code, 0);
    const names = [...stdout.matchAll(/^ {2}presage ([\w-]+) /gm)].map(([, name]) => name!);
    assert.equal(
      names.join(" "),
      "start exec engine gateway status health attention mode clock quarantine faults residents impersonate snapshot restore-snapshot reset fork event market maker import images site account credit debit key orders ban names invites announcement brand webhooks figures audit doctor conformance config verify upgrade rebuild rotate-master-key backup backups restore export follow help",
    );
    for (const name of names) {
      const own = await runHere(test, [name, "--help"]);
      assert.equal(own.code, 0);
      assert.match(own.stdout, new RegExp(`^Usage: presage ${name}[^]*\n  presage ${name}`));
      assert.deepEqual(await runHere(test, ["help", name]), own);
    }
    const here = await runHere(test, ["help", "start"]);
    assert.deepEqual(await runPresage(test, ["help", "start"]), here, "a process of its own prints the same");
  });
});
