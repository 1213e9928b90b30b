/** Draws price lines, with labels at their ends and a box beside the pointer. */
import {
  CrosshairMode,
  LineSeries,
  LineStyle,
  LineType,
  TickMarkType,
  createChart,
} from "lightweight-charts";
import type {
  AutoscaleInfo,
  ChartOptions,
  DeepPartial,
  IChartApi,
  ISeriesApi,
  LineSeriesPartialOptions,
  MouseEventParams,
  Time,
  UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { useNow } from "../../parts/hooks/use-now.ts";
import type { Formats } from "../../text/formats.ts";
import { useFormats, useText } from "../../text/language.tsx";
import { findEndTime, findPriceAt } from "./chart-line.ts";
import type { DrawnLine } from "./chart-line.ts";
import type { Range } from "./history.ts";
import { COLOUR_COUNT } from "./line-colours.ts";
import { LineEnds } from "./line-ends.tsx";
import type { EndHeights } from "./line-ends.tsx";
import { widenRange } from "./price-range.ts";
import { sampleLine, sampleTimes } from "./sample-lines.ts";

// The colours of charts, read from the page's CSS theme.

type ChartColours = {
  readonly text: string;
  readonly grid: string;
  readonly crosshair: string;
  readonly lines: readonly string[];
};

const DARK = "(prefers-color-scheme: dark)";

function readColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    text: colour("ink-soft"),
    grid: colour("line"),
    crosshair: colour("ink-soft"),
    lines: Array.from({ length: COLOUR_COUNT }, (_, place) => colour(`line-${place + 1}`)),
  };
}

function useChartColours(): ChartColours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const update = (): void => setColours(readColours());
    const preference = matchMedia(DARK);
    const choice = new MutationObserver(update);
    preference.addEventListener("change", update);
    choice.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      preference.removeEventListener("change", update);
      choice.disconnect();
    };
  }, []);
  return colours;
}

// Options of a chart and the labels of its scales.

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

const toDate = (time: Time): Date => new Date(Number(time) * 1000);

/** Labels the time scale in the reader's time zone. */
function createTickFormatter(locale: string): (time: Time, kind: TickMarkType) => string {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  const year = format({ year: "numeric" });
  const month = format({ month: "short" });
  const day = format({ day: "numeric", month: "short" });
  const clock = format({ hour: "numeric", minute: "2-digit" });
  const formats = {
    [TickMarkType.Year]: year,
    [TickMarkType.Month]: month,
    [TickMarkType.DayOfMonth]: day,
    [TickMarkType.Time]: clock,
    [TickMarkType.TimeWithSeconds]: clock,
  };
  return (time, kind) => formats[kind].format(toDate(time));
}

type ChartStyle = {
  readonly colours: ChartColours;
  readonly formats: Formats;
};

/**
 * Options at the chart's creation. The scale exists at once, since the position of a pointer already on the chart depends
 * on the scale's width.
 */
const INITIAL_OPTIONS: DeepPartial<ChartOptions> = {
  autoSize: true,
  // The content security policy refuses the style element of the library's logo.
  layout: { attributionLogo: false },
  rightPriceScale: { visible: false },
  leftPriceScale: {
    visible: true,
    borderVisible: false,
    // A label at an edge would be cut off.
    entireTextOnly: true,
    scaleMargins: { top: 0.08, bottom: 0.08 },
  },
};

function buildChartOptions({ colours, formats }: ChartStyle): DeepPartial<ChartOptions> {
  return {
    layout: {
      background: { color: "transparent" },
      textColor: colours.text,
      fontFamily: FONT,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.grid, style: LineStyle.Dotted } },
    crosshair: {
      mode: CrosshairMode.Magnet,
      vertLine: { color: colours.crosshair, labelVisible: false },
      horzLine: { visible: false, labelVisible: false },
    },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      tickMarkMaxCharacterLength: 12,
      fixLeftEdge: true,
      fixRightEdge: true,
      lockVisibleTimeRangeOnResize: true,
      tickMarkFormatter: createTickFormatter(formats.locale),
    },
    localization: { locale: formats.locale },
    // Wheel and touch gestures must scroll the page, not the chart.
    handleScroll: false,
    handleScale: false,
  };
}

const buildLineOptions = (color: string, isChosen: boolean, formats: Formats): LineSeriesPartialOptions => ({
  color,
  // The labels at the lines' ends are on the right.
  priceScaleId: "left",
  lineWidth: isChosen ? 3 : 2,
  lineType: LineType.Simple,
  crosshairMarkerRadius: 4,
  priceLineVisible: false,
  lastValueVisible: false,
  autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
    const info = original();
    return info?.priceRange ? { ...info, priceRange: widenRange(info.priceRange) } : info;
  },
  priceFormat: {
    type: "custom",
    minMove: 1,
    formatter: (price: number) => formats.percent(price / 10_000),
  },
});

// A box beside the pointer with its time and the chances of all shown outcomes at that time, in the legend's order.

/** A position in the drawing under the pointer. */
type HoveredPoint = {
  /** Time in unix seconds. */
  readonly time: number;
  /** Distance from the left edge in pixels. */
  readonly x: number;
  /** True in the right half, where the box is to the left of the pointer. */
  readonly isRight: boolean;
  /** True for the last point, where prices are current. */
  readonly isLast: boolean;
};

type ChartTooltipProps = { readonly lines: readonly DrawnLine[]; readonly pointed: HoveredPoint };

