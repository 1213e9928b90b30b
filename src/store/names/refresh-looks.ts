/** Looks of stored names that earlier rules made, made anew by those of now. A crash between leaves the rest to the next start. */
import { LOOK_RULES, lookOf } from "../../core/name-looks.ts";
import { isRejection } from "../../core/rejection.ts";
import { readForbidden } from "../../core/trader-name.ts";
import type { OwnSql } from "../sql/database.ts";
import type { ForbiddenLook } from "./forbidden-names.ts";

const NAMES_AT_ONCE = 5_000;

export async function refreshLooks(sql: OwnSql): Promise<void> {
  while ((await refreshBorne(sql)) === NAMES_AT_ONCE);
  while ((await refreshEnded(sql)) === NAMES_AT_ONCE);
  await refreshForbidden(sql);
}

/** Makes the looks of some borne names anew; gives how many. */
async function refreshBorne(sql: OwnSql): Promise<number> {
  const names = await sql<{ name: string }[]>`
    select name from wallet_names where look_rules <> ${LOOK_RULES} limit ${NAMES_AT_ONCE}`;
  const made = looksOfNames(names);
  await sql`
    update wallet_names set look = made.look, look_rules = ${LOOK_RULES}
    from unnest(${made.names}::text[], ${made.looks}::text[]) as made (name, look)
    where wallet_names.name = made.name`;
  return names.length;
}

async function refreshEnded(sql: OwnSql): Promise<number> {
  const names = await sql<{ name: string }[]>`
    select distinct name from ended_names where look_rules <> ${LOOK_RULES} limit ${NAMES_AT_ONCE}`;
  const made = looksOfNames(names);
  await sql`
    update ended_names set look = made.look, look_rules = ${LOOK_RULES}
    from unnest(${made.names}::text[], ${made.looks}::text[]) as made (name, look)
    where ended_names.name = made.name`;
  return names.length;
}

const looksOfNames = (rows: readonly { readonly name: string }[]) => {
  const names = rows.map(({ name }) => name);
  return { names, looks: names.map(lookOf) };
};

/** Keeps the earliest of those that look the same now: it forbids what the others did. */
async function refreshForbidden(sql: OwnSql): Promise<void> {
  const earlier = await sql<ForbiddenLook[]>`
    select look, match, text, at, operator, reason from forbidden_names
    where look_rules <> ${LOOK_RULES} order by at`;
  for (const { look, match, text, at, operator, reason } of earlier) {
    const made = readForbidden({ text, match });
    await sql`
      insert into forbidden_names (look, match, text, at, operator, reason, look_rules)
      values (${isRejection(made) ? look : made}, ${match}, ${text}, ${at}, ${operator}, ${reason}, ${LOOK_RULES})
      on conflict do nothing`;
  }
  await sql`delete from forbidden_names where look_rules <> ${LOOK_RULES}`;
}
