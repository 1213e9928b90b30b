/** GET /v2/builders/volume: builders by spans of the calendar. */
import { Type } from "typebox";
import { DAY_MS } from "../../../store/catalog/catalog-records.ts";
import { listBuilderRanks } from "../../../store/reads/builder-ranking.ts";
import { rowsOf } from "../../large/rows.ts";
import { V2_RANKING } from "../groups.ts";
import { Envelope } from "./envelope.ts";
import { builderRecord, V2Builder } from "./list-builder-leaderboard.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const UNITS = { day: "day", week: "week", month: "month", all: "year" } as const;

const MOST_ROWS = 10_000;

export const listV2BuilderVolumes = v2Operation({
  path: "/v2/builders/volume",
  summary: "List the volume of builders by spans of the calendar, version 2",
  group: V2_RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    interval: Type.Enum(["day", "week", "month", "all"], {
      default: "day",
      description: "Days, weeks from Monday on, months or, with all, years, in UTC",
    }),
    limit: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: 90,
      description: "The latest spans with any volume, so many; not rows",
    }),
  }),
  answer: Envelope(
    Type.Array(
      Type.Object({ date: Type.String({ description: "First day of the span, YYYY-MM-DD" }), ...V2Builder }),
      {
        description: `The latest span first, in each the largest volume; a span without volume has no row. At most ${MOST_ROWS} rows`,
      },
    ),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const found = await listBuilderRanks(await context.readSql(), {
      unit: UNITS[query.interval],
      spans: query.limit,
      limit: MOST_ROWS,
    });
    const data = rowsOf(found, ({ day, ...builder }) => ({
      date: new Date(day * DAY_MS).toISOString().slice(0, "1970-01-01".length),
      ...builderRecord(builder),
    }));
    return { body: { data } };
  },
});
