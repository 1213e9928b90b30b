/** The servers that the checklist starts by itself: as an operator would in production, and as a sandbox behind a proxy. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADMIN_TOKEN } from "../../src/store/server/data-directory.ts";
import { findRunningServer } from "../../src/store/server/embedded-server.ts";
import type { TestDatabase } from "../support/database.ts";
import { ANY_PORTS, findServer, launchPresage, whenStarted } from "../support/presage.ts";
import type { Started } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { APP_ORIGIN, CAPS } from "./network-rows.ts";
import { READERS } from "./world.ts";
import type { OwnServer, Server } from "./world.ts";

export type OwnMode = "production" | "sandbox";

const PORTS = [...ANY_PORTS, "--polymarket-ports", "off", "--kuest-ports", "off"];

/** Code that leaves the process with an error that nobody catches: one that is thrown, or a rejected promise. */
const BUGS: Readonly<Record<OwnMode, string>> = {
  production: "setImmediate(() => { throw new Error(bug); })",
  sandbox: "void Promise.reject(new Error(bug))",
};

const SETTINGS: Readonly<Record<OwnMode, Readonly<Record<string, string>>>> = {
  production: {
    PRESAGE_HOST: "0.0.0.0",
    PRESAGE_ORIGINS: APP_ORIGIN,
    PRESAGE_MAX_CONNECTIONS_PER_ADDRESS: String(CAPS.connections),
    PRESAGE_MAX_STREAMS_PER_ADDRESS: String(CAPS.streams),
    PRESAGE_ORDER_LIMITS: `${CAPS.openOrders},100,1000,10000`,
  },
  sandbox: { PRESAGE_TRUSTED_PROXIES: "127.0.0.1", PRESAGE_DATA_ALLOWLIST: READERS },
};

export type OwnServers = {
  start(mode: OwnMode): Promise<Server>;
  close(): Promise<void>;
};

/** `newDatabase` makes a database for each; without it each has the PostgreSQL that comes with the package. */
export function createOwnServers(newDatabase?: () => Promise<TestDatabase>): OwnServers {
  const root = mkdtempSync(join(tmpdir(), "presage-checklist-"));
  const closers: (() => Promise<void>)[] = [];
  return {
    async start(mode) {
      const directory = join(root, mode);
      const database = await newDatabase?.();
      if (database !== undefined) closers.unshift(database.close);
      const { server, end } = await startOwn(mode, directory, database?.url);
      closers.unshift(end);
      return server;
    },
    async close() {
      for (const close of closers) await close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function startOwn(mode: OwnMode, directory: string, databaseUrl: string | undefined) {
  const deskToken = randomBytes(32).toString("hex");
  const bug = `process.on("SIGUSR2",()=>{const bug="it was ${deskToken}";${BUGS[mode]}})`;
  const running = launchPresage(["start", "--mode", mode, "--data-dir", directory, "--json", ...PORTS], {
    detached: true,
    settings: {
      ...SETTINGS[mode],
      PRESAGE_OPERATORS: `desk=market-admin:${deskToken}`,
      PRESAGE_LOG_LEVEL: "debug",
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(bug)}`,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  });
  const started = await whenStarted(running);
  const secretOf = (name: string): string => readFileSync(join(directory, name), "utf8").trim();
  const adminToken = secretOf(ADMIN_TOKEN);
  const { spec, admin } = started.addresses;
  const own: OwnServer = {
    running: started,
    directory,
    databaseUrl: databaseUrl ?? findRunningServer(directory) ?? "",
    deskToken,
    secrets: [deskToken, adminToken, secretOf("master-key")],
  };
  return { server: { spec, admin, adminToken, own }, end: () => endOwn(started, directory) };
}

/** Ends a server. The database of a process that died of an error lives on, and is stopped here. */
async function endOwn({ process: child, stop }: Started, directory: string): Promise<void> {
  if (child.exitCode === null) await stop("SIGTERM");
  const server = findServer(directory);
  if (server === undefined) return;
  process.kill(server, "SIGQUIT");
  await until("the database has ended", () => findServer(directory) === undefined);
}
