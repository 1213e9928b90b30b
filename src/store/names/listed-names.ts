/** Lists of names for operators, the latest first, and the wallet of a name. */
import type { OwnSql, Sql } from "../sql/database.ts";
import type { BorneName, EndedName, WalletName } from "./wallet-names.ts";

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

export type NamePage = {
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
