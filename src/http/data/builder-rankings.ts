/** GET /v1/builders/leaderboard and /v1/builders/volume: builders by the volume of orders with their codes. */
import { SERVICES } from "../dialects/dialect.ts";
import { Type } from "typebox";
import { DAY_MS } from "../../store/catalog/catalog-records.ts";
import { listBuilderRanks, listRankedBuilders } from "../../store/reads/builder-ranking.ts";
import type { RankedBuilder } from "../../store/reads/builder-ranking.ts";
import { rowsOf } from "../large/rows.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { collateralNumber } from "./collateral-number.ts";
import { RANKING } from "./groups.ts";
import { Limit, Offset } from "./parameters.ts";
import { BuilderPeriod, firstDay } from "./ranking-period.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const RANKED = {
  rank: Type.String({ description: "A number; equal ones are in order of their codes" }),
  builder: Type.String({ description: "The code, 0x and 64 hex digits: builders have no names" }),
  volume: Type.Number({
    description: "Collateral that changed hands in fills of incoming orders with the code",
  }),
  activeUsers: Type.Integer({ description: "Wallets of those orders" }),
  verified: Type.Literal(false),
  builderLogo: Type.Literal(""),
};

export const listBuilderLeaders = uncodedOperation({
  method: "GET",
  path: "/v1/builders/leaderboard",
  dialects: SERVICES,
  summary: "Rank builders by volume",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    timePeriod: BuilderPeriod,
    limit: Limit({ default: 25, maximum: 50 }),
    offset: Offset({ maximum: 1000 }),
  }),
  answer: Type.Array(Type.Object(RANKED), {
    description: "Builders without volume in the period are left out",
  }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { timePeriod, limit, offset } }) => {
    const since = firstDay(timePeriod, context.clock());
    const builders = await listRankedBuilders(await context.readSql(), { since, limit, offset });
    return { body: builders.map((builder, index) => rankRecord(builder, offset + index + 1)) };
  },
});

const MOST_DAYS = 10_000;

export const listBuilderVolumes = uncodedOperation({
  method: "GET",
  path: "/v1/builders/volume",
  dialects: SERVICES,
  summary: "List the volume of builders by days",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ timePeriod: BuilderPeriod }),
  answer: Type.Array(
    Type.Object({ dt: Type.String({ description: "The day's beginning, ISO 8601" }), ...RANKED }),
    {
      description: `The latest day first, in each the largest volume; a day without volume has no row. At most ${MOST_DAYS} rows`,
    },
  ),
  maxAgeSeconds: 5,
  rows: MOST_DAYS,
  handle: async ({ context, query }) => {
    const since = firstDay(query.timePeriod, context.clock());
    const days = await listBuilderRanks(await context.readSql(), { unit: "day", since, limit: MOST_DAYS });
    return {
      body: rowsOf(days, ({ day, rank, ...builder }) => ({
        dt: new Date(day * DAY_MS).toISOString().replace(".000Z", "Z"),
        ...rankRecord(builder, rank),
      })),
    };
  },
});

const rankRecord = ({ builder, volume, users }: RankedBuilder, rank: number) => ({
  rank: String(rank),
  builder: `0x${builder}`,
  volume: collateralNumber(volume),
  activeUsers: users,
  verified: false,
  builderLogo: "",
});
