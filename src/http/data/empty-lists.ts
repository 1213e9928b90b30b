/**
 * Lists that are always empty, in the form that clients parse. This exchange has no combos, no receivers of fees
 * besides itself, and no outcomes without a market.
 */
import { Type } from "typebox";
import type { TObject, TProperties } from "typebox";
import { SERVICES } from "../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import type { Endpoint, OperationGroup } from "../operation/endpoint.ts";
import { NoRows, UnusedInteger, UnusedText, UnusedTexts } from "../operation/page-limit.ts";
import { lazyRows } from "../guard/slow-queries/json-slices.ts";
import { ACTIVITY, FEES, POSITIONS, V2_WALLETS } from "./groups.ts";
import { Limit, Offset, User, toLowerCase } from "./parameters.ts";
import { Page, buildPageBody } from "./version-2.ts";

// Combo positions and activity of combos, in both versions.

/** Makes the schema of a page of version 1, with the rows under this name. */
const FirstPage = (name: "combos" | "activity") =>
  Type.Object({
    [name]: NoRows,
    pagination: Type.Object({
      limit: Type.Integer(),
      offset: Type.Integer(),
      has_more: Type.Literal(false),
      next_cursor: Type.Null(),
    }),
  });

const LIMITS = { default: 100, maximum: 500 };
const PAGED = { user: User, limit: Limit(LIMITS), cursor: UnusedText };
const POSITION_FILTERS = {
  status: UnusedTexts,
  sort: UnusedText,
  sort_by: UnusedText,
  sort_direction: UnusedText,
};
const SPANS = {
  updatedAfter: UnusedInteger,
  updatedBefore: UnusedInteger,
  updated_after: UnusedInteger,
  updated_before: UnusedInteger,
};

type ComboList = {
  readonly path: string;
  readonly noun: string;
  readonly group: OperationGroup;
  readonly query: TProperties;
  readonly answer: TObject;
  readonly body: (page: { readonly limit: number; readonly offset: number }) => unknown;
};

const firstBody =
  (name: "combos" | "activity"): ComboList["body"] =>
  (page) => ({ [name]: [], pagination: { ...page, has_more: false, next_cursor: null } });

const secondBody: ComboList["body"] = ({ limit }) =>
  buildPageBody(
    lazyRows([], () => undefined),
    { limit, next: undefined },
  );

const LISTS: readonly ComboList[] = [
  {
    path: "/v1/positions/combos",
    noun: "positions in combos",
    group: POSITIONS,
    query: {
      ...PAGED,
      offset: Offset({ maximum: 10_000 }),
      market_id: UnusedTexts,
      ...POSITION_FILTERS,
      ...SPANS,
    },
    answer: FirstPage("combos"),
    body: firstBody("combos"),
  },
  {
    path: "/v1/activity/combos",
    noun: "activity in combos",
    group: ACTIVITY,
    query: { ...PAGED, offset: Offset({ maximum: 10_000 }), market_id: UnusedTexts },
    answer: FirstPage("activity"),
    body: firstBody("activity"),
  },
  {
    path: "/v2/positions/combos",
    noun: "positions in combos, version 2",
    group: V2_WALLETS,
    query: { ...PAGED, condition_id: UnusedTexts, ...POSITION_FILTERS, ...SPANS },
    answer: Page(Type.Never(), "No rows"),
    body: secondBody,
  },
  {
    path: "/v2/activity/combos",
    noun: "activity in combos, version 2",
    group: V2_WALLETS,
    query: { ...PAGED, condition_id: UnusedTexts },
    answer: Page(Type.Never(), "No rows"),
    body: secondBody,
  },
];

const comboList = ({ path, noun, group, query, answer, body }: ComboList): Endpoint =>
  uncodedOperation({
    method: "GET",
    path,
    dialects: group === V2_WALLETS ? SERVICES : ["polymarket"],
    strict: group === V2_WALLETS,
    summary: `List ${noun}, of which there are none: always empty`,
    group,
    limits: ONLY_INTERFACE_LIMIT,
    query: Type.Object(query),
    answer,
    maxAgeSeconds: 60,
    rows: 1,
    handle: (call) => ({
      body: body({ limit: Number(call.query["limit"]), offset: Number(call.query["offset"] ?? 0) }),
    }),
  });

