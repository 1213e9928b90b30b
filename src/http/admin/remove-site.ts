/** DELETE /sites/{host}: removes a site; with a body, only the wallets that it names. */
import { Type } from "typebox";
import { dropSite, takeFromSite } from "../../catalog/change-sites.ts";
import { endpoint } from "../endpoint.ts";
import { answerSite, GivenHost, GivenWallets, SITE_BYTES, SiteAnswer } from "./site-schema.ts";

/** An object, or nothing; a misspelt name in it must not remove the whole site. */
const Some = Type.Unsafe<{ readonly wallets: readonly string[] } | null | undefined>({
  type: ["object", "null"],
  properties: { wallets: GivenWallets },
  required: ["wallets"],
  additionalProperties: false,
});

export const removeSite = endpoint({
  method: "DELETE",
  path: "/sites/:host",
  summary: "Remove a site, or some of its wallets",
  access: "operator",
  params: Type.Object({ host: GivenHost }),
  body: Some,
  answer: SiteAnswer,
  bodyLimit: SITE_BYTES,
  handle: async ({ context, params: { host }, body }) =>
    answerSite(
      body?.wallets === undefined
        ? await dropSite(context.sql, host)
        : await takeFromSite(context.sql, { host, wallets: body.wallets }),
    ),
});
