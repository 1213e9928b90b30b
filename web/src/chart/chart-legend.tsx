/** The legend of a chart, with current prices or those under the pointer. */
import { useFormats } from "../text/language.tsx";
import type { DrawnLine } from "./chart-line.ts";
import { priceAt } from "./chart-line.ts";

type ChartLegendProps = {
  readonly lines: readonly DrawnLine[];
  /** Time under the pointer, in unix seconds. */
  readonly pointedAt: number | undefined;
};

export function ChartLegend({ lines, pointedAt }: ChartLegendProps) {
  const formats = useFormats();
  return (
    <div className="chart-legend">
      <ul>
        {lines.map(({ tokenId, name, points, now, isChosen, colour }) => {
          const price = pointedAt === undefined ? now : priceAt(points, pointedAt);
          return (
            <li key={tokenId} className={isChosen ? "chosen" : ""}>
              <span className={`swatch line-${colour + 1}`} aria-hidden="true" />
              <span>{name}</span>
              <strong>{price === undefined ? "–" : formats.chance(price)}</strong>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
