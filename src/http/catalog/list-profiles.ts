/** GET /profiles: people by the beginning of their names or addresses. */
import { Type } from "typebox";
import { CATALOG_LIMITS } from "../guard/rate-limits.ts";
import { pageLimit } from "../page-limit.ts";
import { FOUND_ORDER, PersonText } from "../person-text.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { NAME_SECONDS } from "./cache-lifetimes.ts";
import { PROFILES } from "./groups.ts";
import { FoundProfile, foundProfile } from "./profile-record.ts";

export const listProfiles = uncodedOperation({
  method: "GET",
  path: "/profiles",
  summary: "Search people by the beginning of a name or of an address",
  group: PROFILES,
  limits: [CATALOG_LIMITS.search],
  strict: true,
  query: Type.Object({
    q: PersonText,
    limit: pageLimit({ default: 20, maximum: 100 }),
    offset: Type.Integer({ default: 0, minimum: 0, maximum: 1000, description: "Rows to skip" }),
  }),
  answer: Type.Array(FoundProfile, { description: FOUND_ORDER }),
  maxAgeSeconds: NAME_SECONDS,
  handle: async ({ context, query: { q: text, ...page } }) => {
    const found = await context.people.find(await context.adHocSql(), { text, ...page });
    return { body: found.map((wallet) => foundProfile(wallet, context.names)) };
  },
});
