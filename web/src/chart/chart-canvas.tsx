/** Draws price lines with lightweight-charts, which is loaded only with this file. */
import { createChart, LineSeries } from "lightweight-charts";
import type { IChartApi, ISeriesApi, UTCTimestamp } from "lightweight-charts";
import { useEffect, useRef, useState } from "react";
import { useNow } from "../parts/use-now.ts";
import { useFormats, useText } from "../text/language.tsx";
import { useChartColours } from "./chart-colours.ts";
import type { DrawnLine } from "./chart-line.ts";
import { chartOptions, lineOptions } from "./chart-options.ts";
import type { Range } from "./history.ts";
import { sampleLine, sampleTimes } from "./sample-lines.ts";

type ChartCanvasProps = {
  readonly lines: readonly DrawnLine[];
  readonly range: Range;
  /** Called with the time under the pointer, in unix seconds; `undefined` once it leaves. */
  readonly onPoint: (time: number | undefined) => void;
};

/** Interval at which the visible range moves on, in milliseconds. */
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

  // Looks change rarely and prices often, so they have separate effects.
  const looks = lines.map(({ isChosen, colour }) => `${isChosen ? "thick" : "thin"} ${colour}`).join();
  useEffect(() => {
    if (drawing === undefined) return;
    const all = looks.split(",");
    drawing.show(all.length);
    for (const [index, look] of all.entries()) {
      const [width, ofColour] = look.split(" ");
      const colour = colours.lines[Number(ofColour)] ?? colours.text;
      drawing.series[index]?.applyOptions(lineOptions(colour, width === "thick", formats));
    }
  }, [drawing, looks, colours, formats]);

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
  sampleLine(line, times).map(({ time, price }) =>
    price === undefined ? { time: timestamp(time) } : { time: timestamp(time), value: price },
  );

type Drawing = {
  readonly chart: IChartApi;
  readonly series: readonly ISeriesApi<"Line">[];
  /** Adds or removes series until there are `count`. */
  show(count: number): void;
};

function useDrawing(
  place: { readonly current: HTMLDivElement | null },
  onPoint: ChartCanvasProps["onPoint"],
): Drawing | undefined {
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    if (place.current === null) return undefined;
    // The content security policy refuses the style element of the library's logo.
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
