/** The latest trades of a market or of one of its outcomes, updated live. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { cost } from "../../../../src/core/units.ts";
import { buildActivityAddress } from "../../account/activity/activity-filter.ts";
import { useLiveTrades } from "../../api/live/live-context.tsx";
import { ChoiceButtons } from "../../parts/controls/choices.tsx";
import { Avatar } from "../../parts/marks.tsx";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { NumberCell, Table } from "../../parts/table.tsx";
import { useNow } from "../../parts/hooks/use-now.ts";
import { joinFills, joinNeighbours } from "../../base/merge-fills.ts";
import { profilePath } from "../../base/paths.ts";
import { ShownName, getWalletName } from "../../account/people/shown-name.tsx";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import { useEventChoices } from "../event-choices.ts";
import { tradesQuery } from "../queries/market-queries.ts";
import type { Trade } from "../queries/market-queries.ts";
import type { Market } from "../market.ts";
import { mergeLiveTrades } from "./merge-live-trades.ts";
import { TradeTime } from "./trade-time.tsx";

// One trade: its direction by colour, sign and word, its outcome, price, size and time.

type TradeRowProps = { readonly market: Market; readonly trade: Trade; readonly now: number };

function TradeRow({ market, trade, now }: TradeRowProps) {
  const { trades: text } = useText().markets;
  const nameOf = useOutcomeName();
  const formats = useFormats();
  const { outcome, side, price, size, at, trader, traderName } = trade;
  const name = nameOf(market.outcomes[outcome].name);
  const isBuy = side === "BUY";
  return (
    <tr>
      <td className="row-title">
        <span className={isBuy ? "trade-kind up" : "trade-kind down"}>
          <span className="trade-sign" aria-hidden="true">
            {isBuy ? "+" : "−"}
          </span>
          {isBuy ? text.bought(name) : text.sold(name)}
        </span>{" "}
        {trader !== undefined && (
          <Link
            href={profilePath(trader)}
            className="trader person"
            title={trader}
            aria-label={text.who(getWalletName(trader, traderName))}
          >
            <Avatar address={trader} />
            <ShownName address={trader} name={traderName} />
          </Link>
        )}
      </td>
      <NumberCell kind="unlabelled">{formats.cents(price)}</NumberCell>
      <NumberCell>{formats.shares(size)}</NumberCell>
      <NumberCell kind="unlabelled">{formats.money(cost(size, price))}</NumberCell>
      <NumberCell kind="soft unlabelled">
        <TradeTime at={at} now={now} />
      </NumberCell>
    </tr>
  );
}

/** Names the order of a trade: its fills have one time. The trader of a live trade is not known yet. */
const nameOrder = ({ trader, outcome, side, at }: Trade): string | undefined =>
  trader === undefined ? undefined : [trader, outcome, side, at].join(" ");

const MAX_TRADES = 12;

export function RecentTrades({ market }: { readonly market: Market }) {
  const { trades: text } = useText().markets;
  const [first, second] = market.outcomes;
  const liveTrades = [useLiveTrades(first.tokenId), useLiveTrades(second.tokenId)] as const;
  const { data: listedTrades, error, isPending, refetch } = useQuery(tradesQuery(market.conditionId));
  const [{ trades: outcome }] = useEventChoices();
  const trades = joinNeighbours(
    mergeLiveTrades(listedTrades ?? [], liveTrades).filter(
      (trade) => outcome === undefined || trade.outcome === outcome,
    ),
    nameOrder,
    joinFills,
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
      <Link href={buildActivityAddress({ event, market: market.slug })} className="see-all">
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
  const [most, setMost] = useState(MAX_TRADES);
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
          <button type="button" className="plain" onClick={() => setMost(most + MAX_TRADES)}>
            {text.all}
          </button>
        </p>
      )}
    </>
  );
}
