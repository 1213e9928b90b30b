/** The time range of the profit chart, stored in the page's address. */
import { useSearchParams } from "wouter";
import type { ProfitRange } from "./profit-query.ts";

export const PROFIT_RANGES = ["1d", "1w", "1m", "all"] as const satisfies readonly ProfitRange[];
const USUAL: ProfitRange = "all";

export function useProfitRange(): readonly [ProfitRange, (range: ProfitRange) => void] {
  const [query, setQuery] = useSearchParams();
  const range = PROFIT_RANGES.find((one) => one === query.get("range")) ?? USUAL;
  const choose = (chosen: ProfitRange): void => {
    const next = new URLSearchParams(query);
    if (chosen === USUAL) next.delete("range");
    else next.set("range", chosen);
    setQuery(next, { replace: true });
  };
  return [range, choose];
}
