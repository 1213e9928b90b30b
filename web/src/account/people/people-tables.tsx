/** Tables of a trader's public activity and closed positions. */
import { Link } from "wouter";
import type { Activity, ClosedPosition } from "../../api/generated/data.ts";
import { joinNeighbours } from "../../base/merge-fills.ts";
import { toLots, toMicros, toTicks } from "../../base/money.ts";
import { NumberCell, Table, getSignClass } from "../../parts/table.tsx";
import { eventPath } from "../../base/paths.ts";
import { useMarketNames } from "../portfolio/market-names.ts";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";

// A table cell that links a market to its event's page.

type Props = {
  readonly title: string;
  /** Slug of the event; empty without one. */
  readonly event: string;
  /** Slug of the market to select on the event's page. */
  readonly market?: string;
  readonly outcome?: string;
};

export function MarketCell({ title, event, market, outcome = "" }: Props) {
  const nameOf = useOutcomeName();
  return (
    <td className="market-cell">
      {event === "" ? title : <Link href={eventPath(event, market)}>{title}</Link>}
      {outcome !== "" && <span className="market-outcome">{nameOf(outcome)}</span>}
    </td>
  );
}

// A table of a wallet's activity, the latest first.

export function ActivityTable({ rows }: { readonly rows: readonly Activity[] }) {
  const { common, portfolio } = useText();
  const redeemedMarkets = useMarketNames(rows.filter(isPaidRedemption).map(({ conditionId }) => conditionId));
  const merged = joinNeighbours(rows, nameFilledOrder, joinActivity);
  const columns = [
    { name: common.time },
    { name: common.market },
    { name: portfolio.type },
    { name: common.price, isNumber: true },
    { name: common.shares, isNumber: true },
    { name: common.total, isNumber: true },
  ];
  return (
    <Table name={portfolio.history} columns={columns}>
      {merged.map((row, place) => (
        // Orders of one batch can be equal in every field, so the key needs the index.
        <ActivityRow
          key={`${row.transactionHash} ${merged.length - place}`}
          row={row}
          outcome={
            row.outcome || (isPaidRedemption(row) && redeemedMarkets.get(row.conditionId)?.winner) || ""
          }
        />
      ))}
    </Table>
  );
}

/** Names the order of a fill: fills of one order have one batch, token and side. */
const nameFilledOrder = ({ type, transactionHash, asset, side }: Activity): string | undefined =>
  type === "TRADE" ? [transactionHash, asset, side].join(" ") : undefined;

/** Joins two fills: shares and money add up, and the price is the average one. */
function joinActivity(first: Activity, second: Activity): Activity {
  const [size, usdcSize] = [first.size + second.size, first.usdcSize + second.usdcSize];
  return { ...first, size, usdcSize, price: size === 0 ? first.price : usdcSize / size };
}

/** Tells whether a row is a redemption that paid. Such a row names no outcome, since the winning one pays. */
const isPaidRedemption = ({ type, usdcSize }: Activity): boolean => type === "REDEEM" && usdcSize > 0;

type RowProps = { readonly row: Activity; readonly outcome: string };

function ActivityRow({ row, outcome }: RowProps) {
  const { common, portfolio } = useText();
  const formats = useFormats();
  const sides: Readonly<Record<string, string>> = { BUY: common.buy, SELL: common.sell };
  const { type, side, title, eventSlug, slug } = row;
  const isTrade = type === "TRADE";
  return (
    <tr>
      <td className="unlabelled">{formats.dateTime(row.timestamp * 1000)}</td>
      <MarketCell title={title} event={eventSlug} market={slug} outcome={outcome} />
      <td className={`unlabelled ${isTrade ? (side === "BUY" ? "up" : "down") : ""}`}>
        {isTrade ? sides[side] : (portfolio.types[type] ?? type)}
      </td>
      <NumberCell kind="unlabelled">{isTrade ? formats.cents(toTicks(row.price)) : "–"}</NumberCell>
      <NumberCell>{formats.shares(toLots(row.size))}</NumberCell>
      <NumberCell kind="unlabelled">{formats.money(toMicros(row.usdcSize))}</NumberCell>
    </tr>
  );
}

// A table of closed positions with their realised profit.

export function ClosedTable({ rows }: { readonly rows: readonly ClosedPosition[] }) {
  const { common, portfolio } = useText();
  const columns = [
    { name: common.market },
    { name: portfolio.bought, isNumber: true },
    { name: portfolio.average, isNumber: true },
    { name: portfolio.now, isNumber: true },
    { name: portfolio.profit, isNumber: true },
    { name: common.time },
  ];
  return (
    <Table name={portfolio.closed} columns={columns}>
      {rows.map((row) => (
        <ClosedRow key={row.asset} row={row} />
      ))}
    </Table>
  );
}

function ClosedRow({ row }: { readonly row: ClosedPosition }) {
  const formats = useFormats();
  const profit = toMicros(row.realizedPnl);
  return (
    <tr>
      <MarketCell title={row.title} event={row.eventSlug} market={row.slug} outcome={row.outcome} />
      <NumberCell>{formats.shares(toLots(row.totalBought))}</NumberCell>
      <NumberCell>{formats.cents(toTicks(row.avgPrice))}</NumberCell>
      <NumberCell>{formats.cents(toTicks(row.curPrice))}</NumberCell>
      <NumberCell kind={getSignClass(profit)}>{formats.change(profit)}</NumberCell>
      <td>{formats.dateTime(row.timestamp * 1000)}</td>
    </tr>
  );
}
