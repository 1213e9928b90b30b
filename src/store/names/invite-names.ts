/** Names that come with invites; the journal has none of them. */
import type { OwnSql } from "../sql/database.ts";

export type InviteName = { readonly invite: string; readonly name: string };

export async function putInviteNames(sql: OwnSql, names: readonly InviteName[]): Promise<void> {
  const [invites, texts] = [names.map(({ invite }) => invite), names.map(({ name }) => name)];
  await sql`
    insert into invite_names (invite, name) select * from unnest(${invites}::text[], ${texts}::text[])`;
}

export async function deleteInviteNames(sql: OwnSql, invites: readonly string[]): Promise<void> {
  await sql`delete from invite_names where invite = any(${[...invites]}::text[])`;
}

/** Gives the names of those of these invites that have one. */
export async function readInviteNames(sql: OwnSql, invites: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<InviteName[]>`
    select invite, name from invite_names where invite = any(${[...invites]}::text[])`;
  return new Map(rows.map(({ invite, name }) => [invite, name]));
}
