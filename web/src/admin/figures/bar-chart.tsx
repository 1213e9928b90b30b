/** A chart of bars with its axes, which tells the figure under the pointer in a box beside it. */
import { useMemo, useState } from "react";
import type { PointerEvent } from "react";
import { barAt, barShapeOf } from "./bar-shape.ts";
import type { BarShape } from "./bar-shape.ts";
import "../../styles/profit.css";
import "../../styles/figures.css";

type ChartProps = {
  readonly title: string;
  /** The sum, or the like, that stands above the chart. */
  readonly total: string;
  /** Description for those who do not see the drawing. */
  readonly picture: string;
  readonly values: readonly number[];
  /** Names of the spans, one for each value: short ones for the axis, long ones for the box. */
  readonly names: readonly { readonly short: string; readonly long: string }[];
  /** Least distance between two values of the axis. */
  readonly least: number;
  readonly format: (value: number) => string;
  readonly formatAxis: (value: number) => string;
};

export function BarChart({ title, total, ...drawn }: ChartProps) {
  return (
    <section className="panel figure-chart">
      <h2>{title}</h2>
      <p className="figure-total number">{total}</p>
      <Drawing {...drawn} />
    </section>
  );
}

function Drawing({ picture, values, names, least, format, formatAxis }: Omit<ChartProps, "title" | "total">) {
  const shape = useMemo(() => barShapeOf(values, least), [values, least]);
  const [at, setAt] = useState<number>();
  const pointed = at === undefined ? undefined : names[at];
  function trackPointer({ clientX, currentTarget }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(barAt(values.length, ((clientX - left) / width) * 100));
  }
  return (
    <div className="profit-drawing">
      <div className="profit-amounts number soft" aria-hidden="true">
        {shape.ticks.map(({ value, y }) => (
          <span key={value} style={{ top: `${y}%` }}>
            {formatAxis(value)}
          </span>
        ))}
      </div>
      <div
        className="profit-plot"
        role="img"
        aria-label={picture}
        onPointerMove={trackPointer}
        onPointerDown={trackPointer}
        onPointerLeave={() => setAt(undefined)}
      >
        <Bars shape={shape} pointed={at} />
        {pointed !== undefined && (
          <Tip name={pointed.long} value={format(values[at ?? 0] ?? 0)} bar={shape.bars[at ?? 0]} />
        )}
      </div>
      <div className="profit-times number soft" aria-hidden="true">
        {shape.labels.map(({ place, x }) => (
          <span key={place} style={{ left: `${x}%` }} className={x > 92 ? "last" : ""}>
            {names[place]?.short}
          </span>
        ))}
      </div>
    </div>
  );
}

type BarsProps = { readonly shape: BarShape; readonly pointed: number | undefined };

const Bars = ({ shape: { bars, zero, ticks }, pointed }: BarsProps) => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
    {ticks.map(({ value, y }) => (
      <path key={value} className="profit-grid" d={`M0 ${y}H100`} />
    ))}
    {bars.map((bar, place) => (
      <rect key={place} className={place === pointed ? "figure-bar pointed" : "figure-bar"} {...bar} />
    ))}
    <path className="profit-zero" d={`M0 ${zero}H100`} />
  </svg>
);

type TipProps = {
  readonly name: string;
  readonly value: string;
  readonly bar: BarShape["bars"][number] | undefined;
};

function Tip({ name, value, bar }: TipProps) {
  const x = bar === undefined ? 0 : bar.x + bar.width / 2;
  // On a phone the box slides along with the pointer, so that it stays within the drawing.
  const place: Record<string, string> = { "--x": `${x}%` };
  return (
    <dl className={x > 50 ? "profit-tip left" : "profit-tip"} style={place} aria-hidden="true">
      <dt className="profit-tip-time">{name}</dt>
      <dd className="number">{value}</dd>
    </dl>
  );
}
