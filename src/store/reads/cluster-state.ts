/** State of a cluster as its primary shows it: the leader and its epoch, and the standbys that commits count. */
import { countRequired } from "../journal/replication.ts";
import type { OwnSql } from "../sql/database.ts";

export type ClusterState = {
  /** Names the process that leads: host, process id and a random part. */
  readonly holder: string;
  readonly epoch: number;
  /** Start of the epoch, ms since 1970. */
  readonly since: number;
  /** Number of standbys that a commit waits for. */
  readonly needed: number;
  /** Standbys that commits count. */
  readonly standbys: readonly { readonly name: string; readonly lagBytes: number }[];
};

type Row = Omit<ClusterState, "needed"> & { readonly names: string };

/** Reads the state; `undefined` for a database without a cluster. */
export async function readClusterState(sql: OwnSql): Promise<ClusterState | undefined> {
  const [row] = await sql<[Row?]>`
    select holder, epoch::float8 as epoch, (extract(epoch from since) * 1000)::float8 as since,
      current_setting('synchronous_standby_names') as names,
      (select coalesce(json_agg(json_build_object('name', application_name,
          'lagBytes', greatest(0, pg_wal_lsn_diff(pg_current_wal_flush_lsn(), flush_lsn)))), '[]')
        from pg_stat_replication where state = 'streaming' and sync_state in ('sync', 'quorum')) as standbys
    from leadership`;
  return row && { ...row, needed: countRequired(row.names) };
}
