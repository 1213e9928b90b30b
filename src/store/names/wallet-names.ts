/**
 * Names that owners of wallets chose, current and previous. They are not part of the journal. Wallets are lower-case
 * addresses, times are engine time, ms.
 */
import { SKELETON_VERSION } from "../../core/people/name-skeletons.ts";
import type { TraderName } from "../../core/people/trader-name.ts";
import type { OwnSql, Sql } from "../sql/database.ts";

export type WalletName = { readonly wallet: string; readonly name: string };

/** Lists all current names. */
export const listWalletNames = (sql: Sql): Promise<WalletName[]> =>
  sql<WalletName[]>`select wallet, name from wallet_names`;

export type BorneName = WalletName & { readonly chosenAt: number };

/** Previous name; operator and reason are set if an operator removed it. */
export type FormerName = BorneName & {
  readonly endedAt: number;
  readonly operator: string | null;
  readonly reason: string | null;
};

/** The latest names of a wallet. */
export type NameHistory = { readonly borne: BorneName | undefined; readonly ended: FormerName | undefined };

export async function readNameHistory(sql: OwnSql, wallet: string): Promise<NameHistory> {
  const [[borne], [ended]] = await Promise.all([
    sql<BorneName[]>`
      select wallet, name, chosen_at as "chosenAt" from wallet_names where wallet = ${wallet}`,
    sql<FormerName[]>`
      select wallet, name, chosen_at as "chosenAt", ended_at as "endedAt", operator, reason from ended_names
      where wallet = ${wallet} order by chosen_at desc limit 1`,
  ]);
  return { borne, ended };
}

export type NameWish = TraderName & { readonly wallet: string };

/** Finds a name of another wallet that is equal or looks alike, current or given up since `since`. */
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

/** Sets the wallet's name, and stores the earlier name among the previous ones. */
export async function putWalletName(sql: OwnSql, { wallet, ...name }: NameWish, at: number): Promise<void> {
  await sql`
    with kept as (
      insert into ended_names (wallet, name, folded, look, look_rules, chosen_at, ended_at)
      select wallet, name, folded, look, look_rules, chosen_at, ${at} from wallet_names where wallet = ${wallet}
    )
    insert into wallet_names (wallet, name, folded, look, look_rules, chosen_at)
    values (${wallet}, ${name.text}, ${name.folded}, ${name.look}, ${SKELETON_VERSION}, ${at})
    on conflict (wallet) do update set
      name = excluded.name, folded = excluded.folded, look = excluded.look, look_rules = excluded.look_rules,
      chosen_at = excluded.chosen_at`;
}

type NameRemoval = {
  readonly wallet: string;
  readonly at: number;
  /** Operator who removes the name, and the reason; `undefined` if the owner gives it up. */
  readonly by: { readonly operator: string; readonly reason: string } | undefined;
};

/** Removes the name of a wallet, and returns it; `undefined` if it had none. */
export async function removeWalletName(
  sql: OwnSql,
  { wallet, at, by }: NameRemoval,
): Promise<FormerName | undefined> {
  const [ended] = await sql<FormerName[]>`
    with gone as (delete from wallet_names where wallet = ${wallet} returning *)
    insert into ended_names (wallet, name, folded, look, look_rules, chosen_at, ended_at, operator, reason)
    select wallet, name, folded, look, look_rules, chosen_at, ${at}, ${by?.operator ?? null}::text, ${by?.reason ?? null}::text
    from gone
    returning wallet, name, chosen_at as "chosenAt", ended_at as "endedAt", operator, reason`;
  return ended;
}

// Lists of names for operators, latest first, and the wallet of a name.

/** Builds the pattern of texts that contain the term. */
const containsPattern = (term: string): string => `%${escapePattern(term)}%`;

/** Escapes the special characters of a pattern. */
const escapePattern = (term: string): string => term.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Finds the wallet that bears the folded name. */
export async function findNamedWallet(sql: Sql, folded: string): Promise<string | undefined> {
  const [found] = await sql<{ wallet: string }[]>`select wallet from wallet_names where folded = ${folded}`;
  return found?.wallet;
}

/** Cursor of an operator's list: the row before the page. */
export type NameCursor = { readonly at: number; readonly wallet: string };

type NamePage = {
  /** Part of a folded name, or lower-case prefix of an address; "" matches all. */
  readonly term: string;
  readonly after: NameCursor | undefined;
  readonly limit: number;
};

/** Lists current names, latest first. */
export const listBorneNames = (sql: Sql, page: NamePage): Promise<BorneName[]> =>
  sql<BorneName[]>`
    select wallet, name, chosen_at as "chosenAt" from wallet_names
    where ${matches(sql, page.term)}
      ${page.after === undefined ? sql`` : sql`and (chosen_at, wallet) < (${page.after.at}::bigint, ${page.after.wallet})`}
    order by chosen_at desc, wallet desc limit ${page.limit}`;

/** Lists names that operators removed, latest first. */
export const listRemovedNames = (sql: Sql, page: NamePage): Promise<FormerName[]> =>
  sql<FormerName[]>`
    select wallet, name, chosen_at as "chosenAt", ended_at as "endedAt", operator, reason from ended_names
    where operator is not null and ${matches(sql, page.term)}
      ${page.after === undefined ? sql`` : sql`and (ended_at, wallet) < (${page.after.at}::bigint, ${page.after.wallet})`}
    order by ended_at desc, wallet desc limit ${page.limit}`;

const matches = (sql: Sql, term: string) =>
  term === "" ? sql`true` : sql`(folded like ${containsPattern(term)} or starts_with(wallet, ${term}))`;

/** Lists names whose skeleton or folded text equals the given one, or contains it for a word, up to a limit. */
export const listAlike = (
  sql: OwnSql,
  { look, match, limit }: { readonly look: string; readonly match: "name" | "word"; readonly limit: number },
): Promise<WalletName[]> =>
  sql<WalletName[]>`
    select wallet, name from wallet_names
    where ${match === "word" ? sql`strpos(look, ${look}) > 0 or strpos(folded, ${look}) > 0` : sql`look = ${look} or folded = ${look}`}
    order by look collate "C" limit ${limit}`;

// Names given with invites; the journal does not contain them.

type InviteName = { readonly invite: string; readonly name: string };

export async function putInviteNames(sql: OwnSql, names: readonly InviteName[]): Promise<void> {
  const [invites, texts] = [names.map(({ invite }) => invite), names.map(({ name }) => name)];
  await sql`
    insert into invite_names (invite, name) select * from unnest(${invites}::text[], ${texts}::text[])`;
}

export async function deleteInviteNames(sql: OwnSql, invites: readonly string[]): Promise<void> {
  await sql`delete from invite_names where invite = any(${[...invites]}::text[])`;
}

/** Reads the names of these invites; invites without one are left out. */
export async function readInviteNames(sql: OwnSql, invites: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<InviteName[]>`
    select invite, name from invite_names where invite = any(${[...invites]}::text[])`;
  return new Map(rows.map(({ invite, name }) => [invite, name]));
}
