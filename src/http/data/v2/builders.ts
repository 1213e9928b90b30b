/** Leaderboard and volumes of builders in version 2 of the data interface. */
import { Type } from "typebox";
import { micros } from "../../../core/units.ts";
import { DAY_MS } from "../../../store/catalog/catalog-records.ts";
import { listBuilderRanks, listRankedBuilders } from "../../../store/reads/builders.ts";
import type { RankedBuilder } from "../../../store/reads/builders.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { lazyRows } from "../../slow-queries/json-slices.ts";
import { V2_RANKING } from "../groups.ts";
import { collateralNumber } from "../numbers.ts";
import { firstDay } from "../rankings.ts";
import {
  Envelope,
  Page,
  badCursor,
  cutPage,
  encodeCursor,
  pageBody,
  parseCursorPosition,
  v2Operation,
} from "./operation.ts";
import { NoText, Period, pageParameters } from "./parameters.ts";

const V2Builder = {
  rank: Type.Integer({ description: "Equal ones are in order of their codes" }),
  builder_name: Type.String({ description: "The code: builders have no names" }),
  builder_code: Type.String({ description: "0x and 64 hex digits" }),
  profile_image: NoText,
  verified: Type.Literal(false),
  volume: Type.Number({
    description: "Collateral that changed hands in fills of incoming orders with the code",
  }),
  active_users: Type.Integer({ description: "Wallets of those orders" }),
};

const WIDTH = 3;
/** Hex digits of a code. */
const DIGITS = 64;
const BITS = 256n;

/** GET /v2/builders/leaderboard: builders by the volume of orders with their codes. */
export const listBuilderLeaderboard = v2Operation({
  path: "/v2/builders/leaderboard",
  summary: "Rank builders by volume, version 2",
  group: V2_RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ time_period: Period, ...pageParameters({ default: 25, maximum: 1000 }) }),
  answer: Page(Type.Object(V2Builder), "Builders without volume in the period are left out"),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const { time_period: period, limit, cursor } = query;
    const walk = `builders.${period}`;
    const place = parseCursorPosition(cursor, { walk, width: WIDTH });
    if (place === "refused") return badCursor(cursor);
    const [before = 0n, volume = 0n, code = 0n] = place ?? [];
    if (
      ![before, volume].every((number) => Number.isSafeInteger(Number(number))) ||
      code < 0n ||
      code >> BITS > 0n
    )
      return badCursor(cursor);
    const found = await listRankedBuilders(await context.readSql(), {
      since: firstDay(period, context.clock()),
      after: place && { volume: micros(Number(volume)), builder: code.toString(16).padStart(DIGITS, "0") },
      limit: limit + 1,
    });
    const ranked = found.map((row, index) => ({ ...row, rank: Number(before) + index + 1 }));
    const { rows, next } = cutPage(ranked, limit, (last) =>
      encodeCursor(walk, [last.rank, last.volume, BigInt(`0x${last.builder}`)]),
    );
    return { body: pageBody(lazyRows(rows, builderRecord), { limit, next }) };
  },
});

type Ranked = RankedBuilder & { readonly rank: number };

const builderRecord = ({ rank, builder, volume, users }: Ranked) => ({
  rank,
  builder_name: `0x${builder}`,
  builder_code: `0x${builder}`,
  profile_image: "",
  verified: false,
  volume: collateralNumber(volume),
  active_users: users,
});

const UNITS = { day: "day", week: "week", month: "month", all: "year" } as const;

const MAX_ROWS = 10_000;

/** GET /v2/builders/volume: volumes of builders by calendar period. */
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
        description: `The latest span first, in each the largest volume; a span without volume has no row. At most ${MAX_ROWS} rows`,
      },
    ),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const found = await listBuilderRanks(await context.readSql(), {
      unit: UNITS[query.interval],
      spans: query.limit,
      limit: MAX_ROWS,
    });
    const data = lazyRows(found, ({ day, ...builder }) => ({
      date: new Date(day * DAY_MS).toISOString().slice(0, "1970-01-01".length),
      ...builderRecord(builder),
    }));
    return { body: { data } };
  },
});
