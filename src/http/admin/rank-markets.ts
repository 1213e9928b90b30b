/** GET /figures/markets: the markets by what was traded in them on some days. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import { FIGURE_ORDERS, rankMarkets as readRanking } from "../../store/reads/market-figures.ts";
import type { RankedMarket } from "../../store/reads/market-figures.ts";
import type { Endpoint } from "../endpoint.ts";
import { pageLimit } from "../page-limit.ts";
import type { ResidentsControl } from "../sandbox/residents-control.ts";
import { dayText, FigureQuery, READ_ROWS, readFigureTerms } from "./figure-terms.ts";
import { describeTrades, TradeFields } from "./get-figures.ts";
import { FIGURES } from "./groups.ts";
import { operation } from "./operation.ts";

const MOST_SKIPPED = 1_000_000;

export const RankedMarketsAnswer = Type.Object({
  from: Type.String({ description: "The first day, YYYY-MM-DD in UTC" }),
  to: Type.String({ description: "The day before which the figures end" }),
  total: Type.Integer({ description: "Markets with any trade on these days" }),
  data: Type.Array(
    Type.Object({
      conditionId: Type.String(),
      slug: Type.String(),
      question: Type.String(),
      event: Type.Object({ id: Type.String(), title: Type.String() }),
      ...TradeFields,
    }),
    { description: "The greatest first, equal ones as they were listed" },
  ),
});

/** `residents` are those of a sandbox. */
export const rankMarkets = (residents: ResidentsControl | undefined): Endpoint =>
  operation({
    method: "GET",
    path: "/figures/markets",
    summary: "Rank markets by volume, active traders, fees or trades",
    group: FIGURES,
    refuses: ["unknown_market", "unknown_event"],
    query: Type.Object({
      ...FigureQuery,
      order: Type.Enum([...FIGURE_ORDERS], { default: "volume", description: "The figure that ranks" }),
      limit: pageLimit({ default: 50, maximum: 500 }),
      offset: Type.Integer({ default: 0, minimum: 0, maximum: MOST_SKIPPED, description: "Markets to skip" }),
    }),
    answer: RankedMarketsAnswer,
    rows: READ_ROWS,
    handle: async ({ context, query: { order, limit, offset, ...terms } }) => {
      const wanted = await readFigureTerms({ context, residents }, terms);
      if (isRejection(wanted)) return { rejection: wanted };
      const page = { order, limit, offset };
      const { total, markets } = await readRanking(await context.readSql(), wanted, page);
      const { from, until } = wanted;
      return {
        body: { from: dayText(from), to: dayText(until), total, data: markets.map(describeMarket) },
      };
    },
  });

const describeMarket = ({ conditionId, slug, question, eventId, event, ...figures }: RankedMarket) => ({
  conditionId,
  slug,
  question,
  event: { id: eventId, title: event },
  ...describeTrades(figures),
});
