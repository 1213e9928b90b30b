/** The current value of a position with its profit, or a note that there is no price. */
import type { Micros } from "../../../../src/core/units.ts";
import { NO_STATISTIC } from "../../markets/queries/use-unpriced.ts";
import { getSignClass } from "../../parts/table.tsx";
import { useFormats, useText } from "../../text/language.tsx";

type WorthProps = {
  readonly isUnpriced: boolean;
  readonly value: Micros;
  readonly profit: Micros;
  /** Profit as a part of the cost; absent without a cost. */
  readonly part?: number | undefined;
};

export function PositionWorth({ isUnpriced, value, profit, part }: WorthProps) {
  const { mine } = useText();
  const formats = useFormats();
  return (
    <div className="mine-worth">
      <strong className="number">{isUnpriced ? NO_STATISTIC : formats.money(value)}</strong>
      {!isUnpriced && (
        <span className={`number ${getSignClass(profit)}`}>
          <span className="visually-hidden">{mine.profit}: </span>
          {formats.change(profit)}
          {part !== undefined && ` (${formats.percent(part)})`}
        </span>
      )}
    </div>
  );
}
