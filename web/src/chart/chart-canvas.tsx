/** The chart itself. It is drawn by a library that is loaded with this file only. */
import { createChart, LineSeries } from "lightweight-charts";
import type { IChartApi, ISeriesApi, UTCTimestamp } from "lightweight-charts";
import { useEffect, useRef, useState } from "react";
import { useNow } from "../parts/use-now.ts";
import { useFormats, useText } from "../text/language.tsx";
import { useChartColours } from "./chart-colours.ts";
import type { DrawnLine } from "./chart-line.ts";
import { chartOptions, lineOptions } from "./chart-options.ts";
import type { Range } from "./history.ts";
import { sampled, sampleTimes } from "./sampled.ts";

type ChartCanvasProps = {
  readonly lines: readonly DrawnLine[];
  readonly range: Range;
  /** Tells where the pointer is, in unix seconds; `undefined` when it leaves. */
  readonly onPoint: (time: number | undefined) => void;
};

/** The range moves on with time. */
const MOVE_MS = 15_000;

const timestamp = (seconds: number): UTCTimestamp => seconds as UTCTimestamp;

export function ChartCanvas({ lines, range, onPoint }: ChartCanvasProps) {
  const { chart: text } = useText().markets;
  const place = useRef<HTMLDivElement>(null);
  const drawing = useDrawing(place, onPoint);
  const formats = useFormats();
  const colours = useChartColours();
  const now = useNow(MOVE_MS);

  useEffect(() => {
    drawing?.chart.applyOptions(chartOptions({ colours, formats }));
  }, [drawing, colours, formats]);

  // Apart from the prices, which change much oftener.
  const widths = lines.map(({ isChosen }) => (isChosen ? "thick" : "thin")).join(" ");
  useEffect(() => {
    if (drawing === undefined) return;
    const all = widths.split(" ");
    drawing.show(all.length);
    for (const [index, width] of all.entries()) {
      const colour = colours.lines[index] ?? colours.text;
      drawing.series[index]?.applyOptions(lineOptions(colour, width === "thick", formats));
    }
  }, [drawing, widths, colours, formats]);

  useEffect(() => {
    if (drawing === undefined) return;
    const times = sampleTimes(lines, range, Math.floor(now / 1000));
    for (const [index, line] of lines.entries()) drawing.series[index]?.setData(dataOf(line, times));
    drawing.chart.timeScale().fitContent();
  }, [drawing, lines, range, now]);

  const names = lines.map(({ name }) => name).join(", ");
  return <div className="chart-canvas" ref={place} role="img" aria-label={text.picture(names)} />;
}

const dataOf = (line: DrawnLine, times: readonly number[]) =>
  sampled(line, times).map(({ time, price }) =>
    price === undefined ? { time: timestamp(time) } : { time: timestamp(time), value: price },
  );

type Drawing = {
  readonly chart: IChartApi;
  readonly series: readonly ISeriesApi<"Line">[];
  /** Has so many series. */
  show(count: number): void;
};

function useDrawing(
  place: { readonly current: HTMLDivElement | null },
  onPoint: ChartCanvasProps["onPoint"],
): Drawing | undefined {
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    if (place.current === null) return undefined;
    // What it would add to the page at once, the page's policy refuses.
    const chart = createChart(place.current, { autoSize: true, layout: { attributionLogo: false } });
    const series: ISeriesApi<"Line">[] = [];
    chart.subscribeCrosshairMove(({ time }) => onPoint(time === undefined ? undefined : Number(time)));
    setDrawing({
      chart,
      series,
      show: (count) => {
        while (series.length < count) series.push(chart.addSeries(LineSeries));
        for (const extra of series.splice(count)) chart.removeSeries(extra);
      },
    });
    return () => {
      onPoint(undefined);
      chart.remove();
    };
  }, [place, onPoint]);
  return drawing;
}
