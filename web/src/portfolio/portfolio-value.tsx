/** The total value of the trader's wallet, and its history. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { addMicros, micros } from "../../../src/core/units.ts";
import { microsOfNumber } from "../money.ts";
import { Loaded } from "../parts/loaded.tsx";
import { signClass } from "../parts/table.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { useBalances } from "../wallet/balances.ts";
import { positionsQuery } from "./trader-queries.ts";
import type { SectionProps } from "./section-props.ts";
import { useRefreshOnPriceChange } from "./use-refresh-on-price-change.ts";
import { useValueHistory } from "./use-value-history.ts";
import type { Range } from "./use-value-history.ts";
import { ValueChart } from "./value-chart.tsx";

export function PortfolioValue({ trader }: SectionProps) {
  const [range, setRange] = useState<Range>("all");
  const query = useValueHistory(trader, range);
  useRefreshOnPriceChange(trader);
  return (
    <div className="portfolio-worth">
      <Totals trader={trader} profit={query.data?.points.at(-1)?.profit} />
      <div className="panel portfolio-chart">
        <Loaded query={query} rows={4}>
          {(history) => <ValueChart history={history} range={range} setRange={setRange} />}
        </Loaded>
      </div>
    </div>
  );
}

type TotalsProps = SectionProps & { readonly profit: ReturnType<typeof micros> | undefined };

function Totals({ trader, profit }: TotalsProps) {
  const { portfolio } = useText();
  const formats = useFormats();
  const { data: balances } = useBalances();
  const { data: positions } = useQuery(positionsQuery(trader));
  const worth = positions?.reduce(
    (sum, { currentValue }) => addMicros(sum, microsOfNumber(currentValue)),
    micros(0),
  );
  const all = balances && worth !== undefined ? addMicros(balances.collateral.total, worth) : undefined;
  const money = (amount: typeof worth): string => (amount === undefined ? "…" : formats.money(amount));
  return (
    <div className="panel">
      <h2 className="visually-hidden">{portfolio.totals}</h2>
      <dl className="portfolio-totals">
        <div className="portfolio-main">
          <dt>{portfolio.worth}</dt>
          <dd className="number">{money(all)}</dd>
        </div>
        <div className="portfolio-main">
          <dt>{portfolio.profit}</dt>
          <dd className={`number ${signClass(profit ?? 0)}`}>
            {profit === undefined ? "…" : formats.change(profit)}
          </dd>
          <dd className="soft portfolio-small">{portfolio.profitLong}</dd>
        </div>
        <div>
          <dt>{portfolio.money}</dt>
          <dd className="number">{money(balances?.collateral.available)}</dd>
        </div>
        <div>
          <dt>{portfolio.held}</dt>
          <dd className="number">{money(balances?.collateral.held)}</dd>
        </div>
        <div>
          <dt>{portfolio.positionsValue}</dt>
          <dd className="number">{money(worth)}</dd>
        </div>
      </dl>
    </div>
  );
}
