/** A process of a cluster: its identity, its connection to NATS, and the other processes that it knows. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
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

/** Joins the cluster that the settings name. Throws an Error of one line that names the setting. */
export async function joinCluster(config: Config, kind: PeerKind): Promise<Member> {
  const { cluster, databaseUrl, nats, mode } = config;
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
  if (cluster === undefined || databaseUrl === undefined || servers === undefined)
    throw new Error("a setting of the cluster is missing");
  const own = { id: randomBytes(6).toString("hex"), kind, host: hostname() };
  const messenger = await connectNats({ ...nats, servers }, `presage ${kind} ${own.id}`);
  const subjects = subjectsOf(cluster);
  const peers = watchPeers(own, subjects, messenger);
  const close = async (): Promise<void> => {
    peers.leave();
    await messenger.close();
  };
  return { own, cluster, databaseUrl, subjects, messenger, peers, close };
}
