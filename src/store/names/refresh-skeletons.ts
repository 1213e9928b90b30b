/** Rebuilds skeletons of stored names that earlier rules made. If a crash interrupts it, the next start continues. */
import { SKELETON_VERSION, computeSkeleton } from "../../core/people/name-skeletons.ts";
import { isRejection } from "../../core/rejection.ts";
import { readForbidden } from "../../core/people/trader-name.ts";
import type { Fragment, OwnSql } from "../sql/database.ts";
import type { ForbiddenSkeleton } from "./forbidden-names.ts";

const NAMES_AT_ONCE = 5_000;

export async function refreshSkeletons(sql: OwnSql): Promise<void> {
  for (const table of [sql`wallet_names`, sql`ended_names`])
    while ((await refreshNameSkeletons(sql, table)) === NAMES_AT_ONCE);
  await refreshForbidden(sql);
}

/** Rebuilds the skeletons of some names in a table; returns their number. */
async function refreshNameSkeletons(sql: OwnSql, table: Fragment): Promise<number> {
  const rows = await sql<{ name: string }[]>`
    select distinct name from ${table} where look_rules <> ${SKELETON_VERSION} limit ${NAMES_AT_ONCE}`;
  if (rows.length === 0) return 0;
  const names = rows.map(({ name }) => name);
  await sql`
    update ${table} as named set look = made.look, look_rules = ${SKELETON_VERSION}
    from unnest(${names}::text[], ${names.map(computeSkeleton)}::text[]) as made (name, look)
    where named.name = made.name`;
  return rows.length;
}

/** Rebuilds forbidden skeletons. Of those that are equal now, the earliest stays: it forbids the same names. */
async function refreshForbidden(sql: OwnSql): Promise<void> {
  const earlier = await sql<ForbiddenSkeleton[]>`
    select look, match, text, at, operator, reason from forbidden_names
    where look_rules <> ${SKELETON_VERSION} order by at`;
  for (const { look, match, text, at, operator, reason } of earlier) {
    const made = readForbidden({ text, match });
    await sql`
      insert into forbidden_names (look, match, text, at, operator, reason, look_rules)
      values (${isRejection(made) ? look : made}, ${match}, ${text}, ${at}, ${operator}, ${reason}, ${SKELETON_VERSION})
      on conflict do nothing`;
  }
  if (earlier.length > 0) await sql`delete from forbidden_names where look_rules <> ${SKELETON_VERSION}`;
}
