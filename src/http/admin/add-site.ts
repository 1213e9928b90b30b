/** POST /sites: adds wallets to a site, which is made when there is none of this name. */
import { Type } from "typebox";
import { addToSite } from "../../catalog/change-sites.ts";
import { endpoint } from "../endpoint.ts";
import { answerSite, GivenHost, GivenWallets, SITE_BYTES, SiteAnswer } from "./site-schema.ts";

export const addSite = endpoint({
  method: "POST",
  path: "/sites",
  summary: "Add wallets to a site, whose markets are then available there",
  access: "operator",
  body: Type.Object({ host: GivenHost, wallets: GivenWallets }, { additionalProperties: false }),
  answer: SiteAnswer,
  bodyLimit: SITE_BYTES,
  handle: async ({ context, body }) => answerSite(await addToSite(context.sql, body)),
});
