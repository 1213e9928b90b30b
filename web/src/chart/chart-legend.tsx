/** The legend of a chart with several lines: each is a button that hides its line and shows it again. */
import { useFormats, useText } from "../text/language.tsx";
import type { DrawnLine } from "./chart-line.ts";

type ChartLegendProps = {
  readonly lines: readonly DrawnLine[];
  /** Indexes of the hidden lines. */
  readonly hidden: readonly number[];
  readonly onHidden: (hidden: readonly number[]) => void;
};

export function ChartLegend({ lines, hidden, onHidden }: ChartLegendProps) {
  const { chart: text } = useText().markets;
  const formats = useFormats();
  const toggle = (place: number): void =>
    onHidden(hidden.includes(place) ? hidden.filter((one) => one !== place) : [...hidden, place]);
  return (
    <div className="chart-legend" role="group" aria-label={text.lines}>
      {lines.map(({ tokenId, name, now, isChosen, colour, place }) => (
        <button
          key={tokenId}
          type="button"
          className={isChosen ? "plain chosen" : "plain"}
          aria-pressed={!hidden.includes(place)}
          onClick={() => toggle(place)}
        >
          <span className={`swatch line-${colour + 1}`} aria-hidden="true" />
          <span className="legend-name">{name}</span>{" "}
          <strong>{now === undefined ? "–" : formats.chance(now)}</strong>
        </button>
      ))}
    </div>
  );
}
