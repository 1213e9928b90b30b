/** GET /v2/user-stats: a wallet in a few figures. */
import { Type } from "typebox";
import { micros } from "../../../core/units.ts";
import { findLargestWin } from "../../../store/reads/biggest-wins.ts";
import { countTradedMarkets } from "../../../store/reads/positions.ts";
import { collateralNumber } from "../collateral-number.ts";
import { V2_WALLETS } from "../groups.ts";
import { lowerCase, User } from "../parameters.ts";
import { Envelope } from "./envelope.ts";
import { latestPoint, PnlPoint } from "./get-user-pnl.ts";
import { Wallet } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

/** A win counts from more than one unit of collateral on. */
const SMALL_WIN = micros(1_000_000);

const UserStats = Type.Object({
  proxy_wallet: Wallet,
  trades: Type.Integer({ description: "Markets of which it ever had shares, as GET /traded" }),
  biggest_win: Type.Number({
    description: "The largest profit of a closed position, without fees; 0 unless it is more than 1",
  }),
  views: Type.Literal(0, { description: "Nobody counts them" }),
  join_date: Type.Null({ description: "Not kept" }),
  all_time_pnl: PnlPoint,
});

export const getUserStats = v2Operation({
  path: "/v2/user-stats",
  summary: "Get a wallet in a few figures, version 2",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User }),
  answer: Envelope(
    Type.Union([UserStats, Type.Null()], { description: "null of a wallet that the exchange does not know" }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const wallet = lowerCase(query.user);
    const point = await latestPoint(context, wallet);
    if (point === undefined) return { body: { data: null } };
    const sql = await context.adHocSql();
    const largest = await findLargestWin(sql, wallet);
    const data = {
      proxy_wallet: wallet,
      trades: await countTradedMarkets(sql, wallet),
      biggest_win: largest !== null && largest > SMALL_WIN ? collateralNumber(largest) : 0,
      views: 0,
      join_date: null,
      all_time_pnl: point,
    };
    return { body: { data } };
  },
});