function ChartTooltip({ lines, pointed: { time, x, isRight, isLast } }: ChartTooltipProps) {
  const formats = useFormats();
  const rows = lines.map((line) => ({ ...line, price: isLast ? line.now : findPriceAt(line.points, time) }));
  // Hidden from screen readers, which have the table.
  return (
    <div className={isRight ? "chart-tip left" : "chart-tip"} style={{ left: `${x}px` }} aria-hidden="true">
      <span className="soft">{formats.dateTime(time * 1000)}</span>
      {rows.map(({ tokenId, name, price, colour }) => (
        <span key={tokenId} className="chart-tip-row">
          <span className={`swatch line-${colour + 1}`} />
          <span className="legend-name">{name}</span>
          <strong>{price === undefined ? "–" : formats.chance(price)}</strong>
        </span>
      ))}
    </div>
  );
}

// The drawing of a chart with lightweight-charts, which is loaded only with this file.

type Drawing = {
  readonly chart: IChartApi;
  readonly series: readonly ISeriesApi<"Line">[];
  /** Adds or removes series until there are `count`. */
  show(count: number): void;
};

type DrawingElement = { readonly current: HTMLDivElement | null };

/**
 * Creates the drawing in an element. Calls `onPoint` with the position under the pointer, and without one when the pointer
 * leaves.
 */
function useDrawing(
  place: DrawingElement,
  onPoint: (pointed: HoveredPoint | undefined) => void,
): Drawing | undefined {
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    if (place.current === null) return undefined;
    const chart = createChart(place.current, INITIAL_OPTIONS);
    const series: ISeriesApi<"Line">[] = [];
    chart.subscribeCrosshairMove((moved) => onPoint(findHoveredPoint(chart, series, moved)));
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

function findHoveredPoint(
  chart: IChartApi,
  series: readonly ISeriesApi<"Line">[],
  { time, point, logical }: MouseEventParams,
): HoveredPoint | undefined {
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

/** Measures the heights of the lines' ends. The drawing's series have the order of `lines`. */
const measureEnds = ({ series }: Drawing, lines: readonly DrawnLine[]): EndHeights =>
  new Map(
    lines.flatMap(({ tokenId, now }, index) => {
      const y = now === undefined ? null : (series[index]?.priceToCoordinate(now) ?? null);
      return y === null ? [] : [[tokenId, y] as const];
    }),
  );

type ChartCanvasProps = { readonly lines: readonly DrawnLine[]; readonly range: Range };

/** Interval at which the visible range advances, in milliseconds. */
const RANGE_UPDATE_MS = 15_000;

const toTimestamp = (seconds: number): UTCTimestamp => seconds as UTCTimestamp;

export function ChartCanvas({ lines, range }: ChartCanvasProps) {
  const { chart: text } = useText().markets;
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<HoveredPoint>();
  const drawing = useDrawing(place, setPointed);
  const now = useNow(RANGE_UPDATE_MS);
  useLineStyles(drawing, lines);
  useEffect(() => {
    if (drawing === undefined) return;
    const times = sampleTimes(lines, range, findEndTime(lines, Math.floor(now / 1000)));
    for (const [index, line] of lines.entries()) drawing.series[index]?.setData(toSeriesData(line, times));
    drawing.chart.timeScale().fitContent();
  }, [drawing, lines, range, now]);
  const ends = useEndHeights({ drawing, place, lines, now });
  const names = lines.map(({ name }) => name).join(", ");
  return (
    <div className={lines.length === 1 ? "chart-drawing single" : "chart-drawing"}>
      <div className="chart-canvas" ref={place} role="img" aria-label={text.picture(names)} />
      <LineEnds lines={lines} {...ends} />
      {pointed !== undefined && <ChartTooltip lines={lines} pointed={pointed} />}
    </div>
  );
}

/** Applies the options of the lines. Options change rarely and prices often, so both have separate effects. */
function useLineStyles(drawing: Drawing | undefined, lines: readonly DrawnLine[]): void {
  const formats = useFormats();
  const colours = useChartColours();
  useEffect(() => {
    drawing?.chart.applyOptions(buildChartOptions({ colours, formats }));
  }, [drawing, colours, formats]);

  const styleKey = lines.map(({ isChosen, colour }) => `${isChosen ? "thick" : "thin"} ${colour}`).join();
  useEffect(() => {
    if (drawing === undefined) return;
    const all = styleKey === "" ? [] : styleKey.split(",");
    drawing.show(all.length);
    for (const [index, look] of all.entries()) {
      const [width, ofColour] = look.split(" ");
      const colour = colours.lines[Number(ofColour)] ?? colours.text;
      drawing.series[index]?.applyOptions(buildLineOptions(colour, width === "thick", formats));
    }
  }, [drawing, styleKey, colours, formats]);
}

const toSeriesData = (line: DrawnLine, times: readonly number[]) =>
  sampleLine(line, times).map(({ time, price }) =>
    price === undefined ? { time: toTimestamp(time) } : { time: toTimestamp(time), value: price },
  );

type MeasuredDrawing = {
  readonly drawing: Drawing | undefined;
  readonly place: RefObject<HTMLDivElement | null>;
  readonly lines: readonly DrawnLine[];
  readonly now: number;
};

const NO_ENDS: ReadonlyMap<string, number> = new Map();

/** Measures the ends of the lines, once the library has drawn them and whenever the drawing's size changes. */
function useEndHeights({ drawing, place, lines, now }: MeasuredDrawing) {
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
