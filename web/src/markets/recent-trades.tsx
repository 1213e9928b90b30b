/** The latest trades of a market or of one of its outcomes, updated live. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { activityAddress } from "../activity/activity-filter.ts";
import { useLiveTrades } from "../live/live-context.tsx";
import { ChoiceButtons } from "../parts/choice-buttons.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { Table } from "../parts/table.tsx";
import { useNow } from "../parts/use-now.ts";
import { useOutcomeName, useText } from "../text/language.tsx";
import { useEventChoices } from "./event-choices.ts";
import { tradesQuery } from "./market-queries.ts";
import type { Trade } from "./market-queries.ts";
import type { Market } from "./market.ts";
import { mergeLiveTrades } from "./merge-live-trades.ts";
import { TradeRow } from "./trade-row.tsx";

const SHOWN = 12;

export function RecentTrades({ market }: { readonly market: Market }) {
  const { trades: text } = useText().markets;
  const [first, second] = market.outcomes;
  const liveTrades = [useLiveTrades(first.tokenId), useLiveTrades(second.tokenId)] as const;
  const { data: known, error, isPending, refetch } = useQuery(tradesQuery(market.conditionId));
  const [{ trades: outcome }] = useEventChoices();
  const trades = mergeLiveTrades(known ?? [], liveTrades).filter(
    (trade) => outcome === undefined || trade.outcome === outcome,
  );
  return (
    <section className="trades" aria-labelledby="trades-title">
      <h2 id="trades-title" className="visually-hidden">
        {text.title}
      </h2>
      <OutcomeFilter market={market} />
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      {isPending && trades.length === 0 && <Loading rows={6} />}
      {!isPending && trades.length === 0 && error === null && <Empty>{text.empty}</Empty>}
      {trades.length > 0 && <TradesTable market={market} trades={trades} />}
      <AllTradesLink market={market} />
    </section>
  );
}

/** Links to the activity of the market, which is live and complete. */
function AllTradesLink({ market }: { readonly market: Market }) {
  const { activity: text } = useText();
  const { slug: event } = useParams();
  if (event === undefined) return null;
  return (
    <p className="more">
      <Link href={activityAddress({ event, market: market.slug })} className="see-all">
        {text.allOfMarket}
      </Link>
    </p>
  );
}

const CHOICES = { all: undefined, "0": 0, "1": 1 } as const;

function OutcomeFilter({ market }: { readonly market: Market }) {
  const { trades: text } = useText().markets;
  const nameOf = useOutcomeName();
  const [{ trades: outcome }, change] = useEventChoices();
  const [first, second] = market.outcomes;
  return (
    <div className="panel-head">
      <ChoiceButtons
        name={text.of}
        options={[
          ["all", text.both],
          ["0", nameOf(first.name)],
          ["1", nameOf(second.name)],
        ]}
        chosen={outcome === undefined ? "all" : outcome === 0 ? "0" : "1"}
        onChoose={(choice: keyof typeof CHOICES) => change({ trades: CHOICES[choice] })}
      />
    </div>
  );
}

type TradesTableProps = { readonly market: Market; readonly trades: readonly Trade[] };

function TradesTable({ market, trades }: TradesTableProps) {
  const { common, markets } = useText();
  const { trades: text } = markets;
  const [most, setMost] = useState(SHOWN);
  const now = useNow(5_000);
  const columns = [
    { name: text.kind },
    ...[common.price, common.shares, common.value, common.time].map((name) => ({ name, isNumber: true })),
  ];
  return (
    <>
      <Table name={text.table} columns={columns}>
        {trades.slice(0, most).map((trade) => (
          <TradeRow key={trade.key} market={market} trade={trade} now={now} />
        ))}
      </Table>
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
