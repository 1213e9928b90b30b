/** DELETE /sites/{host}: removes a site; with wallets in the body, only these. */
import { Type } from "typebox";
import { dropSite, takeFromSite } from "../../catalog/change-sites.ts";
import { changeSite, GivenHost, GivenWallets, SITE_BYTES, SiteAnswer, SiteReason } from "./change-site.ts";
import { SITES } from "./groups.ts";
import { operation } from "./operation.ts";

type RemovalBody = { readonly wallets?: readonly string[]; readonly reason?: string };

/** An object, or nothing; a misspelt name in it must not remove the whole site. */
const RemovalBody = Type.Unsafe<RemovalBody | null | undefined>({
  type: ["object", "null"],
  properties: { wallets: GivenWallets, reason: SiteReason },
  minProperties: 1,
  additionalProperties: false,
});

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
