/** GET /v2/user-pnl: the realized profit and the volume of a wallet over time. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { micros, lots, NO_MICROS, sharesText } from "../../../core/units.ts";
import { findWalletSums, listTradedDays, listWalletDays } from "../../../store/reads/wallet-days.ts";
import type { TradedDay, WalletDay, WalletSums } from "../../../store/reads/wallet-days.ts";
import { readSnapshot } from "../../../store/sql/transact.ts";
import { rowsOf } from "../../large/rows.ts";
import { collateralNumber } from "../collateral-number.ts";
import { V2_WALLETS } from "../groups.ts";
import { lowerCase, User } from "../parameters.ts";
import { Envelope } from "./envelope.ts";
import { Wallet } from "./parameters.ts";
import { FIDELITIES, gridOf, INTERVALS, withEndedDays } from "../pnl-grid.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const PnlPoint = Type.Object({
  timestamp: Type.Integer({ description: "Unix seconds" }),
  source_block: Type.Literal(0, { description: "There is no chain" }),
  realized_market_pnl: Type.Number(),
  realized_lp_pnl: Type.Literal(0),
  realized_combo_pnl: Type.Literal(0),
  realized_pnl: Type.Number({
    description:
      "Profit of all that was given up until the last day that had ended, in the last point until now",
  }),
  volume: Type.Number({ description: "Shares of its fills until then" }),
  volume_usdc: Type.Number({ description: "Collateral that changed hands in them" }),
  trade_count: Type.Integer({ description: "Fills; one with itself counts twice" }),
});

type PnlPoint = Type.Static<typeof PnlPoint>;

const Fidelity = Type.Enum([...FIDELITIES]);

export const getUserPnl = v2Operation({
  path: "/v2/user-pnl",
  summary: "Get the profit of a wallet over time, version 2",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    user: User,
    interval: Type.Enum([...INTERVALS], { default: "1d", description: "How far back from now; max is all" }),
    fidelity: Type.Enum([...FIDELITIES], {
      default: "1h",
      description: "Time between points; a longer one is used where there would be more than 2,000",
    }),
  }),
  answer: Envelope(
    Type.Object({
      proxy_wallet: Wallet,
      interval: Type.Enum(INTERVALS.filter((name) => name !== "all")),
      fidelity: Fidelity,
      source_fidelity: Type.Literal("1d", { description: "Sums are kept by day, in UTC" }),
      points: Type.Array(PnlPoint, { description: "The earliest first; none of a wallet that never traded" }),
    }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { user, interval, fidelity: asked } }) => {
    const wallet = lowerCase(user);
    const { sums, days, traded } = await readDays(context, wallet);
    const now = Math.floor(context.clock() / 1000);
    const first = Math.min(
      days.at(0)?.day ?? Number.POSITIVE_INFINITY,
      traded.at(0)?.day ?? Number.POSITIVE_INFINITY,
    );
    const { fidelity, times } = gridOf({ interval, fidelity: asked, now, firstDay: first });
    const points = sums === undefined || !Number.isFinite(first) ? [] : times;
    const ends = sumsOf(days, traded);
    const all = { ...(ends.at(-1) ?? NOTHING), ...sums };
    const data = {
      proxy_wallet: wallet,
      interval: interval === "all" ? "max" : interval,
      fidelity,
      source_fidelity: "1d",
      points: rowsOf(withEndedDays(points, ends), ({ time, end = NOTHING }) =>
        pointOf(time, time === now ? all : end),
      ),
    };
    return { body: { data } };
  },
});

/** The point of now; `undefined` of a wallet that has no account. */
export async function latestPoint(
  context: Pick<Context, "readSql" | "clock">,
  wallet: string,
): Promise<PnlPoint | undefined> {
  const { sums, days, traded } = await readDays(context, wallet);
  const now = Math.floor(context.clock() / 1000);
  return sums === undefined
    ? undefined
    : pointOf(now, { ...(sumsOf(days, traded).at(-1) ?? NOTHING), ...sums });
}

const readDays = async ({ readSql }: Pick<Context, "readSql">, wallet: string) =>
  readSnapshot(await readSql(), async (sql) => ({
    sums: await findWalletSums(sql, wallet),
    days: await listWalletDays(sql, wallet),
    traded: await listTradedDays(sql, wallet),
  }));

type Sums = WalletSums & Pick<TradedDay, "lots" | "fills">;
type DaySums = Sums & { readonly day: number };

const NOTHING: Sums = { realized: NO_MICROS, volume: NO_MICROS, lots: lots(0), fills: 0 };

/** Sums up to the end of each day with any, in order. */
function sumsOf(days: readonly WalletDay[], traded: readonly TradedDay[]): DaySums[] {
  const ends: DaySums[] = [];
  const byDay = new Map(days.map((one) => [one.day, one]));
  const tradedBy = new Map(traded.map((one) => [one.day, one]));
  let sums = NOTHING;
  for (const day of [...new Set([...byDay.keys(), ...tradedBy.keys()])].sort((a, b) => a - b)) {
    const { realized, volume } = byDay.get(day) ?? sums;
    const { lots: more, fills } = tradedBy.get(day) ?? NOTHING;
    sums = {
      realized: micros(realized),
      volume: micros(volume),
      lots: lots(sums.lots + more),
      fills: sums.fills + fills,
    };
    ends.push({ day, ...sums });
  }
  return ends;
}

const pointOf = (timestamp: number, { realized, volume, lots: shares, fills }: Sums): PnlPoint => ({
  timestamp,
  source_block: 0,
  realized_market_pnl: collateralNumber(realized),
  realized_lp_pnl: 0,
  realized_combo_pnl: 0,
  realized_pnl: collateralNumber(realized),
  volume: Number(sharesText(shares)),
  volume_usdc: collateralNumber(volume),
  trade_count: fills,
});
