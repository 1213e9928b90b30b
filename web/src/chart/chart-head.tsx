/** The head of a chart: the chance of the selected outcome as a large number, its change, and the time ranges. */
import { TermHint } from "../learn/term-hint.tsx";
import { useNow } from "../parts/use-now.ts";
import { Segments } from "../parts/segments.tsx";
import { signClass } from "../parts/table.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { changeSince } from "./chart-line.ts";
import type { DrawnLine } from "./chart-line.ts";
import { RANGES, RANGE_SECONDS } from "./history.ts";
import type { Range } from "./history.ts";

type ChartHeadProps = {
  readonly line: DrawnLine | undefined;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
};

export const ChartHead = ({ line, range, onRange }: ChartHeadProps) => (
  <div className="chart-head">
    {line !== undefined && <ChanceNow line={line} range={range} />}
    <RangeButtons range={range} onRange={onRange} />
  </div>
);

const MINUTE_MS = 60_000;

type ChanceNowProps = { readonly line: DrawnLine; readonly range: Range };

function ChanceNow({ line, range }: ChanceNowProps) {
  const { chart: text } = useText().markets;
  const formats = useFormats();
  const since = Math.floor(useNow(MINUTE_MS) / 1000) - RANGE_SECONDS[range];
  const moved = changeSince(line, since);
  return (
    <div className="chance-now">
      <span className="chance-of">{line.name}</span>
      <span className="with-hint">
        <strong>{line.now === undefined ? "–" : formats.chance(line.now)}</strong>
        <TermHint of="chance" />
      </span>
      {moved !== undefined && (
        <span className={`chance-moved ${signClass(moved)}`}>
          {moved !== 0 && <span className="arrow" aria-hidden="true" />}
          {moved === 0 ? text.still(text.since[range]) : text.moved(formats.points(moved), text.since[range])}
        </span>
      )}
    </div>
  );
}

function RangeButtons({ range, onRange }: Omit<ChartHeadProps, "line">) {
  const { chart: text } = useText().markets;
  return (
    <Segments
      name={text.range}
      options={RANGES.map((one) => [one, text.shortRanges[one]] as const)}
      titles={text.ranges}
      chosen={range}
      onChoose={onRange}
    />
  );
}
