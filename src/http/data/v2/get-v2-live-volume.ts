/** GET /v2/live-volume: shares that were ever traded in the markets of events. */
import { Type } from "typebox";
import { sharesText } from "../../../core/units.ts";
import type { Lots } from "../../../core/units.ts";
import { listTradedShares } from "../../../store/reads/traded-shares.ts";
import { V2_MARKETS } from "../groups.ts";
import { missingField } from "../refusal.ts";
import { wireNumber } from "../wire-number.ts";
import { Envelope } from "./envelope.ts";
import { Events } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const Shares = Type.Number({ description: "Shares of the incoming orders" });

/** Lots of a share. */
const LOTS = 100n;

export const getV2LiveVolume = v2Operation({
  path: "/v2/live-volume",
  summary: "Get the shares that were traded in events, version 2",
  group: V2_MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ event_id: Events }),
  answer: Envelope(
    Type.Object({
      taker_volume_total: Shares,
      conditions: Type.Array(Type.Object({ condition_id: Type.String(), taker_volume: Shares }), {
        description: "The most traded first",
      }),
    }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { event_id: eventIds } }) => {
    if (eventIds === undefined) return missingField("event_id");
    const markets = await listTradedShares(await context.readSql(), eventIds);
    return {
      body: {
        data: {
          taker_volume_total: wireNumber(totalOf(markets), LOTS),
          conditions: markets.map(({ conditionId, lots }) => ({
            condition_id: conditionId,
            taker_volume: Number(sharesText(lots)),
          })),
        },
      },
    };
  },
});

const totalOf = (markets: readonly { readonly lots: Lots }[]): bigint =>
  markets.reduce((total, { lots }) => total + BigInt(lots), 0n);
