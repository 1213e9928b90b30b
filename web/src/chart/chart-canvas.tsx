/** Draws price lines, with labels at their ends and a box beside the pointer. */
import type { UTCTimestamp } from "lightweight-charts";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { useNow } from "../parts/use-now.ts";
import { useFormats, useText } from "../text/language.tsx";
import { useChartColours } from "./chart-colours.ts";
import type { DrawnLine } from "./chart-line.ts";
import { chartOptions, lineOptions } from "./chart-options.ts";
import { ChartTooltip } from "./chart-tooltip.tsx";
import type { Pointed } from "./chart-tooltip.tsx";
import { measureEnds, useDrawing } from "./drawing.ts";
import type { Drawing } from "./drawing.ts";
import type { Range } from "./history.ts";
import { LineEnds } from "./line-ends.tsx";
import { sampleLine, sampleTimes } from "./sample-lines.ts";

type ChartCanvasProps = { readonly lines: readonly DrawnLine[]; readonly range: Range };

/** Interval at which the visible range advances, in milliseconds. */
const MOVE_MS = 15_000;

const timestamp = (seconds: number): UTCTimestamp => seconds as UTCTimestamp;

export function ChartCanvas({ lines, range }: ChartCanvasProps) {
  const { chart: text } = useText().markets;
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<Pointed>();
  const drawing = useDrawing(place, setPointed);
  const now = useNow(MOVE_MS);
  useLooks(drawing, lines);
  useEffect(() => {
    if (drawing === undefined) return;
    const times = sampleTimes(lines, range, Math.floor(now / 1000));
    for (const [index, line] of lines.entries()) drawing.series[index]?.setData(dataOf(line, times));
    drawing.chart.timeScale().fitContent();
  }, [drawing, lines, range, now]);
  const ends = useEnds({ drawing, place, lines, now });
  const names = lines.map(({ name }) => name).join(", ");
  return (
    <div className={lines.length === 1 ? "chart-drawing single" : "chart-drawing"}>
      <div className="chart-canvas" ref={place} role="img" aria-label={text.picture(names)} />
      <LineEnds lines={lines} {...ends} />
      {pointed !== undefined && <ChartTooltip lines={lines} pointed={pointed} />}
    </div>
  );
}

/** Applies options. They change rarely and prices often, so they have separate effects. */
function useLooks(drawing: Drawing | undefined, lines: readonly DrawnLine[]): void {
  const formats = useFormats();
  const colours = useChartColours();
  useEffect(() => {
    drawing?.chart.applyOptions(chartOptions({ colours, formats }));
  }, [drawing, colours, formats]);

  const looks = lines.map(({ isChosen, colour }) => `${isChosen ? "thick" : "thin"} ${colour}`).join();
  useEffect(() => {
    if (drawing === undefined) return;
    const all = looks === "" ? [] : looks.split(",");
    drawing.show(all.length);
    for (const [index, look] of all.entries()) {
      const [width, ofColour] = look.split(" ");
      const colour = colours.lines[Number(ofColour)] ?? colours.text;
      drawing.series[index]?.applyOptions(lineOptions(colour, width === "thick", formats));
    }
  }, [drawing, looks, colours, formats]);
}

const dataOf = (line: DrawnLine, times: readonly number[]) =>
  sampleLine(line, times).map(({ time, price }) =>
    price === undefined ? { time: timestamp(time) } : { time: timestamp(time), value: price },
  );

type MeasuredDrawing = {
  readonly drawing: Drawing | undefined;
  readonly place: RefObject<HTMLDivElement | null>;
  readonly lines: readonly DrawnLine[];
  readonly now: number;
};

const NO_ENDS: ReadonlyMap<string, number> = new Map();

/** Measures the ends of the lines, once the library has drawn them and whenever the drawing's size changes. */
function useEnds({ drawing, place, lines, now }: MeasuredDrawing) {
  const [ends, setEnds] = useState({ heights: NO_ENDS, height: 0 });
  useEffect(() => {
    const element = place.current;
    if (drawing === undefined || element === null) return undefined;
    let frame = 0;
    const measure = (): void => {
      cancelAnimationFrame(frame);
      // The library draws in its own animation frame, which was requested before this one.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          const height = element.clientHeight - drawing.chart.timeScale().height();
          setEnds({ heights: measureEnds(drawing, lines), height });
        });
      });
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
    };
  }, [drawing, place, lines, now]);
  return ends;
}
