/** What the trader has of outcomes, what it is worth now, and the way to the money of those that are resolved. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Position } from "../api/generated/data.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { Empty, explain, Failure, Loading } from "../parts/states.tsx";
import type { Micros } from "../../../src/core/units.ts";
import { useFormats, useText } from "../text/language.tsx";
import { useRedeem } from "../wallet/redeem.ts";
import { MarketCell } from "./market-cell.tsx";
import { positionsQuery } from "./own-queries.ts";
import type { SectionProps } from "./section.ts";
import { NumberCell, signClass, Table } from "./table.tsx";

const FIRST = 50;

export function Positions({ trader }: SectionProps) {
  const { common, portfolio } = useText();
  const { data, error, refetch } = useQuery(positionsQuery(trader));
  const [shown, setShown] = useState(FIRST);
  const redeeming = useRedeem();
  const columns = [
    { name: common.market },
    { name: common.shares, isNumber: true },
    { name: portfolio.average, isNumber: true },
    { name: portfolio.now, isNumber: true },
    { name: common.value, isNumber: true },
    { name: portfolio.profit, isNumber: true },
    { name: portfolio.actions },
  ];
  if (data === undefined)
    return error === null ? <Loading /> : <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      {error !== null && <Failure error={error} retry={() => void refetch()} />}
      <Redeemed paid={redeeming.data} error={redeeming.error} />
      {data.length === 0 ? (
        <Empty>{portfolio.noPositions}</Empty>
      ) : (
        <Table name={portfolio.positions} columns={columns}>
          {data.slice(0, shown).map((position) => (
            <PositionRow
              key={position.asset}
              position={position}
              redeem={redeeming.isPending ? undefined : () => redeeming.mutate(position.conditionId)}
            />
          ))}
        </Table>
      )}
      {data.length > shown && (
        <button type="button" onClick={() => setShown(shown + FIRST)}>
          {common.more}
        </button>
      )}
    </>
  );
}

type RowProps = {
  readonly position: Position;
  /** Absent while another is underway. */
  readonly redeem: (() => void) | undefined;
};

function PositionRow({ position, redeem }: RowProps) {
  const { portfolio } = useText();
  const formats = useFormats();
  const profit = microsOfNumber(position.cashPnl);
  const value = formats.money(microsOfNumber(position.currentValue));
  return (
    <tr>
      <MarketCell title={position.title} slug={position.eventSlug} outcome={position.outcome} />
      <NumberCell>{formats.shares(lotsOfNumber(position.size))}</NumberCell>
      <NumberCell>{formats.cents(ticksOfNumber(position.avgPrice))}</NumberCell>
      <NumberCell>{formats.cents(ticksOfNumber(position.curPrice))}</NumberCell>
      <NumberCell>{value}</NumberCell>
      <NumberCell kind={signClass(profit)}>
        {formats.change(profit)} <small>({formats.percent(position.percentPnl / 100)})</small>
      </NumberCell>
      <td>
        {position.redeemable && (
          <button type="button" className="small" disabled={redeem === undefined} onClick={redeem}>
            {portfolio.redeem(value)}
            <span className="visually-hidden">: {position.title}</span>
          </button>
        )}
      </td>
    </tr>
  );
}

/** It outlives the row, which is gone with the shares. */
function Redeemed({ paid, error }: { readonly paid: Micros | undefined; readonly error: unknown }) {
  const text = useText();
  const formats = useFormats();
  return (
    <div aria-live="polite">
      {error !== null && <p className="failure">{explain(error, text)}</p>}
      {paid !== undefined && <p className="success">{text.portfolio.redeemed(formats.money(paid))}</p>}
    </div>
  );
}
