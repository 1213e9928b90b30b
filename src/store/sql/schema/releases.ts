/**
 * The releases that wrote a database, so that a refusal can name the one that may go on with it. Each records the kinds
 * of events that it may write: an older release then checks whether the journal has unknown ones.
 */
import type { Client } from "pg";
import { EVENT_KINDS } from "../../../core/events/event-codec.ts";
import { RELEASE } from "../../../release.ts";
import type { AnySql } from "../database.ts";

/** Creates the table of releases if it is missing. */
export const RELEASES_TABLE = `
  create table if not exists releases (
    version text primary key,
    event_kinds text[] not null,
    -- When it began to write, first or after another one.
    since timestamptz not null default now()
  )`;

/** Records that this release writes the database from now on. */
export const RECORD_RELEASE = `
  insert into releases (version, event_kinds) values ('${RELEASE.version}', '{${EVENT_KINDS.join()}}')
  on conflict (version) do update set event_kinds = excluded.event_kinds, since = now()`;

const LAST_RELEASE = `select version, event_kinds @> '{${EVENT_KINDS.join()}}' as whole from releases order by since desc limit 1`;

type LastRelease = { readonly version: string; readonly whole: boolean };

/** Returns the version of the release that wrote last; `undefined` if none was recorded. */
export async function findLastRelease(sql: AnySql): Promise<string | undefined> {
  if (!(await areReleasesRecorded(sql))) return undefined;
  const [last] = await sql.unsafe<LastRelease[]>(LAST_RELEASE);
  return last?.version;
}

/** Lists the kinds of events that some release may have written and that are unknown here. */
export async function listUnknownKinds(sql: AnySql): Promise<string[]> {
  if (!(await areReleasesRecorded(sql))) return [];
  const rows = await sql<{ kind: string }[]>`
    select distinct kind from releases, unnest(event_kinds) as kind
    where kind <> all(${[...EVENT_KINDS]}) order by kind`;
  return rows.map(({ kind }) => kind);
}

async function areReleasesRecorded(sql: AnySql): Promise<boolean> {
  const [{ noted }] = await sql<[{ noted: boolean }]>`select to_regclass('releases') is not null as noted`;
  return noted;
}

/** Records this release on the writer's connection, if another one wrote last. */
export async function recordRelease(client: Client): Promise<void> {
  const { rows } = await client.query<LastRelease>(LAST_RELEASE);
  const [last] = rows;
  if (last?.version !== RELEASE.version || !last.whole) await client.query(RECORD_RELEASE);
}
