/**
 * The package as others get it. Packs, and installs the tarball in an empty folder without install scripts. Starts it on
 * the Node.js of the machine, makes a first trade and stops it. Then it is a service, a library, and what the suites of
 * the pages on testing use. Needs the registry.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { PROGRAMS } from "../../bundle.js";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { installPython } from "../clients/install.ts";
import { commandsRunBy } from "../support/install-commands.ts";
import { ANY_PORTS, environmentWith } from "../support/presage.ts";
import { followLinks } from "./dead-links.ts";
import {
  checkOut,
  listSuiteCommands,
  readDocumentedWorkflow,
  writeDocumentedFiles,
} from "./documented-suites.ts";
import { runWorkflow } from "./run-workflow.ts";
import { runAsService, unpackAsDocumented } from "./service-layouts.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const MAX_BYTES = 8_000_000;
const PACKED =
  /^(bin\/(presage|fresh-bundle|prepare)\.js|dist\/[^/]+\.js|src\/store\/migrations\/.+\.sql|dist\/types\/(library|testing\/(start-presage|test-exchange))\.d\.ts|web\/dist\/.+\.(html|css|js|svg)(\.(gz|br))?|web\/dist\/docs\/.+|web\/dist\/try\/signer\.js(\.(gz|br))?|web\/dist\/(fonts|assets)\/.+\.(woff2|txt)|web\/dist\/icons\/.+\.png|web\/dist\/manifest\.webmanifest|examples\/.+\.(js|py|ipynb)|docs\/.+\.(md|json)|docs\/screenshots\/[^/]+\.(jpg|png)|tests\/model\/fail-over\.qnt|deploy\/.+|\.env\.example|\.dockerignore|Dockerfile|compose\.yaml|(README|CHANGELOG|CONTRIBUTING|SECURITY|STYLE|SUPPORT)\.md|LICENSE|package\.json)$/;
const BUILD_TOOLS = ["vite", "react", "typescript", "viem", "playwright-core"];

const MANIFESTS = join(ROOT, "tests", "clients", "manifests");
const PYTHON_CLIENT = "py-clob-client-v2";
/** The client of the examples and the library that signs for it, which the package does not bring. */
const CLIENTS = ["@polymarket/clob-client-v2", "viem"] as const;
/** Versions of the packages that the pages on testing install; those of the clients and of vite are the ones of this clone. */
const PINNED: Readonly<Record<string, string>> = {
  vitest: "5.1.1",
  jest: "30.5.2",
  ...readLockedVersions(...CLIENTS, "vite"),
};

function readLockedVersions(...names: readonly string[]): Record<string, string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  return Object.fromEntries(names.map((name) => [name, packages[`node_modules/${name}`].version]));
}

const TESTING = `
import { startPresage } from "presage-exchange/testing";
import type { TestExchange, TestFault } from "presage-exchange/testing";
await using presage: TestExchange = await startPresage({ wallets: 1, clock: "virtual" });
const fault: TestFault = { kind: "refuse", status: 425 };
const key: \`0x\${string}\` = presage.wallets[0]!.privateKey;
const [added] = await presage.faults.add(fault);
console.log(await presage.clock.step(1) instanceof Date, key.length, added?.met);
`;

const LIBRARY = `
import { startExchange } from "presage-exchange";
const exchange = await startExchange({ settings: { PRESAGE_KUEST_PORTS: "off" } });
const trading: string = exchange.addresses.spec.trading;
const kuest: object | undefined = exchange.addresses.kuest;
console.log((await fetch(trading + "/time")).status, kuest);
await exchange.close();
`;

/** The path without the programs of this clone's packages, which npm puts first. */
const PATH = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .join(delimiter);

const folder = mkdtempSync(join(tmpdir(), "presage-package-"));
const installed = join(folder, "node_modules", "presage-exchange");
const command = join(folder, "node_modules", ".bin", "presage");

const say = (what: string, details: string): void => console.log(`${what.padEnd(10)} ${details}`);

function run(program: string, args: readonly string[], options: object = {}): string {
  const output = execFileSync(program, args, { encoding: "utf8", cwd: folder, stdio: "pipe", ...options });
  return output.trim();
}

