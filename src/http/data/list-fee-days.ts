/** GET /fees/timeseries: the fees that an address received, by day. */
import { Type } from "typebox";
import { uncodedOperation } from "../uncoded-operation.ts";
import { FEES } from "./groups.ts";
import { lowerCase } from "./parameters.ts";
import { BaseUnits, FeeType, Received, Receiver } from "./received-fees.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

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
