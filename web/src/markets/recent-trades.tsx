/** The latest trades of a market, updated live. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useLiveTrades } from "../live/live-context.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useNow } from "../parts/use-now.ts";
import { profilePath } from "../paths.ts";
import { shortenAddress } from "../people/address-link.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { timeLeft } from "./time-left.ts";
import { tradesQuery } from "./market-queries.ts";
import type { Trade } from "./market-queries.ts";
import type { Market } from "./market.ts";
import { mergeLiveTrades } from "./merge-live-trades.ts";

const SHOWN = 12;

export function RecentTrades({ market }: { readonly market: Market }) {
  const { trades: text } = useText().markets;
  const [first, second] = market.outcomes;
  const liveTrades = [useLiveTrades(first.tokenId), useLiveTrades(second.tokenId)] as const;
  const { data: known, error, isPending, refetch } = useQuery(tradesQuery(market.conditionId));
  const trades = mergeLiveTrades(known ?? [], liveTrades);
  return (
    <section className="panel flush trades" aria-labelledby="trades-title">
      <div className="panel-head">
        <h2 id="trades-title">{text.title}</h2>
      </div>
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {isPending && trades.length === 0 && <Loading rows={6} />}
      {!isPending && trades.length === 0 && error === null && <Empty>{text.empty}</Empty>}
      {trades.length > 0 && <TradesTable market={market} trades={trades} />}
    </section>
  );
}

type TradesTableProps = { readonly market: Market; readonly trades: readonly Trade[] };

function TradesTable({ market, trades }: TradesTableProps) {
  const { common, markets } = useText();
  const { trades: text } = markets;
  const [most, setMost] = useState(SHOWN);
  const now = useNow(5_000);
  return (
    <>
      <div className="scroll" tabIndex={0} role="region" aria-label={text.table}>
        <table className="trade-rows">
          <thead>
            <tr>
              <th scope="col">{text.kind}</th>
              <th scope="col" className="number">
                {common.price}
              </th>
              <th scope="col" className="number">
                {common.shares}
              </th>
              <th scope="col" className="number">
                {common.time}
              </th>
            </tr>
          </thead>
          <tbody>
            {trades.slice(0, most).map((trade) => (
              <TradeRow key={trade.key} market={market} trade={trade} now={now} />
            ))}
          </tbody>
        </table>
      </div>
      {trades.length > most && (
        <p className="more">
          <button type="button" className="plain" onClick={() => setMost(most + SHOWN)}>
            {text.all}
          </button>
        </p>
      )}
    </>
  );
}

type TradeRowProps = { readonly market: Market; readonly trade: Trade; readonly now: number };

function TradeRow({ market, trade, now }: TradeRowProps) {
  const { trades: text } = useText().markets;
  const formats = useFormats();
  const { outcome, side, price, size, at, trader } = trade;
  const { name } = market.outcomes[outcome];
  const ago = timeLeft(now, at);
  const said = side === "BUY" ? text.bought(name) : text.sold(name);
  return (
    <tr>
      <td>
        <span className={side === "BUY" ? "up" : "down"}>{said}</span>{" "}
        {trader !== undefined && (
          <Link href={profilePath(trader)} className="trader" aria-label={text.who(shortenAddress(trader))}>
            {shortenAddress(trader)}
          </Link>
        )}
      </td>
      <td className="number">{formats.cents(price)}</td>
      <td className="number">{formats.shares(size)}</td>
      <td className="number soft">
        <time dateTime={new Date(at).toISOString()} title={formats.dateTime(at)}>
          {ago === undefined ? text.now : text.ago(ago)}
        </time>
      </td>
    </tr>
  );
}
