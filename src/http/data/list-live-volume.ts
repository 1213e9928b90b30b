/** GET /live-volume: all that was ever traded in markets, in each and together. */
import { Type } from "typebox";
import { addUpTo, NO_MICROS } from "../../core/units.ts";
import { listMarketVolumes } from "../../store/reads/market-volumes.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { collateralNumber } from "./collateral-number.ts";
import { MARKETS } from "./groups.ts";
import { ConditionIds, lowerCase } from "./parameters.ts";

const Volume = Type.Number({ description: "Collateral that changed hands in fills" });

export const listLiveVolume = uncodedOperation({
  method: "GET",
  path: "/live-volume",
  summary: "Get the volume of markets",
  group: MARKETS,
  limits: [],
  query: Type.Object({
    market: onlyIn(["spec", "kuest"], ConditionIds),
    id: onlyIn(["polymarket"], Type.Integer({ description: "Id of an event" })),
  }),
  answer: Type.Array(
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
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, dialect, query }) => {
    const markets =
      dialect === "polymarket"
        ? await listMarketVolumes(await context.adHocSql(), { eventId: query.id })
        : await listMarketVolumes(await context.adHocSql(), {
            conditionIds: [...new Set(query.market.map(lowerCase))],
          });
    const total = markets.reduce((sum, { volume }) => addUpTo(sum, volume), NO_MICROS);
    const rows = markets.map(({ conditionId, volume }) => ({
      market: conditionId,
      value: collateralNumber(volume),
    }));
    return { body: [{ total: collateralNumber(total), markets: rows }] };
  },
});
