/** GET /profiles: wallets whose chosen names have a text in them, and the wallet of an address. */
import { Type } from "typebox";
import { foldName } from "../../core/name-looks.ts";
import { MAX_NAME_TEXT } from "../../core/trader-name.ts";
import { parseAddress } from "../../signing/address.ts";
import { searchNames } from "../../store/names/listed-names.ts";
import type { NameSearch } from "../../store/names/listed-names.ts";
import { findWalletProfile } from "../../store/reads/wallet-profile.ts";
import type { Sql } from "../../store/sql/database.ts";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { pageLimit } from "../page-limit.ts";
import { storableText } from "../storable-text.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { NAME_SECONDS } from "./cache-lifetimes.ts";
import { PROFILES } from "./groups.ts";
import { FoundProfile, foundProfile } from "./profile-record.ts";

type Page = Omit<NameSearch, "term">;

/** Finds wallets by a part of their names, or the one that has this address. */
export async function findWallets(sql: Sql, text: string, page: Page): Promise<readonly string[]> {
  const address = parseAddress(text.trim());
  const known = address === undefined ? undefined : await findWalletProfile(sql, address);
  if (known !== undefined) return page.offset === 0 ? [known.wallet] : [];
  const term = foldName(text.trim());
  if (term === "") return [];
  return (await searchNames(sql, { ...page, term })).map(({ wallet }) => wallet);
}

export const listProfiles = uncodedOperation({
  method: "GET",
  path: "/profiles",
  summary: "Search people by their chosen names",
  group: PROFILES,
  limits: [CATALOG_LIMITS.search],
  strict: true,
  query: Type.Object({
    q: {
      ...storableText(MAX_NAME_TEXT),
      description:
        "A part of a name, of one or two characters its beginning, in any case of letters; or an address",
    },
    limit: pageLimit({ default: 20, maximum: 100 }),
    offset: Type.Integer({ default: 0, minimum: 0, maximum: 1000, description: "Rows to skip" }),
  }),
  answer: Type.Array(FoundProfile, {
    description: "The name itself first, then names that begin with the text, then those that have it within",
  }),
  maxAgeSeconds: NAME_SECONDS,
  handle: async ({ context, query: { q, ...page } }) => ({
    body: (await findWallets(await context.adHocSql(), q, page)).map((wallet) =>
      foundProfile(wallet, context.names),
    ),
  }),
});
