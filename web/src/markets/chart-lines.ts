/** Selects the outcomes that an event's chart shows. */
import type { ChartLine } from "../chart/chart-line.ts";
import { nameInEvent } from "./market.ts";
import type { Market } from "./market.ts";

const MAX_LINES = 4;

type ChartSelection = {
  /** Markets in the listing's order, which never changes. */
  readonly listed: readonly Market[];
  readonly ranked: readonly Market[];
  readonly market: Market;
  readonly outcome: 0 | 1;
  /** Translates the name of an outcome. */
  readonly nameOf: (name: string) => string;
};

/** Selects the lines: of a single market the selected outcome; of several the likeliest ones and the selected one. */
export function linesOf({ listed, ranked, market, outcome, nameOf }: ChartSelection): readonly ChartLine[] {
  if (ranked.length === 1)
    return [{ ...lineOf(market, outcome), name: nameOf(market.outcomes[outcome].name), place: outcome }];
  const likeliest = ranked.slice(0, MAX_LINES);
  const all = likeliest.includes(market) ? likeliest : [...likeliest.slice(0, MAX_LINES - 1), market];
  return listed.flatMap((one, place) =>
    all.includes(one) ? [{ ...lineOf(one, 0), name: nameInEvent(one), isChosen: one === market, place }] : [],
  );
}

const lineOf = ({ outcomes, closed, priced }: Market, outcome: 0 | 1) => {
  const { tokenId, price } = outcomes[outcome];
  return { tokenId, price, priced, isChosen: true, closed };
};
