/** POST /listings: imports events with their markets, in one schema. */
import { Type } from "typebox";
import { joinShort } from "../../../base/short-list.ts";
import { LIMITS, MAX_DELAY_SECONDS, MAX_REWARD, createFields } from "../../../listings/gamma-fields.ts";
import { readMetadata } from "../../../listings/gamma-event.ts";
import { DEFAULT_IMPORT_REASON, importListings } from "../../../listings/import-listings.ts";
import type { ListingResult } from "../../../listings/import-listings.ts";
import { parseListedInstant } from "../../../listings/dates.ts";
import { LISTED_SLUG_PATTERN } from "../../../listings/slug.ts";
import type { CatalogEvent, CatalogMarket, Instant, Listing } from "../../../core/markets/catalog.ts";
import { REJECTIONS, reject } from "../../../core/rejection.ts";
import { parseCount } from "../../../core/units.ts";
import { isUint256 } from "../../../signing/uint.ts";
import {
  ADDRESS_PATTERN,
  CATALOG_ID_PATTERN,
  STORED_HASH_PATTERN,
  STORED_WALLET_PATTERN,
} from "../../operation/id-patterns.ts";
import { executeRequest } from "../../operation/answer-once.ts";
import { strictObject } from "../../operation/strict-object.ts";
import { TEXT_LINE, lineOrBlank, linesOrBlank, textLine } from "../../values/shown-text.ts";
import { PictureAddress, SourceText } from "../body-fields.ts";
import { changeOperation, Reason, LISTINGS } from "../operation.ts";
import { ListedTerms } from "./market-terms.ts";

// A listing in a request: an event with its markets, every field with the format and size that the catalog can store.
// `findListingProblem` checks conditions that a schema cannot express.

const optionalInstant = () => Type.Optional(Type.String({ maxLength: 40 }));

const Id = Type.String({ pattern: CATALOG_ID_PATTERN, description: "A whole number from 1 to 2^53 - 1" });
const Hash = Type.String({ pattern: STORED_HASH_PATTERN });
const Slug = Type.String({
  maxLength: LIMITS.slug,
  pattern: LISTED_SLUG_PATTERN,
  format: TEXT_LINE,
});

const Tag = strictObject({
  id: Id,
  label: lineOrBlank(LIMITS.label),
  slug: Slug,
  createdAt: optionalInstant(),
  updatedAt: optionalInstant(),
  requiresTranslation: Type.Optional(Type.Boolean()),
});

const Series = strictObject({
  id: Id,
  ticker: lineOrBlank(LIMITS.slug),
  slug: Slug,
  title: lineOrBlank(LIMITS.title),
  seriesType: lineOrBlank(LIMITS.label),
  recurrence: lineOrBlank(LIMITS.label),
  image: PictureAddress,
  icon: PictureAddress,
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  createdAt: optionalInstant(),
  updatedAt: optionalInstant(),
});

const Amount = Type.Number({ minimum: 0, maximum: MAX_REWARD });

const Rewards = strictObject({
  rates: Type.Array(
    strictObject({ assetAddress: Type.String({ pattern: ADDRESS_PATTERN }), dailyRate: Amount }),
    {
      maxItems: 10_000,
    },
  ),
  minSize: Amount,
  maxSpread: Amount,
});

const { tick, minimumLots, negativeRisk, ...OtherTerms } = ListedTerms;

/** A decimal from 0 to 1. */
const FinalPrice = Type.String({
  maxLength: 100,
  pattern: "^[0-9.]+(e-?[0-9]+)?$",
  description: "a decimal as Polymarket writes prices",
});

