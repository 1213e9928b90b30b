/**
 * GET /other: shares of an event's outcomes that have no market yet. Here each outcome has a market, whose shares a
 * conversion gives and GET /positions lists, so there are none.
 */
import { Type } from "typebox";
import { uncodedOperation } from "../uncoded-operation.ts";
import { POSITIONS } from "./groups.ts";
import { User } from "./parameters.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const MAX_SLUG = 1_000;

export const listOtherBalances = uncodedOperation({
  method: "GET",
  path: "/other",
  fromMemory: true,
  summary: "List a wallet's shares of outcomes without a market",
  group: POSITIONS,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: ["kuest"],
  query: Type.Object({
    slug: Type.String({ maxLength: MAX_SLUG, description: "Slug of an event" }),
    user: User,
  }),
  answer: Type.Array(
    Type.Object({ slug: Type.String(), user: Type.String(), size: Type.Number({ description: "Shares" }) }),
    { description: "Always empty: each outcome of an event has a market" },
  ),
  maxAgeSeconds: 5,
  handle: () => ({ body: [] }),
});
