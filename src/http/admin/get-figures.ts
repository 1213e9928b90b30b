/** GET /figures: volume, trades, active traders, fees and payments by day, week or month. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import { collateralText } from "../../core/units.ts";
import { listSpanFigures, NO_FIGURES } from "../../store/reads/day-figures.ts";
import type { SpanFigures, TradeFigures } from "../../store/reads/day-figures.ts";
import type { Endpoint } from "../endpoint.ts";
import { OrNull } from "../resolution-answer.ts";
import type { ResidentsControl } from "../sandbox/residents-control.ts";
import { dayText, FigureQuery, READ_ROWS, readFigureTerms } from "./figure-terms.ts";
import { firstsOf, listSpans, SPAN_UNITS } from "./figure-spans.ts";
import { FIGURES } from "./groups.ts";
import { operation } from "./operation.ts";

/** Figures of trades, of a span or of a market. */
export const TradeFields = {
  trades: Type.Integer({
    description:
      "Fills, each counted once: with the wallet whose order came in. Below 0 where more were taken back",
  }),
  volume: Type.String({
    description: "Collateral that changed hands in them: shares at the price of the incoming order's token",
  }),
  fees: Type.String({ description: "Fees that both sides paid; the exchange keeps all of them" }),
  traders: Type.Integer({ description: "Wallets with at least one fill on either side, each counted once" }),
};

const SpanFields = {
  ...TradeFields,
  accounts: OrNull(
    Type.Integer({ description: "Accounts that were opened; null where only some markets count" }),
  ),
  deposits: OrNull(
    Type.String({ description: "Collateral that came in; null where only some markets count" }),
  ),
  withdrawals: OrNull(
    Type.String({
      description: "Collateral that owners and operators took out; null where only some markets count",
    }),
  ),
};

export const FiguresAnswer = Type.Object({
  from: Type.String({ description: "The first day, YYYY-MM-DD in UTC" }),
  to: Type.String({ description: "The day before which the figures end" }),
  per: Type.Enum([...SPAN_UNITS]),
  total: Type.Object(SpanFields, {
    description: "All days together; a wallet is one trader, however many its days",
  }),
  data: Type.Array(
    Type.Object({
      from: Type.String({ description: "First day of the span that counts" }),
      to: Type.String({ description: "The day before which it ends" }),
      ...SpanFields,
    }),
    {
      description:
        "All spans, also those without trades, the earliest first; the first and the last may be cut",
    },
  ),
});

/** `residents` are those of a sandbox. */
export const getFigures = (residents: ResidentsControl | undefined): Endpoint =>
  operation({
    method: "GET",
    path: "/figures",
    summary: "Get volume, trades, active traders, fees, new accounts and payments by day, week or month",
    group: FIGURES,
    refuses: ["unknown_market", "unknown_event"],
    query: Type.Object({
      ...FigureQuery,
      per: Type.Enum([...SPAN_UNITS], {
        default: "day",
        description: "Days, weeks from Monday on, or months of the calendar, in UTC",
      }),
    }),
    answer: FiguresAnswer,
    rows: READ_ROWS,
    handle: async ({ context, query: { per, ...terms } }) => {
      const wanted = await readFigureTerms({ context, residents }, terms);
      if (isRejection(wanted)) return { rejection: wanted };
      const spans = listSpans(wanted, per);
      const found = await listSpanFigures(await context.readSql(), wanted, firstsOf(spans));
      const isWhole = wanted.markets === undefined;
      const byDay = new Map(found.map((figures) => [figures.day, figures]));
      const describe = (day: number | null) => describeSpan(byDay.get(day) ?? NO_FIGURES, isWhole);
      const data = spans.map(({ from, until }) => ({
        from: dayText(from),
        to: dayText(until),
        ...describe(from),
      }));
      return {
        body: { from: dayText(wanted.from), to: dayText(wanted.until), per, total: describe(null), data },
      };
    },
  });

export const describeTrades = ({ trades, volume, fees, traders }: TradeFigures) => ({
  trades,
  volume: collateralText(volume),
  fees: collateralText(fees),
  traders,
});

/** Payments are of no market: they are shown where all markets count. */
function describeSpan(figures: SpanFigures, isWhole: boolean) {
  const { accounts, deposits, withdrawals } = figures;
  return {
    ...describeTrades(figures),
    accounts: isWhole ? accounts : null,
    deposits: isWhole ? collateralText(deposits) : null,
    withdrawals: isWhole ? collateralText(withdrawals) : null,
  };
}
