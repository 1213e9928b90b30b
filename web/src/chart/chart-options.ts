/** Options of a chart and the labels of its scales. */
import { CrosshairMode, LineStyle, LineType, TickMarkType } from "lightweight-charts";
import type {
  AutoscaleInfo,
  ChartOptions,
  DeepPartial,
  LineSeriesPartialOptions,
  Time,
} from "lightweight-charts";
import type { Formats } from "../text/formats.ts";
import type { ChartColours } from "./chart-colours.ts";
import { widenRange } from "./price-range.ts";

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

const dateOf = (time: Time): Date => new Date(Number(time) * 1000);

/** Labels the time scale in the reader's time zone. */
function tickFormatter(locale: string): (time: Time, kind: TickMarkType) => string {
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
  return (time, kind) => formats[kind].format(dateOf(time));
}

type ChartStyle = {
  readonly colours: ChartColours;
  readonly formats: Formats;
};

/**
 * Options at the chart's creation. Its scale exists from the start: the pointer may rest on the chart already, and its
 * position depends on the scale's width.
 */
export const firstOptions: DeepPartial<ChartOptions> = {
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

export function chartOptions({ colours, formats }: ChartStyle): DeepPartial<ChartOptions> {
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
      tickMarkFormatter: tickFormatter(formats.locale),
    },
    localization: { locale: formats.locale },
    // Wheel and touch gestures must scroll the page, not the chart.
    handleScroll: false,
    handleScale: false,
  };
}

export const lineOptions = (
  color: string,
  isChosen: boolean,
  formats: Formats,
): LineSeriesPartialOptions => ({
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
