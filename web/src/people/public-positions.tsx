/** What a wallet holds, for everyone to see. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Position } from "../api/generated/data.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { MoreButton } from "../parts/more-button.tsx";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { positionsQuery } from "./people-queries.ts";
import { signOf } from "./sign.ts";

export function PublicPositions({ address }: { readonly address: string }) {
  const { people, common } = useText();
  const pages = useInfiniteQuery(positionsQuery(address));
  return (
    <div className="panel stack">
      <h2>{people.positions}</h2>
      {pages.isPending ? (
        <Loading />
      ) : pages.isError ? (
        <Failure error={pages.error} retry={() => void pages.refetch()} />
      ) : pages.data.pages.flat().length === 0 ? (
        <Empty>{people.noPositions}</Empty>
      ) : (
        <>
          <ScrollTable
            name={people.positions}
            head={
              <>
                <th scope="col">{common.market}</th>
                <th scope="col">{common.outcome}</th>
                <th scope="col" className="number">
                  {common.shares}
                </th>
                <th scope="col" className="number">
                  {people.paid}
                </th>
                <th scope="col" className="number">
                  {common.price}
                </th>
                <th scope="col" className="number">
                  {common.value}
                </th>
                <th scope="col" className="number">
                  {people.rankings.PNL}
                </th>
              </>
            }
          >
            {pages.data.pages.flat().map((position) => (
              <Row key={position.asset} position={position} />
            ))}
          </ScrollTable>
          <MoreButton pages={pages} />
        </>
      )}
    </div>
  );
}

function Row({ position }: { readonly position: Position }) {
  const formats = useFormats();
  const profit = microsOfNumber(position.cashPnl);
  return (
    <tr>
      <td>
        <Link href={`/event/${position.eventSlug}?market=${position.slug}`}>{position.title}</Link>
      </td>
      <td>{position.outcome}</td>
      <td className="number">{formats.shares(lotsOfNumber(position.size))}</td>
      <td className="number">{formats.cents(ticksOfNumber(position.avgPrice))}</td>
      <td className="number">{formats.cents(ticksOfNumber(position.curPrice))}</td>
      <td className="number">{formats.money(microsOfNumber(position.currentValue))}</td>
      <td className={`number ${signOf(profit)}`}>{formats.change(profit)}</td>
    </tr>
  );
}