function pack(): string {
  const said = run("npm", ["pack", "--foreground-scripts", "--pack-destination", folder], { cwd: ROOT });
  assert.equal(said.match(/^web\/dist\/index\.html /gm)?.length, 1, "the page is built once");
  const [name = ""] = globSync("*.tgz", { cwd: folder });
  const tarball = join(folder, name);
  const files = run("tar", ["-tzf", tarball])
    .split("\n")
    .map((file) => file.replace(/^package\//, ""));
  assert.deepEqual(
    files.filter((file) => !PACKED.test(file)),
    [],
  );
  const declarations = ["library", "testing/start-presage", "testing/test-exchange"];
  for (const needed of [
    ...declarations.map((declared) => `dist/types/${declared}.d.ts`),
    ...Object.keys(PROGRAMS).map((program) => `dist/${program}.js`),
    ...globSync("src/**/*.sql", { cwd: ROOT }),
  ])
    assert.ok(files.includes(needed), `${needed} is missing`);
  for (const page of ["index.html", "event.html", "admin.html"])
    assert.ok(files.includes(`web/dist/${page}`), page);
  const { size } = statSync(tarball);
  assert.ok(size <= MAX_BYTES, `${size} bytes are more than ${MAX_BYTES}`);
  say("packed", `${name}: ${files.length} files, ${(size / 1e6).toFixed(2)} MB`);
  const unpacked = join(folder, "unpacked");
  mkdirSync(unpacked);
  run("tar", ["-xzf", tarball, "-C", unpacked]);
  const { count, dead } = followLinks(unpacked);
  assert.deepEqual(dead, []);
  assert.ok(count > 100);
  say("linked", `${count} relative links of its documents lead to files in it`);
  return tarball;
}

const pin = (name: string): string => `${name}@${PINNED[name]}`;

function installClients(): void {
  run("npm", ["install", "--ignore-scripts", ...CLIENTS.map(pin)], { env: { ...process.env, PATH } });
}

/** Installs by the commands of docs/start/install.md, with this tarball and without scripts; the exchange is started later, without npx. */
function install(tarball: string): void {
  const settings = { ...process.env, PATH, npm_config_ignore_scripts: "true" };
  for (const documented of commandsRunBy("package")) {
    const here = documented
      .replace(/\S+presage-exchange-\S+\.tgz$/, tarball)
      .replace(/presage start$/, "presage --version");
    assert.notEqual(here, documented);
    say("as documented", run("sh", ["-c", here], { env: settings }).trim());
  }
  for (const tool of BUILD_TOOLS)
    assert.ok(!existsSync(join(folder, "node_modules", tool)), `${tool} came along`);
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const env = { ...process.env, PATH };
  assert.equal(run(command, ["--version"], { env }), `presage ${version}`);
  say("installed", `without scripts; the Node.js of this machine is ${run("node", ["--version"], { env })}`);
}

/** Runs the command of the systemd unit of both installations that the operators' guide has, one with strict engines. */
async function serve(tarball: string): Promise<void> {
  const programs = join(folder, "node_modules", ".bin");
  const unpacked = unpackAsDocumented(folder, tarball, programs);
  say(
    "unpacked",
    `with engine-strict on Node.js ${run(join(programs, "node"), ["--version"])}, without a warning`,
  );
  for (const program of [unpacked, installed]) say("served", await runAsService(folder, program));
  rmSync(unpacked, { recursive: true });
}

async function trade(): Promise<void> {
  const child = spawn(command, ["start", "--json", ...ANY_PORTS], {
    cwd: folder,
    env: { ...environmentWith({}), PATH },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  try {
    const [line] = await Promise.race([once(child.stdout, "data"), ended]);
    assert.match(String(line), /^\{/, "it did not start");
    const { web, polymarket }: Addresses = JSON.parse(String(line));
    say("started", web);
    for (const path of ["/", "/docs/", "/docs/try/swagger-ui-bundle.js", "/spec/trading/openapi.json"]) {
      const { status } = await fetch(web + path, { headers: { accept: "text/html" } });
      assert.equal(status, 200, path);
    }
    const events = await fetch(`${polymarket?.catalog}/events?limit=1&closed=false`);
    const [event]: { slug: string }[] = JSON.parse(await events.text());
    const picture = await fetch(`${web}/event/${event?.slug}/preview.png`);
    assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"]);
    const env = { ...process.env, CLOB_API_URL: polymarket?.trading };
    const said = run(process.execPath, [join(installed, "examples", "first-trade.js")], { env });
    assert.match(said, /Bob's trade, as TAKER/);
    say("traded", said.split("\n").find((one) => one.startsWith("Bob's")) ?? "");
  } finally {
    child.kill("SIGTERM");
  }
  const [code] = await ended;
  assert.equal(code, 0);
  say("stopped", `with exit code ${code}`);
}

/** Checks the types of a program without those of Node.js, runs it, and gives what it prints; it must leave nothing. */
function runTyped(name: string, text: string): string {
  const file = join(folder, `${name}.mts`);
  writeFileSync(file, text);
  const settings = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--lib",
    "es2024,dom",
  ];
  run(join(ROOT, "node_modules", ".bin", "tsc"), [...settings, "--types", "", file]);
  const temporary = join(folder, `temporary-${name}`);
  mkdirSync(temporary);
  const printed = run(process.execPath, [file], { env: { ...process.env, TMPDIR: temporary } });
  assert.deepEqual(readdirSync(temporary), []);
  return printed;
}

function useLibrary(): void {
  assert.equal(runTyped("library", LIBRARY), "200 undefined");
  assert.equal(runTyped("testing", TESTING), "true 66 0");
  say("imported", "its types are right, and it starts and stops within a process");
}

/** Installs by the command of a page, in versions that do not change under this test. */
function installDocumented(documented: string): void {
  const words = documented.split(" ").flatMap((word) => {
    if (!Object.hasOwn(PINNED, word)) return [word];
    // vitest takes the newest vite of a range.
    return word === "vitest" ? [pin(word), pin("vite")] : [pin(word)];
  });
  run("sh", ["-c", words.join(" ")], { env: { ...process.env, PATH, npm_config_ignore_scripts: "true" } });
  say("installed", documented);
}

/** Makes an environment of Python without packages, as setup-python gives one. */
function makePython(interpreter: string): string {
  const place = join(folder, "python");
  run(interpreter, ["-m", "venv", place]);
  return join(place, "bin");
}

/** Runs the workflow of the pages on testing in a checkout, and there the commands of those pages that the workflow lacks. */
async function runSuites(): Promise<void> {
  const runners = ["node:test", "vitest", "Jest", "pytest"] as const;
  const written = runners.flatMap((runner) => writeDocumentedFiles(folder, runner));
  for (const documented of new Set(runners.flatMap((runner) => listSuiteCommands(runner).installs)))
    installDocumented(documented);
  const checkout = join(folder, "checkout");
  checkOut(folder, checkout, written);
  const python = await installPython(PYTHON_CLIENT, "3.9.10");
  const node = dirname(process.execPath);
  // A silent npm would tell nothing of a failure.
  const npm = { npm_config_loglevel: "notice" };
  const environment = {
    ...process.env,
    ...npm,
    PATH,
    PIP_CONSTRAINT: join(MANIFESTS, `${PYTHON_CLIENT}.txt`),
  };
  const { commands, missing } = runWorkflow(readDocumentedWorkflow(), {
    folder: checkout,
    environment,
    actions: {
      "actions/setup-node": ({ "node-version": version }) => {
        assert.equal(String(version), process.versions.node.split(".")[0]);
        return node;
      },
      "actions/setup-python": () => ("path" in python ? makePython(python.path) : undefined),
    },
  });
  for (const ran of commands) say("workflow", ran);
  if (missing !== undefined && "missing" in python) say("skipped", `${missing}: ${python.missing}`);
  const env = { ...environment, PATH: [node, PATH].join(delimiter) };
  for (const runner of runners)
    for (const documented of listSuiteCommands(runner).runs) {
      if (commands.includes(documented) || (runner === "pytest" && missing !== undefined)) continue;
      run("sh", ["-c", documented], { cwd: checkout, env });
      say("tested", `the suite for ${runner} passes: ${documented}`);
    }
}

try {
  const tarball = pack();
  install(tarball);
  await serve(tarball);
  installClients();
  await trade();
  useLibrary();
  await runSuites();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
