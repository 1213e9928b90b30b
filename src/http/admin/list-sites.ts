/** GET /sites: all sites with their wallets. */
import { Type } from "typebox";
import { listSites as readSites } from "../../store/sites.ts";
import { endpoint } from "../endpoint.ts";
import { SiteAnswer } from "./site-schema.ts";

export const listSites = endpoint({
  method: "GET",
  path: "/sites",
  summary: "List the sites",
  access: "operator",
  answer: Type.Array(SiteAnswer),
  handle: async ({ context }) => ({ body: await readSites(context.sql) }),
});
