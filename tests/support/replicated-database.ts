/**
 * A PostgreSQL with two standbys that stream from it, on ports of their own: three servers of the bundled programs, of
 * which the standbys are cold copies of the first. Settings are in files, so that tests can change them.
 */
import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { linkLibraries } from "../../src/store/server/embedded-server.ts";
import { changeOwner, commandFor, prepareServerAccount } from "../../src/store/server/server-account.ts";
import type { ServerAccount } from "../../src/store/server/server-account.ts";
import { findServerPrograms } from "../../src/store/server/server-cluster.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { updateSchema } from "../../src/store/sql/schema/update-schema.ts";
import { scratchRoot } from "./scratch-directory.ts";
import { until } from "./until.ts";
import { findFreePort } from "./free-port.ts";

export type ReplicatedServer = {
  readonly name: string;
  readonly port: number;
  /** Runs statements as the superuser, in the database of the exchange. */
  query<Row extends object = object>(text: string): Promise<Row[]>;
  /** Writes settings, and makes the server read them: `synchronous_standby_names = ''`. */
  configure(...lines: readonly string[]): Promise<void>;
  start(): Promise<void>;
  /** `immediate` leaves the server as a power cut would. */
  stop(how?: "fast" | "immediate"): Promise<void>;
  /** Makes a standby the primary; returns once it takes writes. */
  promote(): Promise<void>;
  /** Makes the server, which must be stopped or a standby, follow another one. */
  follow(primary: ReplicatedServer): Promise<void>;
};

export type ReplicatedDatabase = {
  /** The primary of the beginning, and its standbys `two` and `three`. */
  readonly servers: readonly [ReplicatedServer, ReplicatedServer, ReplicatedServer];
  /** Address of all three servers, as the role of the exchange. */
  readonly url: string;
  /** Address of one server. */
  urlOf(server: ReplicatedServer): string;
  close(): Promise<void>;
};

/** Role of the exchange, no superuser, and name of its database. */
const ROLE = "presage";
const NAMES = ["one", "two", "three"] as const;

const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  "max_connections = 200",
  "shared_buffers = '16MB'",
  "wal_level = replica",
  "wal_keep_size = '64MB'",
  "hot_standby_feedback = on",
  // A standby follows again at once, and a primary notices at once that one is gone.
  "wal_retrieve_retry_interval = '100ms'",
  "synchronous_standby_names = 'ANY 1 (*)'",
];

type Rig = { readonly root: string; readonly account: ServerAccount; readonly ports: readonly number[] };

/** Starts the three servers, with the schema of this release. Close them in `after`. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const programs = findServerPrograms();
  linkLibraries(join(dirname(programs.postgres), "../.."));
  const root = mkdtempSync(join(scratchRoot(), "presage-replicated-"));
  const account = prepareServerAccount(join(root, "one"), programs.postgres);
  changeOwner(account, root);
  const ports = await Promise.all(NAMES.map(findFreePort));
  const rig = { root, account, ports };
  const servers = NAMES.map((_, index) => createServerOf(rig, index));
  const [one, two, three] = servers;
  if (one === undefined || two === undefined || three === undefined) throw new Error("three servers");
  const urlOf = ({ port }: ReplicatedServer): string => addressOf(ROLE, port);
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop("immediate").catch(() => {})));
    rmSync(root, { recursive: true, force: true });
  };
  try {
    await run(account, programs.initdb, [
      "-D",
      join(root, "one"),
      "--username=postgres",
      "--auth=trust",
      "--no-sync",
      "--wal-segsize=1",
      "--encoding=UTF8",
      "--locale=C",
    ]);
    appendFileSync(join(root, "one", "postgresql.conf"), `${SETTINGS.join("\n")}\n`);
    await makeDatabase(one, urlOf(one));
    for (const standby of [two, three]) {
      await run(account, "cp", ["-a", join(root, "one"), join(root, standby.name)]);
      await standby.follow(one);
    }
    await Promise.all(servers.map((server) => server.start()));
    await until("both standbys follow", async () => (await countStreaming(one)) === 2);
  } catch (error) {
    await close();
    throw error;
  }
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  return { servers: [one, two, three], url: `postgres://${ROLE}@${hosts}/${ROLE}`, urlOf, close };
}

/** Counts the standbys whose connections to the server stream. */
export async function countStreaming(server: ReplicatedServer): Promise<number> {
  const rows = await server.query("select from pg_stat_replication where state = 'streaming'");
  return rows.length;
}

/** Makes role, database and schema, without standbys, and stops the server. */
async function makeDatabase(one: ReplicatedServer, url: string): Promise<void> {
  await one.configure("synchronous_standby_names = ''");
  await one.start();
  await withServer(one.port, "postgres", async (sql) => {
    await sql.unsafe(`create role ${ROLE} login in role pg_monitor`);
    await sql.unsafe(`create database ${ROLE} owner ${ROLE}`);
  });
  await updateSchema(url);
  await one.stop();
  await one.configure("synchronous_standby_names = 'ANY 1 (*)'");
}

function createServerOf({ root, account, ports }: Rig, index: number): ReplicatedServer {
  const [name, port] = [NAMES[index] ?? "", ports[index] ?? 0];
  const directory = join(root, name);
  const { pgCtl } = findServerPrograms();
  const own = join(directory, "postgresql.auto.conf");
  const control = (...args: readonly string[]): Promise<void> =>
    run(account, pgCtl, [...args, "-D", directory, "-w", "-t", "120", "-s"]);
  let runs = false;
  const query = async <Row extends object>(text: string): Promise<Row[]> =>
    withServer(port, ROLE, async (sql) => [...(await sql.unsafe<Row[]>(text))]);
  const configure = async (...lines: readonly string[]): Promise<void> => {
    appendFileSync(own, `${lines.join("\n")}\n`);
    if (runs) await control("reload");
  };
  return {
    name,
    port,
    query,
    configure,
    async start() {
      await control("start", "-l", join(root, `${name}.log`), "-o", `-p ${port}`);
      runs = true;
    },
    async stop(how = "fast") {
      runs = false;
      await control("stop", "-m", how);
    },
    promote: () => control("promote"),
    async follow(primary) {
      const signal = join(directory, "standby.signal");
      writeFileSync(signal, "");
      changeOwner(account, signal);
      const kept = readFileSync(own, "utf8")
        .split("\n")
        .filter((line) => !line.startsWith("primary_conninfo"));
      writeFileSync(own, kept.join("\n"));
      await configure(
        `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}'`,
      );
    },
  };
}

const addressOf = (user: string, port: number): string => `postgres://${user}@127.0.0.1:${port}/${ROLE}`;

async function withServer<T>(port: number, database: string, use: (sql: Sql) => Promise<T>): Promise<T> {
  const url = `postgres://postgres@127.0.0.1:${port}/${database}`;
  const sql = openDatabase(url, { name: "presage rig", maxConnections: 1 });
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function run(account: ServerAccount, program: string, args: readonly string[]): Promise<void> {
  const { file, args: all, options } = commandFor(account, program, args);
  await promisify(execFile)(file, all, options);
}
