/** What the trader had of outcomes and gave up, with what it earned; the latest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ClosedPosition } from "../api/generated/data.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { MarketCell } from "./market-cell.tsx";
import { MoreButton } from "./more-button.tsx";
import { closedQuery } from "./own-queries.ts";
import type { SectionProps } from "./section.ts";
import { NumberCell, signClass, Table } from "./table.tsx";

export function ClosedPositions({ trader }: SectionProps) {
  const { common, portfolio } = useText();
  const pages = useInfiniteQuery(closedQuery(trader));
  const { data, error, refetch } = pages;
  const rows = data?.pages.flat() ?? [];
  const columns = [
    { name: common.market },
    { name: portfolio.bought, isNumber: true },
    { name: portfolio.average, isNumber: true },
    { name: portfolio.now, isNumber: true },
    { name: portfolio.profit, isNumber: true },
    { name: common.time },
  ];
  if (data === undefined)
    return error === null ? <Loading /> : <Failure error={error} retry={() => void refetch()} />;
  if (rows.length === 0) return <Empty>{portfolio.noClosed}</Empty>;
  return (
    <>
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      <Table name={portfolio.closed} columns={columns}>
        {rows.map((row) => (
          <ClosedRow key={row.asset} row={row} />
        ))}
      </Table>
      <MoreButton pages={pages} />
    </>
  );
}

function ClosedRow({ row }: { readonly row: ClosedPosition }) {
  const formats = useFormats();
  const profit = microsOfNumber(row.realizedPnl);
  return (
    <tr>
      <MarketCell title={row.title} slug={row.eventSlug} outcome={row.outcome} />
      <NumberCell>{formats.shares(lotsOfNumber(row.totalBought))}</NumberCell>
      <NumberCell>{formats.cents(ticksOfNumber(row.avgPrice))}</NumberCell>
      <NumberCell>{formats.cents(ticksOfNumber(row.curPrice))}</NumberCell>
      <NumberCell kind={signClass(profit)}>{formats.change(profit)}</NumberCell>
      <td>{formats.dateTime(row.timestamp * 1000)}</td>
    </tr>
  );
}
