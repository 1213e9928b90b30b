/** A table of positions with cost and current value. */
import type { ReactNode } from "react";
import type { Position } from "../api/generated/data.ts";
import { lotsOfNumber, microsOfNumber, ticksOfNumber } from "../money.ts";
import { NO_FIGURE, useUnpriced } from "../markets/use-unpriced.ts";
import { NumberCell, signClass, Table } from "../parts/table.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { MarketCell } from "./market-cell.tsx";

type RenderAction = (position: Position) => ReactNode;

type Props = {
  readonly positions: readonly Position[];
  /** Renders a button for a position; only for its owner. */
  readonly renderAction?: RenderAction;
};

export function PositionsTable({ positions, renderAction }: Props) {
  const { common, portfolio } = useText();
  const unpriced = useUnpriced(positions);
  const columns = [
    { name: common.market },
    { name: common.shares, isNumber: true },
    { name: portfolio.average, isNumber: true },
    { name: portfolio.now, isNumber: true },
    { name: common.value, isNumber: true },
    { name: portfolio.profit, isNumber: true },
    ...(renderAction === undefined ? [] : [{ name: portfolio.actions }]),
  ];
  return (
    <Table name={portfolio.positions} columns={columns}>
      {positions.map((position) => (
        <PositionRow
          key={position.asset}
          position={position}
          isUnpriced={unpriced.has(position.asset)}
          renderAction={renderAction}
        />
      ))}
    </Table>
  );
}

type RowProps = {
  readonly position: Position;
  readonly isUnpriced: boolean;
  readonly renderAction: RenderAction | undefined;
};

function PositionRow({ position, isUnpriced, renderAction }: RowProps) {
  const formats = useFormats();
  const { title, eventSlug, slug, outcome, size, avgPrice, curPrice, currentValue } = position;
  const profit = microsOfNumber(position.cashPnl);
  return (
    <tr>
      <MarketCell title={title} event={eventSlug} market={slug} outcome={outcome} />
      <NumberCell>{formats.shares(lotsOfNumber(size))}</NumberCell>
      <NumberCell>{formats.cents(ticksOfNumber(avgPrice))}</NumberCell>
      <NumberCell>{isUnpriced ? NO_FIGURE : formats.cents(ticksOfNumber(curPrice))}</NumberCell>
      <NumberCell>{isUnpriced ? NO_FIGURE : formats.money(microsOfNumber(currentValue))}</NumberCell>
      <NumberCell kind={isUnpriced ? "" : signClass(profit)}>
        {isUnpriced ? (
          NO_FIGURE
        ) : (
          <>
            {formats.change(profit)} <small>({formats.percent(position.percentPnl / 100)})</small>
          </>
        )}
      </NumberCell>
      {renderAction !== undefined && <td>{renderAction(position)}</td>}
    </tr>
  );
}
