/** Which outcomes the chart of an event draws. */
import type { ChartLine } from "../chart/chart-line.ts";
import type { Market } from "./market.ts";

const MOST_LINES = 4;

type Shown = {
  /** In the order of the listing, which does not change with the prices: nor do the colours of the lines. */
  readonly listed: readonly Market[];
  readonly ranked: readonly Market[];
  readonly market: Market;
  readonly outcome: 0 | 1;
};

/** Of a single market the chosen outcome; of several the first outcomes of the likeliest, and the chosen one. */
export function linesOf({ listed, ranked, market, outcome }: Shown): readonly ChartLine[] {
  if (ranked.length === 1) return [lineOf(market, outcome)];
  const likeliest = ranked.slice(0, MOST_LINES);
  const all = likeliest.includes(market) ? likeliest : [...likeliest.slice(0, MOST_LINES - 1), market];
  return listed
    .filter((one) => all.includes(one))
    .map((one) => ({ ...lineOf(one, 0), isChosen: one === market }));
}

function lineOf({ name, question, outcomes, closed }: Market, outcome: 0 | 1): ChartLine {
  const { tokenId, name: outcomeName, price } = outcomes[outcome];
  const short = name === question ? outcomeName : name;
  const isPlain = outcomeName === "Yes" || short === outcomeName;
  return { tokenId, name: isPlain ? short : `${short}: ${outcomeName}`, price, isChosen: true, closed };
}
