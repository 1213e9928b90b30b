/**
 * Scope of a catalog read. All parts of an answer come from one snapshot of the database, hence one commit. `creator`
 * limits it to certain wallets. Drafts are visible only at the operator's address. `since` defines the last 24 hours.
 */
import type { Context } from "../../context.ts";
import { parseAddress } from "../../signing/address.ts";
import { HOUR_MS } from "../../store/catalog/catalog-records.ts";
import type { Scope, SinceHour } from "../../store/catalog/catalog-records.ts";
import { findSiteWallets } from "../../store/catalog/sites.ts";
import type { AnySql } from "../../store/sql/database.ts";
import type { FencedPool } from "../../store/sql/fenced-pool.ts";
import { readSnapshot } from "../../store/sql/transact.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Answer } from "../operation/endpoint.ts";
import { badParameter } from "./refusal.ts";

export type CatalogRead = { readonly sql: AnySql; readonly scope: Scope; readonly since: SinceHour };

type ScopedRequest = {
  readonly context: Context;
  readonly dialect: Dialect;
  readonly forOperators: boolean;
  readonly query: { readonly creator?: string };
};

const HOURS = 24;

type Read = (reading: CatalogRead) => Promise<Answer>;

/** Reads by names or words, with few forms of statements. Refuses a `creator` wallet with a wrong checksum. */
export const readCatalog = (asked: ScopedRequest, read: Read): Promise<Answer> =>
  readIn(asked, asked.context.readSql, read);

/** Reads lists: their filters and orders give statements of many forms, so ad-hoc connections are used. */
export const readList = (asked: ScopedRequest, read: Read): Promise<Answer> =>
  readIn(asked, asked.context.adHocSql, read);

async function readIn(
  { context, dialect, forOperators: drafts, query }: ScopedRequest,
  pool: FencedPool,
  read: Read,
): Promise<Answer> {
  const { creator } = query;
  if (creator !== undefined && isWallet(creator) && readWallet(creator) === undefined)
    return badParameter("creator", dialect);
  const since = Math.floor(context.clock() / HOUR_MS) - HOURS;
  return readSnapshot(await pool(), async (sql) =>
    read({ sql, scope: { creators: await listCreatorWallets(sql, creator), drafts }, since }),
  );
}

const isWallet = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);
const readWallet = (text: string): string | undefined => parseAddress(text.replace(/^0X/, "0x"));

/** Lists the wallets of a creator; an unknown site has none. */
async function listCreatorWallets(sql: AnySql, creator: string | undefined): Promise<Scope["creators"]> {
  if (creator === undefined) return undefined;
  const wallet = readWallet(creator);
  return wallet === undefined ? findSiteWallets(sql, creator) : [wallet];
}
