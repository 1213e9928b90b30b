/** GET /sites: all sites with their wallets. */
import { Type } from "typebox";
import { listSites as readSites } from "../../store/catalog/sites.ts";
import { SiteAnswer } from "./change-site.ts";
import { SITES } from "./groups.ts";
import { operation } from "./operation.ts";

export const listSites = operation({
  method: "GET",
  path: "/sites",
  summary: "List the sites",
  group: SITES,
  refuses: [],
  answer: Type.Array(SiteAnswer),
  handle: async ({ context }) => ({ body: await readSites(context.ownSql) }),
});
