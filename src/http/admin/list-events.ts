/** POST /listings: lists events with their markets, or updates them. Sending the same again changes nothing. */
import { Type } from "typebox";
import { importListings, LISTED_AGAIN } from "../../catalog/import-listings.ts";
import type { ListingResult } from "../../catalog/import-listings.ts";
import { reject, REJECTIONS } from "../../core/rejection.ts";
import { carryOut, once } from "../once.ts";
import { LISTINGS } from "./groups.ts";
import { findListingProblem, ListingSchema } from "./listing-schema.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";

/** Bounds of one request. */
const LISTINGS_LIMITS = { bytes: 32 * 1024 * 1024, listings: 1000 } as const;

const namedFields = (description: string) =>
  Type.Optional(
    Type.Array(
      Type.Object({
        kind: Type.Union([Type.Literal("event"), Type.Literal("market")]),
        id: Type.String(),
        slug: Type.String(),
        fields: Type.Array(Type.String()),
      }),
      { description },
    ),
  );

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
  kept: namedFields("Fields that stay, since orders, shares, trades or a resolution rest on them"),
  replaced: namedFields("Fields that had another value here, from an earlier listing or an operator's edit"),
});

export const listEvents = operation({
  method: "POST",
  path: "/listings",
  summary: "List events with their markets, or update them",
  group: LISTINGS,
  refuses: ["not_accepting"],
  role: "market-admin",
  query: Type.Object({ reason: Type.Optional(Reason) }),
  body: Type.Array(ListingSchema, { maxItems: LISTINGS_LIMITS.listings }),
  answer: Type.Array(Result),
  bodyLimit: LISTINGS_LIMITS.bytes,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, query, body } = call;
        const problem = body.map(findListingProblem).find((found) => found !== undefined);
        if (problem !== undefined) return reject("invalid_payload", problem);
        // Whoever waits for its turn keeps a connection, and the engine must never wait for one of these.
        const { reason = "" } = query;
        const target = {
          sql: context.readSql,
          engine: context.engine,
          operator: call.operator.name,
          reason: reason || LISTED_AGAIN,
        };
        const results = await importListings(target, body);
        const details = countResults(results);
        const change: OperatorAction = { action: "import-listings", subject: "listings", reason, details };
        return details.listed > 0
          ? operate(call, change, () => results)
          : carryOut(call, { type: "remember-request", by: "exchange" }, () => results);
      },
      tell: ({ result }) => result,
    }),
});

/** Details of a request for the audit log; one that changes nothing leaves no entry. */
function countResults(results: readonly ListingResult[]) {
  const count = (result: ListingResult["result"]): number =>
    results.filter((one) => one.result === result).length;
  return {
    listed: count("listed"),
    unchanged: count("unchanged"),
    refused: count("refused"),
    markets: results.reduce((sum, { markets }) => sum + markets.listed, 0),
  };
}
