/** POST /listings: lists events with their markets, or updates them. Sending the same again changes nothing. */
import { Type } from "typebox";
import { importListings } from "../../catalog/import-listings.ts";
import { reject, REJECTIONS } from "../../core/rejection.ts";
import { endpoint } from "../endpoint.ts";
import { findListingProblem, ListingSchema } from "./listing-schema.ts";

/** What one request may hold. */
const LISTINGS_LIMITS = { bytes: 32 * 1024 * 1024, listings: 1000 } as const;

const Result = Type.Object({
  id: Type.String({ description: "The event's id" }),
  result: Type.Union([Type.Literal("listed"), Type.Literal("unchanged"), Type.Literal("refused")]),
  code: Type.Optional(Type.Union(Object.keys(REJECTIONS).map((code) => Type.Literal(code)))),
  hint: Type.Optional(Type.String()),
  markets: Type.Object({
    listed: Type.Integer({ description: "New or changed" }),
    unchanged: Type.Integer(),
    skipped: Type.Array(Type.Object({ id: Type.String(), slug: Type.String(), reason: Type.String() }), {
      description: "Left out, since a name of theirs is another market's",
    }),
  }),
});

export const listEvents = endpoint({
  method: "POST",
  path: "/listings",
  summary: "List events with their markets, or update them",
  access: "operator",
  body: Type.Array(ListingSchema, { maxItems: LISTINGS_LIMITS.listings }),
  answer: Type.Array(Result),
  bodyLimit: LISTINGS_LIMITS.bytes,
  handle: async ({ context, body }) => {
    const problem = body.map(findListingProblem).find((found) => found !== undefined);
    if (problem !== undefined) return { rejection: reject("invalid_payload", problem) };
    return { body: await importListings(context, body) };
  },
});
