/** Fees received from the exchange: total, by day and by receiver. */
import { Type } from "typebox";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { FEES } from "./groups.ts";
import { Limit, User, lowerCase } from "./parameters.ts";

// Fees received by builders and affiliates, as Kuest's site requests them. The exchange keeps all fees, so nobody receives
// any.

const Receiver = { ...User, description: "Address of a receiver, in any case of letters" };

const FeeType = Type.Enum(["BUILDER", "AFFILIATE"], { description: "As what it received them" });

const BaseUnits = Type.String({ description: "Collateral in 0.000001" });

/** Query parameters, as an answer repeats them. */
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
    body: { address: lowerCase(address), feeType, interval, totalAmount: "0", eventCount: 0 },
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
    body: { address: lowerCase(address), feeType, interval, bucket: "day", items: [] },
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
