/** The price chart of an event: the current chance, the lines with their legend, and a table of the same data. */
import { loadOnDemand } from "../parts/load-on-demand.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useText } from "../text/language.tsx";
import { ChartHead } from "./chart-head.tsx";
import { ChartLegend } from "./chart-legend.tsx";
import type { ChartLine } from "./chart-line.ts";
import { HistoryTable } from "./history-table.tsx";
import type { Range } from "./history.ts";
import { useDrawnLines } from "./use-drawn-lines.ts";

/** Loaded on demand, because the chart library is large. */
const ChartCanvas = loadOnDemand(async () => (await import("./chart-canvas.tsx")).ChartCanvas, { rows: 5 });

export type ChartChoices = {
  readonly range: Range;
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
  const { range, hidden } = choices;
  const { lines: drawn, isPending, error, refetch } = useDrawnLines(lines, range);
  const shown = drawn.filter(({ place }) => drawn.length === 1 || !hidden.includes(place));
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
      {!isAwaited && !isEmpty && <ChartCanvas lines={shown} range={range} />}
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
