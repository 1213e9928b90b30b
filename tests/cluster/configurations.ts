/** Environments and options of the cluster's programs; their files are those of deploy/cluster, which tests run as they are. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "./host.ts";

const DEPLOYED = join(import.meta.dirname, "..", "..", "deploy", "cluster");

/** Name of the cluster, of the database in it and of its owner. */
export const CLUSTER = "presage";
export const SUPERUSER = "postgres";

/** Ports of each host, as the files have them. */
export const PORTS = {
  etcd: 2379,
  etcdPeers: 2380,
  postgres: 5432,
  patroni: 8008,
  nats: 4222,
  natsRoutes: 6222,
  natsMonitor: 8222,
} as const;

/** Ports of HAProxy, as its file has them. */
export const HAPROXY_PORTS = { primary: 5432, replicas: 5433 } as const;

const readDeployed = (file: string): string => readFileSync(join(DEPLOYED, file), "utf8");

/** Files of deploy/cluster; their users on the hosts may not enter a clone's folder. */
export const DEPLOYED_FILES: ReadonlyMap<string, string> = new Map(
  ["patroni.yml", "make-database", "haproxy.cfg", "nats.conf"].map((file) => [file, readDeployed(file)]),
);

const SECOND_MS = 1_000;

/** Time after which a primary that is gone has lost its lease. */
export const LEASE_MS = Number(/^ *ttl: (\d+)$/m.exec(readDeployed("patroni.yml"))?.[1]) * SECOND_MS;

export type Environment = Readonly<Record<string, string>>;

export const etcdOptions = (
  { name, address }: Host,
  hosts: readonly Host[],
  folder: string,
): readonly string[] => [
  `--name=${name}`,
  `--data-dir=${folder}`,
  `--listen-client-urls=http://${address}:${PORTS.etcd}`,
  `--advertise-client-urls=http://${address}:${PORTS.etcd}`,
  `--listen-peer-urls=http://${address}:${PORTS.etcdPeers}`,
  `--initial-advertise-peer-urls=http://${address}:${PORTS.etcdPeers}`,
  `--initial-cluster=${hosts.map((host) => `${host.name}=http://${host.address}:${PORTS.etcdPeers}`).join(",")}`,
  `--initial-cluster-token=${CLUSTER}`,
  // A member that comes back from a partition asks before it calls an election; newer releases do so by themselves.
  "--pre-vote",
  "--logger=zap",
];

export type Paths = { readonly folder: string; readonly bin: string };

export const patroniEnvironment = (
  { name, address }: Host,
  hosts: readonly Host[],
  { folder, bin }: Paths,
  password: string,
): Environment => ({
  PATRONI_NAME: name,
  PATRONI_ETCD3_HOSTS: hosts.map((host) => `${host.address}:${PORTS.etcd}`).join(","),
  PATRONI_RESTAPI_LISTEN: `${address}:${PORTS.patroni}`,
  PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${PORTS.patroni}`,
  PATRONI_POSTGRESQL_LISTEN: `${address}:${PORTS.postgres}`,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${PORTS.postgres}`,
  PATRONI_POSTGRESQL_DATA_DIR: join(folder, "data"),
  PATRONI_POSTGRESQL_BIN_DIR: bin,
  PATRONI_POSTGRESQL_PGPASS: join(folder, "pgpass"),
  PATRONI_SUPERUSER_PASSWORD: password,
  PATRONI_REPLICATION_PASSWORD: password,
  PRESAGE_DATABASE_PASSWORD: password,
});

export const natsOptions = ({ name, address }: Host, hosts: readonly Host[]): readonly string[] => [
  `--name=${name}`,
  `--addr=${address}`,
  `--cluster=nats://${address}:${PORTS.natsRoutes}`,
  `--routes=${hosts.map((host) => `nats://${host.address}:${PORTS.natsRoutes}`).join(",")}`,
];

/** Names of the hosts' databases for HAProxy. */
export const haproxyEnvironment = (hosts: readonly Host[]): Environment =>
  Object.fromEntries(hosts.map(({ address }, index) => [`POSTGRES_${index + 1}`, address]));
