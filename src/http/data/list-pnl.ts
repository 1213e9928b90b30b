/** GET /user-pnl: the realized profit of a wallet over time, as the services' web pages draw it. */
import { SERVICES } from "../dialects/dialect.ts";
import { Type } from "typebox";
import { NO_MICROS } from "../../core/units.ts";
import { findWalletSums, listWalletDays } from "../../store/reads/wallet-days.ts";
import { readSnapshot } from "../../store/sql/transact.ts";
import { rowsOf } from "../large/rows.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { collateralNumber } from "./collateral-number.ts";
import { ACTIVITY } from "./groups.ts";
import { lowerCase, User } from "./parameters.ts";
import { FIDELITIES, gridOf, INTERVALS, withEndedDays } from "./pnl-grid.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const Point = Type.Object({
  t: Type.Integer({ description: "Unix seconds" }),
  p: Type.Number({
    description:
      "Profit of all that was given up until the last day, in UTC, that had ended; in the last point until now",
  }),
});

export const listPnl = uncodedOperation({
  method: "GET",
  path: "/user-pnl",
  summary: "Get the profit of a wallet over time",
  group: ACTIVITY,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: SERVICES,
  strict: true,
  query: Type.Object({
    user_address: User,
    interval: Type.Enum([...INTERVALS], { default: "1d", description: "How far back from now; max is all" }),
    fidelity: Type.Enum([...FIDELITIES], {
      default: "1h",
      description: "Time between points; a longer one is used where there would be more than 2,000",
    }),
  }),
  answer: Type.Array(Point, { description: "The earliest first; none of a wallet that never traded" }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { user_address: user, interval, fidelity } }) => {
    const wallet = lowerCase(user);
    const { sums, days } = await readSnapshot(await context.readSql(), async (sql) => ({
      sums: await findWalletSums(sql, wallet),
      days: await listWalletDays(sql, wallet),
    }));
    const [first] = days;
    if (sums === undefined || first === undefined) return { body: [] };
    const now = Math.floor(context.clock() / 1000);
    const { times } = gridOf({ interval, fidelity, now, firstDay: first.day });
    return {
      body: rowsOf(withEndedDays(times, days), ({ time, end }) => ({
        t: time,
        p: collateralNumber((time === now ? sums : end)?.realized ?? NO_MICROS),
      })),
    };
  },
});
