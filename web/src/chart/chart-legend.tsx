/** The lines of a chart by their colours, with the prices now or where the pointer is. */
import { useFormats } from "../text/language.tsx";
import type { DrawnLine } from "./chart-line.ts";
import { priceAt } from "./chart-line.ts";

type ChartLegendProps = {
  readonly lines: readonly DrawnLine[];
  /** Unix seconds, while the pointer is in the chart. */
  readonly pointedAt: number | undefined;
};

export function ChartLegend({ lines, pointedAt }: ChartLegendProps) {
  const formats = useFormats();
  return (
    <div className="chart-legend">
      <ul>
        {lines.map(({ tokenId, name, points, now, isChosen }, index) => {
          const price = pointedAt === undefined ? now : priceAt(points, pointedAt);
          return (
            <li key={tokenId} className={isChosen ? "chosen" : ""}>
              <span className={`swatch line-${index + 1}`} aria-hidden="true" />
              <span>{name}</span>
              <strong>{price === undefined ? "–" : formats.chance(price)}</strong>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
