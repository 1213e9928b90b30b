/** GET /profit: the profit of a wallet over time, with what it held at the prices of then. */
import { Type } from "typebox";
import { listPastProfits, countPositions } from "../../store/reads/profit-history.ts";
import type { PastProfit } from "../../store/reads/profit-history.ts";
import { listWalletFigures } from "../../store/reads/wallet-figures.ts";
import { readSnapshot } from "../../store/sql/transact.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { ACTIVITY } from "./groups.ts";
import { lowerCase, User } from "./parameters.ts";
import { beginningOf, INTERVALS, MOST_POINTS, profitGridOf } from "./profit-grid.ts";
import { profitFiguresOf } from "./profit-figures.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const Point = Type.Object({
  t: Type.Integer({
    description: "Unix seconds; the point counts all before it, and the last one all until now",
  }),
  profit: Type.Number({ description: "realizedProfit and openProfit together" }),
  realizedProfit: Type.Number({ description: "Profit of all that was given up until then" }),
  openProfit: Type.Number({
    description: "Sum over the shares held then: shares x (shown price of then - average cost)",
  }),
});

const Profit = Type.Object({
  proxyWallet: Type.String({ description: "Lower case" }),
  step: Type.Integer({
    description: "Seconds between two points, a multiple of 600; longer for a wallet with many positions",
  }),
  points: Type.Array(Point, {
    description: "The earliest first; none of a wallet without an account or a deposit",
  }),
});

export const getProfit = uncodedOperation({
  method: "GET",
  path: "/profit",
  summary: "Get the profit of a wallet over time, with what it held",
  group: ACTIVITY,
  limits: ONLY_INTERFACE_LIMIT,
  strict: true,
  rows: MOST_POINTS + 1,
  query: Type.Object({
    user: User,
    interval: Type.Enum([...INTERVALS], {
      default: "all",
      description: "How far back from now: a day, 7 days, 30 days, or to the first deposit",
    }),
  }),
  answer: Profit,
  maxAgeSeconds: 5,
  handle: async ({ context, query: { user, interval } }) => {
    const wallet = lowerCase(user);
    return readSnapshot(await context.readSql(), async (sql) => {
      const now = Math.floor(context.clock() / 1_000);
      const [figures] = await listWalletFigures(sql, [wallet]);
      const joinedAt = figures?.joinedAt ?? undefined;
      const begun = joinedAt === undefined ? now : Math.floor(joinedAt / 1_000);
      const positions = await countPositions(sql, wallet);
      const { step, periods } = profitGridOf({ interval, now, begun, positions });
      if (figures === undefined || joinedAt === undefined)
        return { body: { proxyWallet: wallet, step, points: [] } };
      const past = await listPastProfits(sql, wallet, periods);
      const points = past.map((profit, index) => pointOf(beginningOf(periods[index] ?? 0), profit));
      return { body: { proxyWallet: wallet, step, points: [...points, pointOf(now, figures)] } };
    });
  },
});

const pointOf = (t: number, profit: PastProfit): Type.Static<typeof Point> => ({
  t,
  ...profitFiguresOf(profit),
});