const Market = strictObject({
  id: Id,
  conditionId: Hash,
  questionId: Type.Union([Hash, Type.Literal("")]),
  tokenIds: Type.Tuple([Type.String(), Type.String()]),
  otherVersionIds: Type.Optional(Type.Tuple([Type.String(), Type.String()])),
  outcomes: Type.Tuple([textLine(LIMITS.label), textLine(LIMITS.label)]),
  question: textLine(LIMITS.title),
  slug: Slug,
  description: linesOrBlank(LIMITS.description),
  resolutionSource: Type.Optional(SourceText),
  image: Type.Optional(PictureAddress),
  icon: Type.Optional(PictureAddress),
  startDate: optionalInstant(),
  endDate: optionalInstant(),
  gameStartTime: optionalInstant(),
  createdAt: optionalInstant(),
  updatedAt: optionalInstant(),
  active: Type.Boolean(),
  acceptingOrders: Type.Optional(Type.Boolean()),
  acceptingOrdersTimestamp: optionalInstant(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  tick,
  minimumLots,
  negativeRisk,
  negativeRiskMarketId: Type.Optional(Hash),
  negativeRiskRequestId: Type.Optional(Hash),
  groupItemTitle: Type.Optional(lineOrBlank(LIMITS.label)),
  secondsDelay: Type.Integer({ minimum: 0, maximum: MAX_DELAY_SECONDS }),
  rewards: Rewards,
  payout: Type.Optional(
    Type.Union(
      (
        [
          [1, 0],
          [0, 1],
          [1, 1],
        ] as const
      ).map(([first, second]) => Type.Tuple([Type.Literal(first), Type.Literal(second)])),
    ),
  ),
  finalPrices: Type.Optional(Type.Tuple([FinalPrice, FinalPrice])),
  creator: Type.Optional(Type.String({ pattern: STORED_WALLET_PATTERN })),
  ...OtherTerms,
});

const Event = strictObject({
  id: Id,
  ticker: lineOrBlank(LIMITS.slug),
  slug: Slug,
  title: textLine(LIMITS.title),
  description: linesOrBlank(LIMITS.description),
  resolutionSource: Type.Optional(SourceText),
  image: Type.Optional(PictureAddress),
  icon: Type.Optional(PictureAddress),
  startDate: optionalInstant(),
  creationDate: optionalInstant(),
  endDate: optionalInstant(),
  createdAt: optionalInstant(),
  updatedAt: optionalInstant(),
  active: Type.Boolean(),
  closed: Type.Boolean(),
  archived: Type.Boolean(),
  negativeRisk: Type.Boolean(),
  negativeRiskMarketId: Type.Optional(Hash),
  tags: Type.Array(Tag, { maxItems: 200 }),
  series: Type.Array(Series, { maxItems: 200 }),
  eventMetadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

/** Schema of a listing; plain numbers are checked here, and get the branded unit types. */
export const ListingSchema = Type.Unsafe<Listing>(
  strictObject({ event: Event, markets: Type.Array(Market, { maxItems: 1000 }) }),
);

/** Finds a fault in a listing that matches the schema; `undefined` if there is none. */
function findListingProblem({ event, markets }: Listing): string | undefined {
  for (const place of [event, ...event.tags, ...event.series]) {
    const problem = findIdProblem(place.id) ?? findInstantProblem(place);
    if (problem !== undefined) return `event ${event.id}: ${problem}`;
  }
  const repeatedId = findRepeatedId(event.tags) ?? findRepeatedId(event.series);
  if (repeatedId !== undefined)
    return `event ${event.id}: id ${repeatedId} is given to two of its tags or series`;
  const fields = createFields(event);
  readMetadata(fields);
  if (fields.cleaned > 0) fields.problems.push("eventMetadata has hidden characters");
  if (fields.problems.length > 0)
    return `event ${event.id}: ${joinShort(fields.problems, { separator: "; " })}`;
  for (const market of markets) {
    const problem = findMarketProblem(market);
    if (problem !== undefined) return `market ${market.id}: ${problem}`;
  }
  return undefined;
}

const findRepeatedId = (items: readonly { readonly id: string }[]): string | undefined =>
  items.find(({ id }, index) => items.findIndex((item) => item.id === id) < index)?.id;

function findMarketProblem(market: CatalogMarket): string | undefined {
  const { tokenIds, otherVersionIds = [], outcomes } = market;
  if (![...tokenIds, ...otherVersionIds].every((token) => isUint256(token) && token !== "0"))
    return "a token id is not a decimal number from 1 to 2^256 - 1";
  if (outcomes[0] === outcomes[1]) return "both outcomes are the same";
  return findIdProblem(market.id) ?? findInstantProblem(market);
}

const findIdProblem = (id: string): string | undefined =>
  parseCount(id) === undefined ? `id ${id} is not a whole number from 1 to 2^53 - 1` : undefined;

type ListingDates = { readonly [K in (typeof INSTANTS)[number]]?: Instant };
const INSTANTS = [
  "createdAt",
  "updatedAt",
  "startDate",
  "creationDate",
  "endDate",
  "gameStartTime",
  "acceptingOrdersTimestamp",
] as const satisfies readonly (keyof CatalogEvent | keyof CatalogMarket)[];

function findInstantProblem(dated: ListingDates): string | undefined {
  const invalidField = INSTANTS.find((name) => {
    const value = dated[name];
    return value !== undefined && parseListedInstant(value) !== value;
  });
  return invalidField === undefined
    ? undefined
    : `${invalidField} is not an instant like 2026-01-31T12:00:00Z`;
}

/** Limits of one request. */
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

/** POST /listings: lists events with their markets, or updates them. Repeating the request changes nothing. */
export const listEvents = changeOperation({
  path: "/listings",
  summary: "List events with their markets, or update them",
  group: LISTINGS,
  query: Type.Object({ reason: Type.Optional(Reason) }),
  body: Type.Array(ListingSchema, { maxItems: LISTINGS_LIMITS.listings }),
  answer: Type.Array(Result),
  bodyLimit: LISTINGS_LIMITS.bytes,
  act: async (call) => {
    const { context, query, body } = call;
    const problem = body.map(findListingProblem).find((found) => found !== undefined);
    if (problem !== undefined) return reject("invalid_payload", problem);
    // Waiting imports hold a connection, so imports use a pool that the engine never waits for.
    const { reason = "" } = query;
    const target = {
      sql: context.readSql,
      engine: context.engine,
      operator: call.operator.name,
      reason: reason || DEFAULT_IMPORT_REASON,
    };
    const results = await importListings(target, body);
    const details = countResults(results);
    return details.listed > 0
      ? call.execute({ action: "import-listings", subject: "listings", reason, details }, () => results)
      : executeRequest(call, { type: "remember-request", by: "exchange" }, () => results);
  },
});

/** Counts the results for the audit log; a request that changes nothing leaves no entry. */
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
