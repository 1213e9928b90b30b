/** GET /fees/total: all fees that an address received. */
import { Type } from "typebox";
import { uncodedOperation } from "../uncoded-operation.ts";
import { FEES } from "./groups.ts";
import { lowerCase } from "./parameters.ts";
import { BaseUnits, FeeType, Received, Receiver } from "./received-fees.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

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
