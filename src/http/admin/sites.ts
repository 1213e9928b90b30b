/** Sites at the operator API: add, list and remove wallets. */
import { Type } from "typebox";
import { addToSite, dropSite, takeFromSite } from "../../listings/change-sites.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { listSites as readSites } from "../../store/catalog/sites.ts";
import type { Site } from "../../store/catalog/sites.ts";
import type { Answer } from "../operation/endpoint.ts";
import { answerOnce } from "../operation/answer-once.ts";
import { Reason, SITES, runOperatorAction, operation } from "./operation.ts";
import type { OperatorAction, OperatorRequest } from "./operation.ts";

// A site in answers, and the results of its changes.

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

type SiteChange = Pick<OperatorAction, "action"> & {
  readonly reason: string | undefined;
  /** `undefined` means all wallets of the site. */
  readonly wallets: readonly string[] | undefined;
};

/** Maximum wallets of a change in its audit entry. */
const MAX_NAMED = 100;

/** Changes a site, audits the change, and answers with the changed site. */
const changeSite = (
  operating: OperatorRequest,
  change: () => Promise<Site | Rejection>,
  { action, reason = "", wallets }: SiteChange,
): Promise<Answer> =>
  answerOnce(operating, {
    act: async () => {
      const site = await change();
      if (isRejection(site)) return site;
      const details =
        wallets === undefined ? {} : { count: wallets.length, wallets: wallets.slice(0, MAX_NAMED) };
      return runOperatorAction(operating, { action, subject: site.host, reason, details }, () => site);
    },
    tell: ({ result }) => result,
  });

/** POST /sites: adds wallets to a site, and creates it if there is none of this name. */
export const addSite = operation({
  method: "POST",
  path: "/sites",
  summary: "Add wallets to a site, whose markets are then available there",
  group: SITES,
  refuses: ["not_accepting", "wallet_taken"],
  role: "market-admin",
  body: Type.Object(
    { host: GivenHost, wallets: GivenWallets, reason: SiteReason },
    { additionalProperties: false },
  ),
  answer: SiteAnswer,
  bodyLimit: SITE_BYTES,
  handle: (call) => {
    const { host, wallets, reason } = call.body;
    const change = () => addToSite(call.context.ownSql, { host, wallets });
    return changeSite(call, change, { action: "add-site", reason, wallets });
  },
});

/** GET /sites: all sites with their wallets. */
export const listSites = operation({
  method: "GET",
  path: "/sites",
  summary: "List the sites",
  group: SITES,
  refuses: [],
  answer: Type.Array(SiteAnswer),
  handle: async ({ context }) => ({ body: await readSites(context.ownSql) }),
});

type RemovalBody = { readonly wallets?: readonly string[]; readonly reason?: string };

/** An object or nothing. Unknown fields are rejected: a misspelt one must not remove the complete site. */
const RemovalBody = Type.Unsafe<RemovalBody | null | undefined>({
  type: ["object", "null"],
  properties: { wallets: GivenWallets, reason: SiteReason },
  minProperties: 1,
  additionalProperties: false,
});

/** DELETE /sites/{host}: removes a site; with wallets in the body, only these. */
export const removeSite = operation({
  method: "DELETE",
  path: "/sites/:host",
  summary: "Remove a site, or some of its wallets",
  group: SITES,
  refuses: ["not_accepting"],
  role: "market-admin",
  params: Type.Object({ host: GivenHost }),
  body: RemovalBody,
  answer: SiteAnswer,
  bodyLimit: SITE_BYTES,
  handle: (call) => {
    const { ownSql } = call.context;
    const { host } = call.params;
    const { wallets, reason } = call.body ?? {};
    const change = () =>
      wallets === undefined ? dropSite(ownSql, host) : takeFromSite(ownSql, { host, wallets });
    return changeSite(call, change, { action: "remove-site", reason, wallets });
  },
});
