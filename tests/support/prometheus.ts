/** A real Prometheus for tests, with the configuration of deploy/prometheus, of Debian's package where it can be installed. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { scratchRoot } from "./scratch-directory.ts";
import { until } from "./until.ts";
import { findFreePort } from "./free-port.ts";

export const DEPLOYED = join(import.meta.dirname, "..", "..", "deploy", "prometheus");

const run = promisify(execFile);

const isInstalled = (): boolean => spawnSync("promtool", ["--version"]).status === 0;

/** Says why there is no Prometheus; `undefined` where it is there, or now installed: as root, on a machine with apt. */
export function noPrometheus(): string | undefined {
  if (isInstalled()) return undefined;
  if (process.getuid?.() === 0) {
    spawnSync("apt-get", ["update"]);
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "prometheus"], {
      // Its service is not wanted: a policy that refuses every start keeps it away.
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    });
  }
  return isInstalled() ? undefined : "prometheus is not installed, and could not be with apt-get as root";
}

/** Runs promtool; gives its output, or throws it. */
export async function promtool(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run("promtool", args);
  return stdout + stderr;
}

export type Sample = {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
};

export type Prometheus = {
  readonly url: string;
  /** Folder of its configuration. */
  readonly directory: string;
  /** Asks its API. */
  ask(path: string, query?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Values of a query now. */
  query(query: string): Promise<readonly Sample[]>;
  close(): Promise<void>;
};

/** Starts it beside an exchange. It scrapes and evaluates each second, and not each fifteen; all else is as deployed. */
export async function startPrometheus(admin: string, token: string): Promise<Prometheus> {
  const directory = mkdtempSync(join(scratchRoot(), "presage-prometheus-"));
  cpSync(DEPLOYED, directory, { recursive: true });
  const file = join(directory, "prometheus.yml");
  const { host } = new URL(admin);
  const config = readFileSync(file, "utf8").replaceAll("15s", "1s").replace("127.0.0.1:7004", host);
  writeFileSync(file, config);
  writeFileSync(join(directory, "operator-token"), token, { mode: 0o600 });
  await promtool("check", "config", file);
  const address = `127.0.0.1:${await findFreePort()}`;
  const flags = [`--config.file=${file}`, `--storage.tsdb.path=${join(directory, "data")}`];
  const child = spawn("prometheus", [...flags, `--web.listen-address=${address}`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const url = `http://${address}`;
  await until("Prometheus is ready", async () => {
    if (child.exitCode !== null) throw new Error(errors);
    return fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  const ask: Prometheus["ask"] = async (path, query = {}) => {
    const answer = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(query).toString()}`);
    const { status, data, error } = (await answer.json()) as Record<string, unknown>;
    if (status !== "success") throw new Error(`${path} ${JSON.stringify(query)}: ${String(error)}`);
    return data;
  };
  return {
    url,
    directory,
    ask,
    query: async (query) => ((await ask("query", { query })) as { result: readonly Sample[] }).result,
    async close() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
