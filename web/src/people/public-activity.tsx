/** What a wallet did, for everyone to see, the latest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Activity } from "../api/generated/data.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { MoreButton } from "../parts/more-button.tsx";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { activityQuery } from "./people-queries.ts";

export function PublicActivity({ address }: { readonly address: string }) {
  const { people } = useText();
  const pages = useInfiniteQuery(activityQuery(address));
  return (
    <div className="panel stack">
      <h2>{people.activity}</h2>
      {pages.isPending ? (
        <Loading />
      ) : pages.isError ? (
        <Failure error={pages.error} retry={() => void pages.refetch()} />
      ) : pages.data.pages.flat().length === 0 ? (
        <Empty>{people.noActivity}</Empty>
      ) : (
        <>
          <ActivityTable rows={pages.data.pages.flat()} />
          <MoreButton pages={pages} />
        </>
      )}
    </div>
  );
}

function ActivityTable({ rows }: { readonly rows: readonly Activity[] }) {
  const { people, common } = useText();
  const names = [common.time, people.deed, common.market, common.outcome];
  const numbers = [common.shares, common.price, common.total];
  return (
    <ScrollTable
      name={people.activity}
      head={
        <>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {numbers.map((name) => (
            <th key={name} scope="col" className="number">
              {name}
            </th>
          ))}
        </>
      }
    >
      {rows.map((row, index) => (
        // Of one commit there may be several that are alike.
        <Row key={`${row.transactionHash} ${row.asset} ${index}`} row={row} />
      ))}
    </ScrollTable>
  );
}

function Row({ row }: { readonly row: Activity }) {
  const { people, common } = useText();
  const formats = useFormats();
  const traded = row.type === "TRADE";
  return (
    <tr>
      <td>{formats.dateTime(row.timestamp * 1000)}</td>
      <td>{traded ? (row.side === "BUY" ? common.buy : common.sell) : people.deeds[row.type]}</td>
      <td>
        <Link href={`/event/${row.eventSlug}?market=${row.slug}`}>{row.title}</Link>
      </td>
      <td>{row.outcome}</td>
      <td className="number">{formats.shares(lotsOfNumber(row.size))}</td>
      <td className="number">{traded ? formats.cents(ticksOfNumber(row.price)) : ""}</td>
      <td className="number">{formats.money(microsOfNumber(row.usdcSize))}</td>
    </tr>
  );
}
