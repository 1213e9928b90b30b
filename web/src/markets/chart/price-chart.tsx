/** The price chart of an event: the current chance, the lines with their legend, and a table of the same data. */
import { useState } from "react";
import { TermHint } from "../../pages/learn/term-hint.tsx";
import { loadOnDemand } from "../../parts/load-on-demand.tsx";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { getSignClass } from "../../parts/table.tsx";
import { Segments } from "../../parts/controls/tabs.tsx";
import { useNow } from "../../parts/hooks/use-now.ts";
import { useFormats, useText } from "../../text/language.tsx";
import { computeChangeSince, findEndTime, findPriceAt } from "./chart-line.ts";
import type { ChartLine, DrawnLine } from "./chart-line.ts";
import { DEFAULT_RANGE, RANGES, RANGE_SECONDS } from "./history.ts";
import type { Range } from "./history.ts";
import { useDrawnLines } from "./use-drawn-lines.ts";

// The head of a chart: the chance of the selected outcome as a large number, its change, and the time ranges.

type ChartHeadProps = {
  readonly line: DrawnLine | undefined;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
};

const ChartHead = ({ line, range, onRange }: ChartHeadProps) => (
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
  const end = findEndTime([line], Math.floor(useNow(MINUTE_MS) / 1000));
  const since = end - RANGE_SECONDS[range];
  const change = computeChangeSince(line, since);
  return (
    <div className="chance-now">
      <span className="chance-of">{line.name}</span>
      <span className="with-hint">
        <strong>{line.now === undefined ? "–" : formats.chance(line.now)}</strong>
        <TermHint of="chance" />
      </span>
      {change !== undefined && (
        <span className={`chance-moved ${getSignClass(change)}`}>
          {change !== 0 && <span className="arrow" aria-hidden="true" />}
          {change === 0
            ? text.still(text.since[range])
            : text.moved(formats.points(change), text.since[range])}
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

// The legend of a chart with several lines: each is a button that hides its line and shows it again.

type ChartLegendProps = {
  readonly lines: readonly DrawnLine[];
  /** Indexes of the hidden lines. */
  readonly hidden: readonly number[];
  readonly onHidden: (hidden: readonly number[]) => void;
};

function ChartLegend({ lines, hidden, onHidden }: ChartLegendProps) {
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

// The data of a chart as a table, for users who do not see the chart.

const MAX_ROWS = 60;

function HistoryTable({ lines }: { readonly lines: readonly DrawnLine[] }) {
  const { chart: text } = useText().markets;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="history-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.table}</summary>
      {isOpen && (
        <div className="scroll" tabIndex={0} role="region" aria-label={text.tableLabel}>
          <Rows lines={lines} />
        </div>
      )}
    </details>
  );
}

function Rows({ lines }: { readonly lines: readonly DrawnLine[] }) {
  const { common } = useText();
  const formats = useFormats();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{common.time}</th>
          {lines.map(({ tokenId, name }) => (
            <th key={tokenId} scope="col" className="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listTimes(lines).map((time) => (
          <tr key={time}>
            <th scope="row">{formats.dateTime(time * 1000)}</th>
            {lines.map(({ tokenId, points }) => {
              const price = findPriceAt(points, time);
              return (
                <td key={tokenId} className="number">
                  {price === undefined ? "–" : formats.chance(price)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lists the times of all points, newest first, evenly thinned out if there are too many. */
function listTimes(lines: readonly DrawnLine[]): readonly number[] {
  const all = [...new Set(lines.flatMap(({ points }) => points.map(({ time }) => time)))].sort(
    (a, b) => b - a,
  );
  const step = Math.ceil(all.length / MAX_ROWS);
  return all.filter((_, index) => index % step === 0);
}

/** Loaded on demand, because the chart library is large. */
const ChartCanvas = loadOnDemand(async () => (await import("./chart-canvas.tsx")).ChartCanvas, { rows: 5 });

type ChartChoices = {
  /** `undefined` for the range that suits the lines. */
  readonly range: Range | undefined;
  /** Indexes of the hidden lines. */
  readonly hidden: readonly number[];
};

type PriceChartProps = {
  readonly lines: readonly ChartLine[];
  /** Token whose chance is the large number. */
  readonly chosen: string;
  readonly choices: ChartChoices;
  readonly onChoices: (changed: Partial<ChartChoices>) => void;
};

export function PriceChart({ lines, chosen, choices, onChoices }: PriceChartProps) {
  const { markets } = useText();
  const { chart: text } = markets;
  const { hidden } = choices;
  // What led to a result is the whole history, and it was made before the last day.
  const range = choices.range ?? (lines.every(({ closed }) => closed) ? "ALL" : DEFAULT_RANGE);
  const { lines: drawn, isPending, error, refetch } = useDrawnLines(lines, range);
  const shownLines = drawn.filter(({ place }) => drawn.length === 1 || !hidden.includes(place));
  const isEmpty = drawn.every(({ points }) => points.length === 0);
  // A market without a price has no history either, so there is nothing to wait for.
  const isAwaited = isPending && lines.some(({ priced }) => priced);
  const isPriced = drawn.some(({ now }) => now !== undefined);
  return (
    <section className="panel chart" aria-labelledby="chart-title">
      <h2 id="chart-title" className="visually-hidden">
        {text.title}
      </h2>
      <ChartHead
        line={drawn.find(({ tokenId }) => tokenId === chosen)}
        range={range}
        onRange={(next) => onChoices({ range: next })}
      />
      {drawn.length > 1 && (
        <ChartLegend lines={drawn} hidden={hidden} onHidden={(next) => onChoices({ hidden: next })} />
      )}
      {error !== null && <Failure error={error} retry={refetch} />}
      {isAwaited && <Loading rows={5} />}
      {!isAwaited && isEmpty && error === null && <Empty>{isPriced ? text.empty : markets.noPrice}</Empty>}
      {!isAwaited && !isEmpty && <ChartCanvas lines={shownLines} range={range} />}
      {!isEmpty && <ChartFoot lines={drawn} />}
    </section>
  );
}

function ChartFoot({ lines }: Parameters<typeof HistoryTable>[0]) {
  const { chart: text } = useText().markets;
  return (
    <div className="chart-foot">
      <HistoryTable lines={lines} />
      <p className="chart-credit">
        {text.credit}{" "}
        <a href="https://www.tradingview.com/" rel="noreferrer">
          tradingview.com
        </a>
      </p>
    </div>
  );
}
