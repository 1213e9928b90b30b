/** Sites at the operator API: add, list and remove wallets. */
import { Type } from "typebox";
import { addToSite, dropSite, takeFromSite } from "../../listings/change-sites.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { listSites as readSites } from "../../store/catalog/sites.ts";
import type { Site } from "../../store/catalog/sites.ts";
import { changeOperation, readOperation, Reason, SITES } from "./operation.ts";
import type { ChangeCall } from "./operation.ts";
import { strictObject } from "../operation/strict-object.ts";

// A site in requests and answers of the operator API.

/** Limits of one request: wallets, and bytes. */
const MAX_WALLETS = 10_000;
const SITE_BYTES = 1024 * 1024;

const GivenHost = Type.String({
  description: "A host name, alone or within a URL: https://Market.Example/ is market.example",
});

const GivenWallets = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: MAX_WALLETS,
  description: "Wallet addresses; mixed case must be the right checksum",
});

/** Optional reason: sites are outside the journal, but their changes are audited. */
const SiteReason = Type.Optional(Reason);

export const SiteAnswer = Type.Object({
  host: Type.String(),
  wallets: Type.Array(Type.String(), { description: "All wallets of the site, lower case" }),
});

/** Maximum number of wallets that an audit entry names. */
const MAX_NAMED = 100;

/**
 * Audits the change of a site, and answers with the changed site. Without `wallets`, all wallets of the site were removed.
 */
async function auditSite(
  { execute }: ChangeCall<unknown, unknown, unknown>,
  action: "add-site" | "remove-site",
  changed: Promise<Site | Rejection>,
  wallets: readonly string[] | undefined,
) {
  const site = await changed;
  if (isRejection(site)) return site;
  const details =
    wallets === undefined ? {} : { count: wallets.length, wallets: wallets.slice(0, MAX_NAMED) };
  return execute({ action, subject: site.host, details }, () => site);
}

/** POST /sites: adds wallets to a site; creates the site if no site has this name. */
export const addSite = changeOperation({
  path: "/sites",
  summary: "Add wallets to a site, whose markets are then available there",
  group: SITES,
  refuses: ["wallet_taken"],
  body: strictObject({ host: GivenHost, wallets: GivenWallets, reason: SiteReason }),
  answer: SiteAnswer,
  bodyLimit: SITE_BYTES,
  act: (call) => {
    const { host, wallets } = call.body;
    return auditSite(call, "add-site", addToSite(call.context.ownSql, { host, wallets }), wallets);
  },
});

/** GET /sites: all sites with their wallets. */
export const listSites = readOperation({
  path: "/sites",
  summary: "List the sites",
  group: SITES,
  answer: Type.Array(SiteAnswer),
  read: ({ context }) => readSites(context.ownSql),
});

type RemovalBody = { readonly wallets?: readonly string[]; readonly reason?: string };

/** An object or nothing. Unknown fields are rejected: a misspelt field must not remove the complete site. */
const RemovalBody = Type.Unsafe<RemovalBody | null | undefined>({
  type: ["object", "null"],
  properties: { wallets: GivenWallets, reason: SiteReason },
  minProperties: 1,
  additionalProperties: false,
});

/** DELETE /sites/{host}: removes a site, or only the wallets in the body. */
export const removeSite = changeOperation({
  method: "DELETE",
  path: "/sites/:host",
  summary: "Remove a site, or some of its wallets",
  group: SITES,
  params: Type.Object({ host: GivenHost }),
  body: RemovalBody,
  answer: SiteAnswer,
  bodyLimit: SITE_BYTES,
  act: (call) => {
    const { ownSql } = call.context;
    const { host } = call.params;
    const wallets = call.body?.wallets;
    const changed = wallets === undefined ? dropSite(ownSql, host) : takeFromSite(ownSql, { host, wallets });
    return auditSite(call, "remove-site", changed, wallets);
  },
});