export const comboPositions: readonly Endpoint[] = LISTS.filter(({ group }) => group === POSITIONS).map(
  comboList,
);
export const comboActivity: readonly Endpoint[] = LISTS.filter(({ group }) => group === ACTIVITY).map(
  comboList,
);
export const v2Combos: readonly Endpoint[] = LISTS.filter(({ group }) => group === V2_WALLETS).map(comboList);

// Fees received by builders and affiliates, for Kuest's site. The exchange keeps all fees, so nobody receives any.

const Receiver = { ...User, description: "Address of a receiver, in any case of letters" };

const FeeType = Type.Enum(["BUILDER", "AFFILIATE"], { description: "As what it received them" });

const BaseUnits = Type.String({ description: "Collateral in 0.000001" });

/** Query parameters that the answer repeats. */
const Received = { address: Type.String({ description: "Lower case" }), feeType: FeeType };

/** GET /fees/total: the total fees that an address received. */
export const getFeeTotal = uncodedOperation({
  method: "GET",
  path: "/fees/total",
  fromMemory: true,
  summary: "Get the fees that an address received",
  group: FEES,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: ["kuest"],
  query: Type.Object({
    address: Receiver,
    feeType: FeeType,
    interval: Type.Enum(["all"], { default: "all", description: "Since the beginning" }),
  }),
  answer: Type.Object({
    ...Received,
    interval: Type.Literal("all"),
    totalAmount: BaseUnits,
    eventCount: Type.Integer({ description: "Fees that it received" }),
  }),
  maxAgeSeconds: 5,
  handle: ({ query: { address, feeType, interval } }) => ({
    body: { address: toLowerCase(address), feeType, interval, totalAmount: "0", eventCount: 0 },
  }),
});

/** GET /fees/timeseries: the fees that an address received, by day. */
export const listFeeDays = uncodedOperation({
  method: "GET",
  path: "/fees/timeseries",
  fromMemory: true,
  summary: "Get the fees that an address received, by day",
  group: FEES,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: ["kuest"],
  query: Type.Object({
    address: Receiver,
    feeType: FeeType,
    interval: Type.Enum(["1m"], { default: "1m", description: "The last 30 days" }),
  }),
  answer: Type.Object({
    ...Received,
    interval: Type.Literal("1m"),
    bucket: Type.Literal("day"),
    items: Type.Array(
      Type.Object({
        timestamp: Type.Integer({ description: "Unix seconds" }),
        amount: BaseUnits,
        eventCount: Type.Integer(),
      }),
      { description: "A day without fees has no row: there are none" },
    ),
  }),
  maxAgeSeconds: 5,
  handle: ({ query: { address, feeType, interval } }) => ({
    body: { address: toLowerCase(address), feeType, interval, bucket: "day", items: [] },
  }),
});

const MAX_ID = 100;

/** GET /referrers: the fees that a referrer received, by exchange contract. */
export const listFeeReceivers = uncodedOperation({
  method: "GET",
  path: "/referrers",
  fromMemory: true,
  summary: "List the fees that a referrer received, by exchange contract",
  group: FEES,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: ["kuest"],
  query: Type.Object({
    address: Receiver,
    feeType: Type.Optional(FeeType),
    exchange: Type.Optional({ ...User, description: "Only those of this exchange contract" }),
    tokenId: Type.Optional(Type.String({ maxLength: MAX_ID, description: "Only those of this token" })),
    limit: Limit({ default: 100, maximum: 500 }),
    offset: Type.Integer({ default: 0, minimum: 0, description: "Rows to skip" }),
  }),
  answer: Type.Array(
    Type.Object({
      exchange: Type.String(),
      receiver: Type.String(),
      tokenId: Type.String(),
      feeType: FeeType,
      totalAmount: BaseUnits,
      totalVolume: BaseUnits,
      updatedAt: Type.Integer({ description: "Unix seconds" }),
    }),
    { description: "Always empty: the exchange keeps its fees" },
  ),
  maxAgeSeconds: 5,
  // The list is always empty, whatever the limit.
  rows: 1,
  handle: () => ({ body: [] }),
});

const MAX_SLUG = 1_000;

/**
 * GET /other: shares of event outcomes without a market. Always empty: here each outcome has a market, and GET
 * /positions lists its shares.
 */
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
