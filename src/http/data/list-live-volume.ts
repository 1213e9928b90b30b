/** GET /live-volume: all that was ever traded in markets, in each and together. */
import { Type } from "typebox";
import type { TObject } from "typebox";
import { addUpTo, NO_MICROS } from "../../core/units.ts";
import { listMarketVolumes } from "../../store/reads/market-volumes.ts";
import type { VolumeFilter } from "../../store/reads/market-volumes.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Refused } from "../refusal-form.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { collateralNumber } from "./collateral-number.ts";
import { MARKETS } from "./groups.ts";
import { ConditionIds, lowerCase } from "./parameters.ts";
import { invalidFieldBecause, missingField } from "./refusal.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const Volume = Type.Number({ description: "Collateral that changed hands in fills" });

const Answer = Type.Array(
  Type.Object({
    total: Volume,
    markets: Type.Array(
      Type.Object({ market: Type.String({ description: "Condition id" }), value: Volume }),
      {
        description: "In the order of the request; of an event in the order in which they were listed",
      },
    ),
  }),
  { description: "Always one row" },
);

/** The way in which a dialect asks for markets. */
type LiveVolumeForm<Q extends TObject> = {
  readonly dialect: Dialect;
  readonly query: Q;
  readonly read: (query: Type.Static<Q>) => VolumeFilter | Refused;
};

const liveVolume = <Q extends TObject>({ dialect, query, read }: LiveVolumeForm<Q>): Endpoint =>
  uncodedOperation({
    method: "GET",
    path: "/live-volume",
    dialects: [dialect],
    summary: "Get the volume of markets",
    group: MARKETS,
    limits: ONLY_INTERFACE_LIMIT,
    query,
    answer: Answer,
    maxAgeSeconds: 5,
    handle: async (call) => {
      const filter = read(call.query);
      if ("status" in filter) return filter;
      const markets = await listMarketVolumes(await call.context.adHocSql(), filter);
      const total = markets.reduce((sum, { volume }) => addUpTo(sum, volume), NO_MICROS);
      const rows = markets.map(({ conditionId, volume }) => ({
        market: conditionId,
        value: collateralNumber(volume),
      }));
      return { body: [{ total: collateralNumber(total), markets: rows }] };
    },
  });

const EventId = Type.Integer({ description: "Id of an event" });

const ofConditions = (market: readonly string[]): VolumeFilter => ({
  conditionIds: [...new Set(market.map(lowerCase))],
});

/** Clients of Kuest ask by markets or by an event. */
function readEither({
  market,
  id,
}: {
  readonly market?: readonly string[];
  readonly id?: number;
}): VolumeFilter | Refused {
  if (market === undefined) return id === undefined ? missingField("market") : { eventId: id };
  return id === undefined
    ? ofConditions(market)
    : invalidFieldBecause("id", "expected market or id, got both");
}

export const liveVolumes: readonly Endpoint[] = [
  liveVolume({
    dialect: "spec",
    query: Type.Object({ market: ConditionIds }),
    read: ({ market }) => ofConditions(market),
  }),
  liveVolume({
    dialect: "polymarket",
    query: Type.Object({ id: EventId }),
    read: ({ id }) => ({ eventId: id }),
  }),
  liveVolume({
    dialect: "kuest",
    query: Type.Object({ market: Type.Optional(ConditionIds), id: Type.Optional(EventId) }),
    read: readEither,
  }),
];
