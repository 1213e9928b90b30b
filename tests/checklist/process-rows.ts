/** The process: its first lines, its log, its end, and its dependencies. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { withoutSteps } from "../support/presage.ts";
import { section } from "./row.ts";
import type { Row } from "./row.ts";

const row = section("3.4");
const MAX_DEPENDENCIES = 30;
const ROOT = new URL("../../", import.meta.url);

const readJson = (name: string) => JSON.parse(readFileSync(new URL(name, ROOT), "utf8"));

type Locked = { readonly resolved?: string; readonly integrity?: string; readonly link?: boolean };

const dependencies = row("what is installed is locked, byte for byte, and little", async () => {
  const { dependencies: direct } = readJson("package.json");
  assert.ok(Object.keys(direct).length < MAX_DEPENDENCIES);
  const locked = Object.entries<Locked>(readJson("package-lock.json").packages).filter(
    ([path]) => path !== "",
  );
  assert.ok(locked.length > Object.keys(direct).length);
  for (const [path, { integrity, link }] of locked)
    assert.ok(link === true || integrity?.startsWith("sha512-"), `${path} is not locked`);
});

const audited = row(
  "no known hole of importance in what is installed",
  async () => {
    const answer = await promisify(execFile)("npm", ["audit", "--omit=dev", "--json"], { cwd: ROOT }).catch(
      (error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }),
    );
    const { metadata, error } = JSON.parse(answer.stdout || "{}");
    if (metadata === undefined) return `the registry does not say: ${error?.summary || "no answer"}`;
    const { high, critical } = metadata.vulnerabilities;
    return assert.deepEqual({ high, critical }, { high: 0, critical: 0 });
  },
  ["patience", "production"],
);

const exposed = row(
  "an address that is open to the network without a proxy is warned of",
  async ({ own }) => {
    assert.match(own!.running.output.stderr, /PRESAGE_HOST 0\.0\.0\.0 is open to the network in plain HTTP/);
  },
  ["own", "production"],
);

const dies = row(
  "an error that nobody caught is logged and ends the process",
  async ({ own }) => {
    const { code, stderr } = await own!.running.stop("SIGUSR2");
    assert.equal(code, 1);
    const line = stderr.trimEnd().split("\n").at(-1) ?? "";
    const { level, event, msg } = JSON.parse(line);
    assert.deepEqual([level, event, msg], ["fatal", "uncaught", "nobody caught an error: stopping"]);
    assert.ok(!line.includes(own!.deskToken), "the error told a secret");
  },
  ["own"],
);

const logged = row(
  "no secret that was given out stands in what the process printed, one line for each entry",
  async ({ own, secrets }) => {
    const { stdout, stderr } = own!.running.output;
    const found = secrets.filter((secret) => stdout.includes(secret) || stderr.includes(secret));
    assert.equal(found.length, 0, `${found.length} of ${secrets.length} secrets`);
    for (const line of withoutSteps(stderr)
      .split("\n")
      .filter((text) => text !== ""))
      assert.ok(JSON.parse(line).level);
  },
  ["own"],
);

/** The last ones: the server is gone then. */
export const PROCESS_ROWS: readonly Row[] = [dependencies, audited, exposed, dies, logged];
