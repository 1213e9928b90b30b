/** The drawing of a chart with lightweight-charts, which is loaded only with this file. */
import { createChart, LineSeries } from "lightweight-charts";
import type { IChartApi, ISeriesApi, MouseEventParams } from "lightweight-charts";
import { useEffect, useState } from "react";
import { firstOptions } from "./chart-options.ts";
import type { Pointed } from "./chart-tooltip.tsx";
import type { DrawnLine } from "./chart-line.ts";
import type { EndHeights } from "./line-ends.tsx";

export type Drawing = {
  readonly chart: IChartApi;
  readonly series: readonly ISeriesApi<"Line">[];
  /** Adds or removes series until there are `count`. */
  show(count: number): void;
};

type DrawingPlace = { readonly current: HTMLDivElement | null };

/** Creates the drawing in an element. Calls `onPoint` with the position under the pointer, and without one when it leaves. */
export function useDrawing(
  place: DrawingPlace,
  onPoint: (pointed: Pointed | undefined) => void,
): Drawing | undefined {
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    if (place.current === null) return undefined;
    const chart = createChart(place.current, firstOptions);
    const series: ISeriesApi<"Line">[] = [];
    chart.subscribeCrosshairMove((moved) => onPoint(pointedAt(chart, series, moved)));
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

function pointedAt(
  chart: IChartApi,
  series: readonly ISeriesApi<"Line">[],
  { time, point, logical }: MouseEventParams,
): Pointed | undefined {
  if (time === undefined || point === undefined || logical === undefined) return undefined;
  const left = chart.priceScale("left").width();
  const last = series[0]?.data().length ?? 0;
  return {
    time: Number(time),
    x: left + point.x,
    isRight: point.x > chart.timeScale().width() / 2,
    isLast: logical >= last - 1,
  };
}

/** Measures the ends of the lines. Series have the order of the lines. */
export const measureEnds = ({ series }: Drawing, lines: readonly DrawnLine[]): EndHeights =>
  new Map(
    lines.flatMap(({ tokenId, now }, index) => {
      const y = now === undefined ? null : (series[index]?.priceToCoordinate(now) ?? null);
      return y === null ? [] : [[tokenId, y] as const];
    }),
  );
