/** A process of a cluster: its identity, its connection to NATS, and the other processes that it knows. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { requireCluster } from "../store/journal/leadership.ts";
import { checkMasterKey } from "../store/keys/master-key.ts";
import { openDatabase } from "../store/sql/database.ts";
import { SETTINGS } from "../settings/settings-table.ts";
import type { Config } from "../settings/config.ts";
import { subjectsOf } from "./envelope.ts";
import type { Peer, PeerKind, Subjects } from "./envelope.ts";
import { connectNats } from "./messenger.ts";
import type { Messenger } from "./messenger.ts";
import { watchPeers } from "./peers.ts";
import type { Peers } from "./peers.ts";

export type Member = {
  readonly own: Peer;
  readonly cluster: string;
  readonly databaseUrl: string;
  readonly subjects: Subjects;
  readonly messenger: Messenger;
  readonly peers: Peers;
  close(): Promise<void>;
};

/**
 * Refuses a database of another cluster, or whose keys were made with another master key. Returns the identity of the
 * database, which all of its servers share.
 */
async function checkDatabase(url: string, cluster: string, config: Config): Promise<string> {
  const sql = openDatabase(url, { name: "presage cluster", maxConnections: 1 });
  try {
    await requireCluster(sql, cluster);
    await checkMasterKey(sql, config);
    const [row] = await sql<{ id: string }[]>`
      select md5(system_identifier || ' ' || oid) as id from pg_control_system(), pg_database where datname = current_database()`;
    if (row === undefined) throw new Error("The database does not tell its identity.");
    return row.id.slice(0, 12);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Joins the cluster that the settings name. Throws an Error of one line that names the setting. */
export async function joinCluster(config: Config, kind: PeerKind): Promise<Member> {
  const { cluster, databaseUrl, nats, mode, gateways } = config;
  const { servers } = nats;
  const missing = [
    [cluster, SETTINGS.cluster],
    [databaseUrl, SETTINGS.databaseUrl],
    [servers, SETTINGS.nats.servers],
  ] as const;
  for (const [value, { name }] of missing)
    if (value === undefined)
      throw new Error(`${name}: expected a value, since presage ${kind} is a part of a cluster; got none`);
  if (mode !== "production")
    throw new Error(
      `${SETTINGS.mode.name}: expected production, since a sandbox is one process, which presage start runs; got ${mode}`,
    );
  if (Number(gateways) > 0)
    throw new Error(
      `${SETTINGS.gateways.name}: expected 0 or auto, since gateways of a cluster are processes of their own; got ${gateways}`,
    );
  if (cluster === undefined || databaseUrl === undefined || servers === undefined)
    throw new Error("a setting of the cluster is missing");
  const database = await checkDatabase(databaseUrl, cluster, config);
  const own = { id: randomBytes(6).toString("hex"), kind, host: hostname() };
  const messenger = await connectNats({ ...nats, servers }, `presage ${kind} ${own.id}`);
  const subjects = subjectsOf(cluster, database);
  const peers = watchPeers(own, subjects, messenger);
  const close = async (): Promise<void> => {
    peers.leave();
    await messenger.close();
  };
  return { own, cluster, databaseUrl, subjects, messenger, peers, close };
}
