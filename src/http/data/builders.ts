/** Leaderboards and volumes of builders, in both versions. */
import { Type } from "typebox";
import { micros } from "../../core/units.ts";
import { DAY_MS } from "../../store/catalog/catalog-records.ts";
import { listBuilderRanks, listRankedBuilders } from "../../store/reads/accounts/builders.ts";
import type { RankedBuilder } from "../../store/reads/accounts/builders.ts";
import { SERVICES } from "../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { constant, fieldsOf, recordOf } from "../operation/record.ts";
import { lazyRows } from "../guard/slow-queries/json-slices.ts";
import { RANKING, V2_RANKING } from "./groups.ts";
import { collateralNumber } from "./numbers.ts";
import { CAPITALS, Limit, Offset, PERIOD_OPTIONS, computeFirstDay } from "./parameters.ts";
import {
  Envelope,
  Page,
  Period,
  badCursor,
  cutPage,
  encodeCursor,
  inVersion2,
  buildPageBody,
  pageParameters,
  parseCursorPosition,
  v2Operation,
} from "./version-2.ts";

// GET /v1/builders/leaderboard and /v1/builders/volume: builders by the volume of orders with their codes.

/** Period of rankings of builders; only capital letters are accepted. */
const BuilderPeriod = Type.Enum([...CAPITALS], PERIOD_OPTIONS);

/** A builder's rank in a period. */
type Ranked = RankedBuilder & { readonly rank: number };

const BUILDER_VOLUME = fieldsOf<Ranked>()({
  volume: [
    Type.Number({ description: "Collateral that changed hands in fills of incoming orders with the code" }),
    ({ volume }) => collateralNumber(volume),
  ],
  activeUsers: [Type.Integer({ description: "Wallets of those orders" }), ({ users }) => users],
});

const BUILDER = recordOf<Ranked>({
  ...fieldsOf<Ranked>()({
    rank: [
      Type.String({ description: "A number; equal ones are in order of their codes" }),
      ({ rank }) => String(rank),
    ],
    builder: [
      Type.String({ description: "The code, 0x and 64 hex digits: builders have no names" }),
      ({ builder }) => `0x${builder}`,
    ],
  }),
  ...BUILDER_VOLUME,
  ...fieldsOf<Ranked>()({
    verified: constant(false),
    builderLogo: constant(""),
  }),
});

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
  answer: Type.Array(BUILDER.schema, {
    description: "Builders without volume in the period are left out",
  }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { timePeriod, limit, offset } }) => {
    const since = computeFirstDay(timePeriod, context.clock());
    const builders = await listRankedBuilders(await context.readSql(), { since, limit, offset });
    return {
      body: builders.map((builder, index) => BUILDER.write({ ...builder, rank: offset + index + 1 })),
    };
  },
});

const MAX_DAYS = 10_000;

export const listBuilderVolumes = uncodedOperation({
  method: "GET",
  path: "/v1/builders/volume",
  dialects: SERVICES,
  summary: "List the volume of builders by days",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ timePeriod: BuilderPeriod }),
  answer: Type.Array(
    Type.Object({
      dt: Type.String({ description: "The day's beginning, ISO 8601" }),
      ...BUILDER.schema.properties,
    }),
    {
      description: `The latest day first, in each the largest volume; a day without volume has no row. At most ${MAX_DAYS} rows`,
    },
  ),
  maxAgeSeconds: 5,
  rows: MAX_DAYS,
  handle: async ({ context, query }) => {
    const since = computeFirstDay(query.timePeriod, context.clock());
    const days = await listBuilderRanks(await context.readSql(), { unit: "day", since, limit: MAX_DAYS });
    return {
      body: lazyRows(days, ({ day, ...builder }) => ({
        dt: new Date(day * DAY_MS).toISOString().replace(".000Z", "Z"),
        ...BUILDER.write(builder),
      })),
    };
  },
});

// Leaderboard and volumes of builders in version 2.

const V2_BUILDER = recordOf<Ranked>({
  ...fieldsOf<Ranked>()({
    rank: [Type.Integer({ description: "Equal ones are in order of their codes" }), ({ rank }) => rank],
    builder_name: [
      Type.String({ description: "The code: builders have no names" }),
      ({ builder }) => `0x${builder}`,
    ],
    builder_code: [Type.String({ description: "0x and 64 hex digits" }), ({ builder }) => `0x${builder}`],
    profile_image: constant(""),
    verified: constant(false),
  }),
  ...inVersion2(BUILDER_VOLUME),
});

const WIDTH = 3;
/** Number of hex digits of a builder code. */
const CODE_DIGITS = 64;
const BITS = 256n;

/** GET /v2/builders/leaderboard: builders by the volume of orders with their codes. */
export const listBuilderLeaderboard = v2Operation({
  path: "/v2/builders/leaderboard",
  summary: "Rank builders by volume, version 2",
  group: V2_RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ time_period: Period, ...pageParameters({ default: 25, maximum: 1000 }) }),
  answer: Page(V2_BUILDER.schema, "Builders without volume in the period are left out"),
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
      since: computeFirstDay(period, context.clock()),
      after: place && {
        volume: micros(Number(volume)),
        builder: code.toString(16).padStart(CODE_DIGITS, "0"),
      },
      limit: limit + 1,
    });
    const ranked = found.map((row, index) => ({ ...row, rank: Number(before) + index + 1 }));
    const { rows, next } = cutPage(ranked, limit, (last) =>
      encodeCursor(walk, [last.rank, last.volume, BigInt(`0x${last.builder}`)]),
    );
    return { body: buildPageBody(lazyRows(rows, V2_BUILDER.write), { limit, next }) };
  },
});

const UNIT_BY_PERIOD = { day: "day", week: "week", month: "month", all: "year" } as const;

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
      Type.Object({
        date: Type.String({ description: "First day of the span, YYYY-MM-DD" }),
        ...V2_BUILDER.schema.properties,
      }),
      {
        description: `The latest span first, in each the largest volume; a span without volume has no row. At most ${MAX_DAYS} rows`,
      },
    ),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const found = await listBuilderRanks(await context.readSql(), {
      unit: UNIT_BY_PERIOD[query.interval],
      spans: query.limit,
      limit: MAX_DAYS,
    });
    const data = lazyRows(found, ({ day, ...builder }) => ({
      date: new Date(day * DAY_MS).toISOString().slice(0, "1970-01-01".length),
      ...V2_BUILDER.write(builder),
    }));
    return { body: { data } };
  },
});
