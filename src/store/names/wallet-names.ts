/**
 * The names that owners of wallets chose, and those of before. They are not of the journal. Wallets are lower-case addresses,
 * times engine time in milliseconds.
 */
import { LOOK_RULES } from "../../core/name-looks.ts";
import type { TraderName } from "../../core/trader-name.ts";
import type { OwnSql, Sql } from "../sql/database.ts";

export type WalletName = { readonly wallet: string; readonly name: string };

/** All names that are borne. */
export const listWalletNames = (sql: Sql): Promise<WalletName[]> =>
  sql<WalletName[]>`select wallet, name from wallet_names`;

export type BorneName = WalletName & { readonly chosenAt: number };

/** A name that ended; operator and reason are of one that an operator took away. */
export type EndedName = BorneName & {
  readonly endedAt: number;
  readonly operator: string | null;
  readonly reason: string | null;
};

/** The latest names of a wallet. */
export type NameHistory = { readonly borne: BorneName | undefined; readonly ended: EndedName | undefined };

export async function readNameHistory(sql: OwnSql, wallet: string): Promise<NameHistory> {
  const [[borne], [ended]] = await Promise.all([
    sql<BorneName[]>`
      select wallet, name, chosen_at as "chosenAt" from wallet_names where wallet = ${wallet}`,
    sql<EndedName[]>`
      select wallet, name, chosen_at as "chosenAt", ended_at as "endedAt", operator, reason from ended_names
      where wallet = ${wallet} order by chosen_at desc limit 1`,
  ]);
  return { borne, ended };
}

export type NameWish = TraderName & { readonly wallet: string };

/** Finds a name of another wallet that is the same or looks alike, borne or given up since `since`. */
export async function findTakenName(
  sql: OwnSql,
  { wallet, folded, look }: NameWish,
  since: number,
): Promise<{ readonly name: string; readonly endedAt: number | null } | undefined> {
  const [taken] = await sql<{ name: string; endedAt: number | null }[]>`
    select name, null::bigint as "endedAt" from wallet_names
      where (folded = ${folded} or look = ${look}) and wallet <> ${wallet}
    union all
    select name, ended_at as "endedAt" from ended_names
      where (folded = ${folded} or look = ${look}) and wallet <> ${wallet} and ended_at > ${since}
    order by 2 desc nulls first limit 1`;
  return taken;
}

/** Gives the wallet the name, and keeps the one that it had among the ended ones. */
export async function putWalletName(sql: OwnSql, { wallet, ...name }: NameWish, at: number): Promise<void> {
  await sql`
    with kept as (
      insert into ended_names (wallet, name, folded, look, look_rules, chosen_at, ended_at)
      select wallet, name, folded, look, look_rules, chosen_at, ${at} from wallet_names where wallet = ${wallet}
    )
    insert into wallet_names (wallet, name, folded, look, look_rules, chosen_at)
    values (${wallet}, ${name.text}, ${name.folded}, ${name.look}, ${LOOK_RULES}, ${at})
    on conflict (wallet) do update set
      name = excluded.name, folded = excluded.folded, look = excluded.look, look_rules = excluded.look_rules,
      chosen_at = excluded.chosen_at`;
}

type NameEnd = {
  readonly wallet: string;
  readonly at: number;
  /** The operator who takes it away, with the reason; `undefined` where the owner gives it up. */
  readonly by: { readonly operator: string; readonly reason: string } | undefined;
};

/** Ends the name of a wallet, and gives it; `undefined` when it had none. */
export async function endWalletName(
  sql: OwnSql,
  { wallet, at, by }: NameEnd,
): Promise<EndedName | undefined> {
  const [ended] = await sql<EndedName[]>`
    with gone as (delete from wallet_names where wallet = ${wallet} returning *)
    insert into ended_names (wallet, name, folded, look, look_rules, chosen_at, ended_at, operator, reason)
    select wallet, name, folded, look, look_rules, chosen_at, ${at}, ${by?.operator ?? null}::text, ${by?.reason ?? null}::text
    from gone
    returning wallet, name, chosen_at as "chosenAt", ended_at as "endedAt", operator, reason`;
  return ended;
}

// Lists of names for operators, the latest first, and the wallet of a name.

/** Pattern of texts with the term anywhere in them. */
const partOf = (term: string): string => `%${literalOf(term)}%`;

/** A term whose signs stand for themselves in a pattern. */
const literalOf = (term: string): string => term.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Finds the wallet that bears the folded name. */
export async function findNamedWallet(sql: Sql, folded: string): Promise<string | undefined> {
  const [found] = await sql<{ wallet: string }[]>`select wallet from wallet_names where folded = ${folded}`;
  return found?.wallet;
}

/** Place of a row in a list of an operator, after which the next page begins. */
export type NamePlace = { readonly at: number; readonly wallet: string };

type NamePage = {
  /** Folded part of a name, or lower-case beginning of an address; "" is all. */
  readonly term: string;
  readonly after: NamePlace | undefined;
  readonly limit: number;
};

/** Names that are borne, the latest first. */
export const listBorneNames = (sql: Sql, page: NamePage): Promise<BorneName[]> =>
  sql<BorneName[]>`
    select wallet, name, chosen_at as "chosenAt" from wallet_names
    where ${matches(sql, page.term)}
      ${page.after === undefined ? sql`` : sql`and (chosen_at, wallet) < (${page.after.at}::bigint, ${page.after.wallet})`}
    order by chosen_at desc, wallet desc limit ${page.limit}`;

/** Names that operators took away, the latest first. */
export const listRemovedNames = (sql: Sql, page: NamePage): Promise<EndedName[]> =>
  sql<EndedName[]>`
    select wallet, name, chosen_at as "chosenAt", ended_at as "endedAt", operator, reason from ended_names
    where operator is not null and ${matches(sql, page.term)}
      ${page.after === undefined ? sql`` : sql`and (ended_at, wallet) < (${page.after.at}::bigint, ${page.after.wallet})`}
    order by ended_at desc, wallet desc limit ${page.limit}`;

const matches = (sql: Sql, term: string) =>
  term === "" ? sql`true` : sql`(folded like ${partOf(term)} or starts_with(wallet, ${term}))`;

/** Names that a look falls under, at most so many: alone, or as a part of them. */
export const listAlike = (
  sql: OwnSql,
  { look, match, limit }: { readonly look: string; readonly match: "name" | "word"; readonly limit: number },
): Promise<WalletName[]> =>
  sql<WalletName[]>`
    select wallet, name from wallet_names
    where ${match === "word" ? sql`strpos(look, ${look}) > 0 or strpos(folded, ${look}) > 0` : sql`look = ${look} or folded = ${look}`}
    order by look collate "C" limit ${limit}`;

// Names that come with invites; the journal has none of them.

type InviteName = { readonly invite: string; readonly name: string };

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
