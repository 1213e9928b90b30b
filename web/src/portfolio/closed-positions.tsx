/** The positions that the trader closed, with their realised profit; the latest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ClosedPosition } from "../api/generated/data.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { PagedList } from "../parts/paged-list.tsx";
import { NumberCell, signClass, Table } from "../parts/table.tsx";
import { MarketCell } from "../people/market-cell.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { closedPositionsQuery } from "./trader-queries.ts";
import type { SectionProps } from "./section-props.ts";

export function ClosedPositions({ trader }: SectionProps) {
  const { portfolio } = useText();
  const query = useInfiniteQuery(closedPositionsQuery(trader));
  return (
    <PagedList query={query} empty={portfolio.noClosed}>
      {(rows) => <ClosedTable rows={rows} />}
    </PagedList>
  );
}

function ClosedTable({ rows }: { readonly rows: readonly ClosedPosition[] }) {
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
