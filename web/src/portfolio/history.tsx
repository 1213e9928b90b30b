/** What the trader did with shares, the latest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Activity } from "../api/generated/data.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import type { Trader } from "../wallet/session.tsx";
import type { Csv } from "./csv.ts";
import { ExportButton } from "./export-button.tsx";
import { MarketCell } from "./market-cell.tsx";
import { MoreButton } from "./more-button.tsx";
import { activityQuery, placeAfter, readActivity } from "./own-queries.ts";
import type { ActivityPlace } from "./own-queries.ts";
import type { SectionProps } from "./section.ts";
import { NumberCell, Table } from "./table.tsx";

export function History({ trader }: SectionProps) {
  const { common, portfolio } = useText();
  const pages = useInfiniteQuery(activityQuery(trader));
  const { data, error, refetch } = pages;
  const rows = data?.pages.flat() ?? [];
  const columns = [
    { name: common.time },
    { name: common.market },
    { name: portfolio.type },
    { name: common.price, isNumber: true },
    { name: common.shares, isNumber: true },
    { name: common.total, isNumber: true },
  ];
  if (data === undefined)
    return error === null ? <Loading /> : <Failure error={error} retry={() => void refetch()} />;
  if (rows.length === 0) return <Empty>{portfolio.noHistory}</Empty>;
  return (
    <>
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      <div>
        <ExportButton name="presage-history" read={(onRows) => readAll(trader, onRows)} />
      </div>
      <Table name={portfolio.history} columns={columns}>
        {rows.map((row, place) => (
          // Fills of one batch can be equal in everything.
          <ActivityRow key={`${row.transactionHash} ${rows.length - place}`} row={row} />
        ))}
      </Table>
      <MoreButton pages={pages} />
    </>
  );
}

function ActivityRow({ row }: { readonly row: Activity }) {
  const { common, portfolio } = useText();
  const formats = useFormats();
  const sides: Readonly<Record<string, string>> = { BUY: common.buy, SELL: common.sell };
  const trades = row.type === "TRADE";
  return (
    <tr>
      <td>{formats.dateTime(row.timestamp * 1000)}</td>
      <MarketCell title={row.title} slug={row.eventSlug} outcome={row.outcome} />
      <td className={trades ? (row.side === "BUY" ? "up" : "down") : ""}>
        {trades ? sides[row.side] : (portfolio.types[row.type] ?? row.type)}
      </td>
      <NumberCell>{trades ? formats.cents(ticksOfNumber(row.price)) : "–"}</NumberCell>
      <NumberCell>{formats.shares(lotsOfNumber(row.size))}</NumberCell>
      <NumberCell>{formats.money(microsOfNumber(row.usdcSize))}</NumberCell>
    </tr>
  );
}

const COLUMNS = [
  "timestamp",
  "type",
  "side",
  "title",
  "outcome",
  "price",
  "size",
  "usdcSize",
  "conditionId",
  "asset",
  "transactionHash",
] as const satisfies readonly (keyof Activity)[];

async function readAll(trader: Trader, onRows: (count: number) => void): Promise<Csv> {
  const rows: Activity[] = [];
  for (let place: ActivityPlace | undefined = { offset: 0 }; place !== undefined;) {
    const page: readonly Activity[] = await readActivity(trader, place);
    rows.push(...page);
    onRows(rows.length);
    place = placeAfter(page, place);
  }
  return {
    header: ["time", ...COLUMNS],
    rows: rows.map((row) => [
      new Date(row.timestamp * 1000).toISOString(),
      ...COLUMNS.map((column) => row[column]),
    ]),
  };
}
