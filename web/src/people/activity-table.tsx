/** A table of a wallet's activity, the latest first. */
import type { Activity } from "../api/generated/data.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { NumberCell, Table } from "../parts/table.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { useMarketNames } from "../portfolio/market-names.ts";
import { MarketCell } from "./market-cell.tsx";

export function ActivityTable({ rows }: { readonly rows: readonly Activity[] }) {
  const { common, portfolio } = useText();
  const redeemed = useMarketNames(rows.filter(isPaidRedemption).map(({ conditionId }) => conditionId));
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
      {rows.map((row, place) => (
        // Fills of one batch can be equal in every field, so the key needs the index.
        <ActivityRow
          key={`${row.transactionHash} ${rows.length - place}`}
          row={row}
          outcome={row.outcome || (isPaidRedemption(row) && redeemed.get(row.conditionId)?.winner) || ""}
        />
      ))}
    </Table>
  );
}

/** Tells whether a row is a redemption that paid. It names no outcome, since it pays the winner. */
const isPaidRedemption = ({ type, usdcSize }: Activity): boolean => type === "REDEEM" && usdcSize > 0;

type RowProps = { readonly row: Activity; readonly outcome: string };

function ActivityRow({ row, outcome }: RowProps) {
  const { common, portfolio } = useText();
  const formats = useFormats();
  const sides: Readonly<Record<string, string>> = { BUY: common.buy, SELL: common.sell };
  const { type, side, title, eventSlug, slug } = row;
  const trades = type === "TRADE";
  return (
    <tr>
      <td className="unlabelled">{formats.dateTime(row.timestamp * 1000)}</td>
      <MarketCell title={title} event={eventSlug} market={slug} outcome={outcome} />
      <td className={`unlabelled ${trades ? (side === "BUY" ? "up" : "down") : ""}`}>
        {trades ? sides[side] : (portfolio.types[type] ?? type)}
      </td>
      <NumberCell kind="unlabelled">{trades ? formats.cents(ticksOfNumber(row.price)) : "–"}</NumberCell>
      <NumberCell>{formats.shares(lotsOfNumber(row.size))}</NumberCell>
      <NumberCell kind="unlabelled">{formats.money(microsOfNumber(row.usdcSize))}</NumberCell>
    </tr>
  );
}
