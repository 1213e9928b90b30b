/** GET /referrers: the fees that a referrer received, by exchange contract. */
import { Type } from "typebox";
import { uncodedOperation } from "../uncoded-operation.ts";
import { FEES } from "./groups.ts";
import { Limit, User } from "./parameters.ts";
import { BaseUnits, FeeType, Receiver } from "./received-fees.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const MAX_ID = 100;

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
  // It never has any, whatever the limit.
  rows: 1,
  handle: () => ({ body: [] }),
});
