/** POST /sites: adds wallets to a site, which is made when there is none of this name. */
import { Type } from "typebox";
import { addToSite } from "../../catalog/change-sites.ts";
import { changeSite, GivenHost, GivenWallets, SITE_BYTES, SiteAnswer, SiteReason } from "./change-site.ts";
import { SITES } from "./groups.ts";
import { operation } from "./operation.ts";

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
