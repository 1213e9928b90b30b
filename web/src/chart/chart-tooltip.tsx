/** A box beside the pointer with its time and the chances of all shown outcomes at that time, in the legend's order. */
import { useFormats } from "../text/language.tsx";
import { priceAt } from "./chart-line.ts";
import type { DrawnLine } from "./chart-line.ts";

/** A position in the drawing under the pointer. */
export type Pointed = {
  /** Time in unix seconds. */
  readonly time: number;
  /** Distance from the left edge in pixels. */
  readonly x: number;
  /** True in the right half, where the box is to the left of the pointer. */
  readonly isRight: boolean;
  /** True at the end of the lines, where prices are current. */
  readonly isLast: boolean;
};

type ChartTooltipProps = { readonly lines: readonly DrawnLine[]; readonly pointed: Pointed };

export function ChartTooltip({ lines, pointed: { time, x, isRight, isLast } }: ChartTooltipProps) {
  const formats = useFormats();
  const rows = lines.map((line) => ({ ...line, price: isLast ? line.now : priceAt(line.points, time) }));
  // Hidden from screen readers, which have the table.
  return (
    <div className={isRight ? "chart-tip left" : "chart-tip"} style={{ left: `${x}px` }} aria-hidden="true">
      <span className="soft">{formats.dateTime(time * 1000)}</span>
      {rows.map(({ tokenId, name, price, colour }) => (
        <span key={tokenId} className="chart-tip-row">
          <span className={`swatch line-${colour + 1}`} />
          <span className="legend-name">{name}</span>
          <strong>{price === undefined ? "–" : formats.chance(price)}</strong>
        </span>
      ))}
    </div>
  );
}
