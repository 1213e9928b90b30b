/** GET /v2/builders/leaderboard: builders by the volume of the orders that carry their codes. */
import { Type } from "typebox";
import { micros } from "../../../core/units.ts";
import { listRankedBuilders } from "../../../store/reads/builder-ranking.ts";
import type { RankedBuilder } from "../../../store/reads/builder-ranking.ts";
import { rowsOf } from "../../large/rows.ts";
import { collateralNumber } from "../collateral-number.ts";
import { V2_RANKING } from "../groups.ts";
import { firstDay } from "../ranking-period.ts";
import { Page, pageBody } from "./envelope.ts";
import { badCursor, cutPage, encodeCursor, readPlace } from "./page-cursor.ts";
import { NoText, pageParameters, Period } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const V2Builder = {
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
    const place = readPlace(cursor, { walk, width: WIDTH });
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
    return { body: pageBody(rowsOf(rows, builderRecord), { limit, next }) };
  },
});

type Ranked = RankedBuilder & { readonly rank: number };

export const builderRecord = ({ rank, builder, volume, users }: Ranked) => ({
  rank,
  builder_name: `0x${builder}`,
  builder_code: `0x${builder}`,
  profile_image: "",
  verified: false,
  volume: collateralNumber(volume),
  active_users: users,
});
