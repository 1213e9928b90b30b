/** The total value of the trader's wallet, and its profit over time. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { addMicros } from "../../../../src/core/units.ts";
import { throttle } from "../../api/live/connection.ts";
import { useShownPrices } from "../../markets/queries/use-shown-prices.ts";
import { roundToCents } from "../../base/money.ts";
import { ProfitChart } from "../profit/profit-chart.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { useBalances } from "../wallet/balances.ts";
import type { Trader } from "../wallet/session.tsx";
import type { SectionProps } from "./section-props.ts";
import { sumAmounts } from "./position-groups.ts";
import { positionsQuery } from "./trader-queries.ts";

// Reloads the trader's positions after live price changes, which no message of the trader's channel reports.

/** Maximum number of positions whose prices are followed live. All other positions reload at an interval. */
const MAX_FOLLOWED = 100;
const THROTTLE_MS = 1_000;

function useRefreshOnPriceChange(trader: Trader): void {
  const queries = useQueryClient();
  const { data = [] } = useQuery(positionsQuery(trader));
  const openPositions = data.filter(({ redeemable }) => !redeemable).slice(0, MAX_FOLLOWED);
  const prices = useShownPrices(openPositions.map(({ asset }) => asset));
  const refreshPositions = useMemo(
    () => throttle(THROTTLE_MS, () => void queries.invalidateQueries(positionsQuery(trader))),
    [queries, trader],
  );
  useEffect(() => refreshPositions.stop, [refreshPositions]);
  useEffect(() => {
    if (prices.some((price) => price !== undefined)) refreshPositions.call();
  }, [prices, refreshPositions]);
}

export function PortfolioValue({ trader }: SectionProps) {
  useRefreshOnPriceChange(trader);
  return (
    <div className="portfolio-worth">
      <Totals trader={trader} />
      <ProfitChart address={trader.wallet.address} />
    </div>
  );
}

function Totals({ trader }: SectionProps) {
  const { portfolio } = useText();
  const formats = useFormats();
  const { data: balances } = useBalances();
  const { data: positions } = useQuery(positionsQuery(trader));
  const positionsValue = positions && sumAmounts(positions, ({ currentValue }) => currentValue);
  const available = balances && roundToCents(balances.collateral.available);
  const held = balances && roundToCents(balances.collateral.held);
  const totalValue =
    available === undefined || held === undefined || positionsValue === undefined
      ? undefined
      : addMicros(addMicros(available, held), positionsValue);
  const money = (amount: typeof positionsValue): string =>
    amount === undefined ? "…" : formats.money(amount);
  return (
    <div className="panel">
      <h2 className="visually-hidden">{portfolio.totals}</h2>
      <dl className="portfolio-totals">
        <div className="portfolio-main">
          <dt>{portfolio.worth}</dt>
          <dd className="number">{money(totalValue)}</dd>
        </div>
        <div>
          <dt>{portfolio.money}</dt>
          <dd className="number">{money(available)}</dd>
        </div>
        <div>
          <dt>{portfolio.held}</dt>
          <dd className="number">{money(held)}</dd>
        </div>
        <div>
          <dt>{portfolio.positionsValue}</dt>
          <dd className="number">{money(positionsValue)}</dd>
        </div>
      </dl>
    </div>
  );
}
