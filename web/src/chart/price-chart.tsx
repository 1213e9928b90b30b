/** The price chart of an event: lines, legend and a table of the same data. */
import { useState } from "react";
import { loadOnDemand } from "../parts/load-on-demand.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useText } from "../text/language.tsx";
import { ChartLegend } from "./chart-legend.tsx";
import type { ChartLine } from "./chart-line.ts";
import { HistoryTable } from "./history-table.tsx";
import { RANGES } from "./history.ts";
import type { Range } from "./history.ts";
import { useDrawnLines } from "./use-drawn-lines.ts";

/** Loaded on demand, because the chart library is large. */
const ChartCanvas = loadOnDemand(async () => (await import("./chart-canvas.tsx")).ChartCanvas, { rows: 5 });

export function PriceChart({ lines }: { readonly lines: readonly ChartLine[] }) {
  const { markets } = useText();
  const { chart: text } = markets;
  const [range, setRange] = useState<Range>("1D");
  const [pointedAt, setPointedAt] = useState<number>();
  const { lines: drawn, isPending, error, refetch } = useDrawnLines(lines, range);
  const isEmpty = drawn.every(({ points }) => points.length === 0);
  const isPriced = drawn.some(({ now }) => now !== undefined);
  return (
    <section className="panel chart" aria-labelledby="chart-title">
      <h2 id="chart-title" className="visually-hidden">
        {text.title}
      </h2>
      <ChartLegend lines={drawn} pointedAt={pointedAt} />
      {error !== null && <Failure error={error} retry={refetch} />}
      {isPending && <Loading rows={5} />}
      {!isPending && isEmpty && error === null && <Empty>{isPriced ? text.empty : markets.noPrice}</Empty>}
      {!isPending && !isEmpty && <ChartCanvas lines={drawn} range={range} onPoint={setPointedAt} />}
      <RangeButtons range={range} onRange={setRange} />
      {!isEmpty && <HistoryTable lines={drawn} />}
      {!isEmpty && (
        <p className="chart-credit">
          {text.credit}{" "}
          <a href="https://www.tradingview.com/" rel="noreferrer">
            tradingview.com
          </a>
        </p>
      )}
    </section>
  );
}

type RangeButtonsProps = { readonly range: Range; readonly onRange: (range: Range) => void };

function RangeButtons({ range, onRange }: RangeButtonsProps) {
  const { chart: text } = useText().markets;
  return (
    <div className="segments" role="group" aria-label={text.range}>
      {RANGES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === range}
          title={text.ranges[one]}
          onClick={() => onRange(one)}
        >
          {one === "ALL" ? text.all : one}
        </button>
      ))}
    </div>
  );
}
