/** A table of closed positions with their realised profit. */
import type { ClosedPosition } from "../api/generated/data.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { NumberCell, signClass, Table } from "../parts/table.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { MarketCell } from "./market-cell.tsx";

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
  const profit = microsOfNumber(row.realizedPnl);
  return (
    <tr>
      <MarketCell title={row.title} event={row.eventSlug} market={row.slug} outcome={row.outcome} />
      <NumberCell>{formats.shares(lotsOfNumber(row.totalBought))}</NumberCell>
      <NumberCell>{formats.cents(ticksOfNumber(row.avgPrice))}</NumberCell>
      <NumberCell>{formats.cents(ticksOfNumber(row.curPrice))}</NumberCell>
      <NumberCell kind={signClass(profit)}>{formats.change(profit)}</NumberCell>
      <td>{formats.dateTime(row.timestamp * 1000)}</td>
    </tr>
  );
}
