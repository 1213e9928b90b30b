/** The package as a service: the command of the systemd unit, by a link to the launcher of an installation. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readlinkSync, realpathSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import { ANY_PORTS, environmentWith } from "../support/presage.ts";

const GUIDE = new URL("../../docs/operating/systemd.md", import.meta.url);
/** Folder of the program in the guide. */
const INSTALLED = "/opt/presage";
/** Path of a service, without a Node.js of its own choice. */
const SERVICE_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Lists the commands by which the guide unpacks the package. */
function listCommands(): readonly string[] {
  const [, block = ""] =
    /^```sh\n(mkdir \/opt\/presage\n[^]*?)^```$/m.exec(readFileSync(GUIDE, "utf8")) ?? [];
  return block.trim().split("\n");
}

/**
 * Unpacks the tarball by the commands of the guide, with scripts, on the Node.js of a folder of programs. npm refuses every
 * package that this Node.js is none for. Returns the folder of the program.
 */
export function unpackAsDocumented(folder: string, tarball: string, programs: string): string {
  const commands = listCommands();
  assert.match(commands.join("\n"), /tar .*presage-exchange-\S+\.tgz[^]*npm install --omit=dev$/);
  const target = join(folder, "opt-presage");
  const here = commands.map((command) =>
    command.replaceAll(INSTALLED, target).replace(/presage-exchange-\S+\.tgz/, tarball),
  );
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-ec", here.join("\n")], {
    cwd: folder,
    env: { ...process.env, PATH: `${programs}:${SERVICE_PATH}`, npm_config_engine_strict: "true" },
    encoding: "utf8",
  });
  assert.equal(status, 0, stdout + stderr);
  assert.doesNotMatch(stderr, /EBADENGINE/);
  return target;
}

/**
 * Starts the exchange of a program's folder as the unit does, asks for its health by the same command, and stops it. Returns
 * the version of Node.js that ran it.
 */
export async function runAsService(folder: string, program: string): Promise<string> {
  const link = join(mkdtempSync(join(folder, "link-")), "presage");
  symlinkSync(join(program, "deploy", "presage"), link);
  const env = { ...environmentWith({ PRESAGE_DEMO: "catalog" }), PATH: SERVICE_PATH };
  const child = spawn(link, ["start", "--temporary", "--json", ...ANY_PORTS], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  let runtime = "";
  try {
    const [line] = await Promise.race([once(child.stdout, "data"), ended]);
    assert.match(String(line), /^\{/, "it did not start");
    const { web }: Addresses = JSON.parse(String(line));
    // The launcher is gone: the process that the unit started is the runtime.
    if (process.platform === "linux") {
      runtime = readlinkSync(`/proc/${child.pid}/exe`);
      assert.equal(basename(runtime), "node");
      assert.ok(runtime.startsWith(realpathSync(folder)), runtime);
    }
    const health = spawnSync(link, ["health", "--wait", "60", "--url", web], { env, encoding: "utf8" });
    assert.equal(health.status, 0, health.stderr);
  } finally {
    child.kill("SIGTERM");
  }
  assert.deepEqual(await ended, [0, null]);
  return runtime;
}
