/** A chart of value or profit over time, with a table of the same figures. */
import { useState } from "react";
import type { PointerEvent } from "react";
import { Empty } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { lineOf } from "./chart-line.ts";
import { signClass } from "../parts/table.tsx";
import type { Range, ValueHistory } from "./use-value-history.ts";
import { ValueTable } from "./value-table.tsx";

const MEASURES = ["value", "profit"] as const;
export type Measure = (typeof MEASURES)[number];
const RANGES: readonly Range[] = ["day", "week", "month", "all"];

type Props = {
  readonly history: ValueHistory;
  readonly range: Range;
  readonly setRange: (range: Range) => void;
};

export function ValueChart({ history: { points, since }, range, setRange }: Props) {
  const { chart } = useText().portfolio;
  const formats = useFormats();
  const [measure, setMeasure] = useState<Measure>("value");
  return (
    <>
      <div className="portfolio-chart-head">
        <h2>{chart.title}</h2>
        <SmallChoiceButtons
          names={MEASURES}
          chosen={measure}
          choose={setMeasure}
          label={chart.measure}
          text={chart}
        />
        <SmallChoiceButtons
          names={RANGES}
          chosen={range}
          choose={setRange}
          label={chart.range}
          text={chart.ranges}
        />
      </div>
      {points.length < 2 ? (
        <Empty>{chart.empty}</Empty>
      ) : (
        <>
          <Line points={points} measure={measure} />
          <p className="soft portfolio-small">
            {chart.about} {since !== undefined && chart.since(formats.dateTime(since))}
          </p>
          <ValueTable points={points} />
        </>
      )}
    </>
  );
}

type ChoiceProps<Name extends string> = {
  readonly names: readonly Name[];
  readonly chosen: Name;
  readonly choose: (name: Name) => void;
  readonly label: string;
  readonly text: Readonly<Record<Name, string>>;
};

const SmallChoiceButtons = <Name extends string>({
  names,
  chosen,
  choose,
  label,
  text,
}: ChoiceProps<Name>) => (
  <div className="tabs" role="group" aria-label={label}>
    {names.map((name) => (
      <button
        key={name}
        type="button"
        className="small"
        aria-pressed={name === chosen}
        onClick={() => choose(name)}
      >
        {text[name]}
      </button>
    ))}
  </div>
);

type LineProps = { readonly points: ValueHistory["points"]; readonly measure: Measure };

/** Shows the value under the pointer above the line. */
function Line({ points, measure }: LineProps) {
  const formats = useFormats();
  const [at, setAt] = useState<number>();
  const line = lineOf(points.map((point) => point[measure]));
  const shown = points[at ?? points.length - 1] ?? points.at(-1);
  const amount = shown?.[measure] ?? line.highest;
  const format = measure === "value" ? formats.money : formats.change;
  function trackPointer({ clientX, currentTarget }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(Math.round(((clientX - left) / width) * (points.length - 1)));
  }
  return (
    <div className="portfolio-line">
      <p>
        <strong className={`number ${measure === "profit" ? signClass(amount) : ""}`}>
          {format(amount)}
        </strong>{" "}
        <span className="soft">{shown && formats.dateTime(shown.at)}</span>
      </p>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerMove={trackPointer}
        onPointerLeave={() => setAt(undefined)}
      >
        <path className="portfolio-area" d={line.area} />
        {line.zero !== undefined && <path className="portfolio-zero" d={`M0 ${line.zero}H100`} />}
        <path className="portfolio-path" d={line.path} />
        {at !== undefined && <path className="portfolio-zero" d={`M${line.x(at)} 0V100`} />}
      </svg>
      <div className="portfolio-scale number soft" aria-hidden="true">
        <span>{format(line.highest)}</span>
        {line.lowest < line.highest && <span>{format(line.lowest)}</span>}
      </div>
    </div>
  );
}
