/** What every read of the catalog is asked within: the wallets of `creator`, and the hours that count as the last 24. */
import type { Context } from "../../context.ts";
import { parseAddress } from "../../signing/address.ts";
import type { Scope, SinceHour } from "../../store/catalog-records.ts";
import { findSiteWallets } from "../../store/sites.ts";
import type { Dialect } from "../dialect.ts";
import type { Refused } from "../refusal-form.ts";
import { badParameter } from "./refusal.ts";

export type Reading = { readonly scope: Scope; readonly since: SinceHour };

type Asked = {
  readonly context: Context;
  readonly dialect: Dialect;
  readonly query: { readonly creator?: string };
};

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Refused when `creator` is a wallet whose checksum is wrong. Of a site that nobody knows there is nothing to read. */
export async function readingOf({ context, dialect, query }: Asked): Promise<Reading | Refused> {
  const since = Math.floor(context.clock() / HOUR_MS) - HOURS;
  const { creator } = query;
  if (creator === undefined) return { scope: undefined, since };
  if (!isWallet(creator)) return { scope: await findSiteWallets(context.sql, creator), since };
  const wallet = parseAddress(creator);
  return wallet === undefined ? badParameter("creator", dialect) : { scope: [wallet], since };
}

const isWallet = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);
