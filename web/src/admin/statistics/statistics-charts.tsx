/** Bar charts of statistics. A box beside the pointer shows the value of the bar under it. */
import { useMemo, useState } from "react";
import type { PointerEvent } from "react";
import { micros } from "../../../../src/core/units.ts";
import { downloadFile, formatCsv } from "../../base/csv.ts";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import type { Answer } from "../session/operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import {
  findBarAt,
  computeBarShape,
  CENT,
  formatAxisAmount,
  formatStatistic,
  readStatistic,
  nameSpan,
} from "./figures.ts";
import type { BarShape, Unit } from "./figures.ts";
import "../../styles/account/profit.css";
import "../../styles/admin/figures.css";

type Statistics = Answer<"GET /figures">;
type Span = Statistics["data"][number];

const CHARTS = [
  ["volume", ({ volume }: Span) => readStatistic(volume), CENT],
  ["traders", ({ traders }: Span) => traders, 1],
  ["fees", ({ fees }: Span) => readStatistic(fees), CENT],
] as const;

type ChartsProps = { readonly figures: Statistics; readonly unit: Unit };

/** Three charts of statistics by day, week or month, with the same statistics as a table and as a file. */
export function StatisticsCharts({ figures, unit }: ChartsProps) {
  const { figures: words } = useConsoleText();
  const formats = useFormats();
  const names = figures.data.map((span) => nameSpan(span, unit, formats));
  const { total } = figures;
  const totals = {
    volume: formatStatistic(total.volume, formats),
    traders: formats.count(total.traders),
    fees: formatStatistic(total.fees, formats),
  };
  return (
    <>
      <div className="figure-charts">
        {CHARTS.map(([name, valueOf, least]) => {
          const values = figures.data.map(valueOf);
          const highestIndex = values.indexOf(Math.max(...values));
          const format = (value: number): string =>
            least === CENT ? formats.money(micros(value)) : formats.count(value);
          return (
            <BarChart
              key={name}
              title={words.names[name]}
              total={totals[name]}
              picture={words.picture(
                words.names[name],
                totals[name],
                format(values[highestIndex] ?? 0),
                names[highestIndex]?.long ?? "",
              )}
              values={values}
              names={names}
              least={least}
              format={format}
              formatAxis={(value) =>
                least === CENT ? formatAxisAmount(value, formats) : formats.count(value)
              }
            />
          );
        })}
      </div>
      <StatisticsTable figures={figures} unit={unit} />
    </>
  );
}

/** Shows a table of the spans, the latest first. Statistics of single markets have no accounts and payments. */
function StatisticsTable({ figures: { data, total, from, to }, unit }: ChartsProps) {
  const { figures: words } = useConsoleText();
  const formats = useFormats();
  const formatMoney = (text: string | null): string => (text === null ? "–" : formatStatistic(text, formats));
  const formatCount = (value: number | null): string => (value === null ? "–" : formats.count(value));
  const columns = [
    { name: words.units[unit], cell: (span: Span) => nameSpan(span, unit, formats).long },
    { name: words.names.volume, number: true, cell: ({ volume }: Span) => formatMoney(volume) },
    { name: words.names.trades, number: true, cell: ({ trades }: Span) => formatCount(trades) },
    { name: words.names.traders, number: true, cell: ({ traders }: Span) => formatCount(traders) },
    { name: words.names.fees, number: true, cell: ({ fees }: Span) => formatMoney(fees) },
    { name: words.names.accounts, number: true, cell: ({ accounts }: Span) => formatCount(accounts) },
    { name: words.names.deposits, number: true, cell: ({ deposits }: Span) => formatMoney(deposits) },
    {
      name: words.names.withdrawals,
      number: true,
      cell: ({ withdrawals }: Span) => formatMoney(withdrawals),
    },
  ];
  return (
    <section className="panel stack">
      <p className="figure-facts">
        <span>{words.count(words.names.trades, formatCount(total.trades))}</span>
        {total.accounts !== null && (
          <>
            <span>{words.count(words.names.accounts, formatCount(total.accounts))}</span>
            <span>{words.count(words.names.deposits, formatMoney(total.deposits))}</span>
            <span>{words.count(words.names.withdrawals, formatMoney(total.withdrawals))}</span>
          </>
        )}
      </p>
      <p className="soft">{words.about}</p>
      <details>
        <summary>{words.table}</summary>
        <DataTable
          caption={words.tableName}
          columns={columns}
          rows={data.toReversed()}
          keyOf={(span) => span.from}
          empty={words.none}
        />
      </details>
      <div>
        <button type="button" onClick={() => downloadFile(`figures-${from}-${to}.csv`, formatSpansCsv(data))}>
          {words.csv}
        </button>
      </div>
    </section>
  );
}

const COLUMNS = [
  "from",
  "to",
  "volume",
  "trades",
  "traders",
  "fees",
  "accounts",
  "deposits",
  "withdrawals",
] as const;

const formatSpansCsv = (spans: readonly Span[]): string =>
  formatCsv({ header: COLUMNS, rows: spans.map((span) => COLUMNS.map((column) => span[column] ?? "")) });

type ChartProps = {
  readonly title: string;
  /** Number above the chart, such as the sum of the values. */
  readonly total: string;
  /** Description of the drawing, for screen readers. */
  readonly picture: string;
  readonly values: readonly number[];
  /** Names of the spans, one for each value: a short one for the axis, and a long one for the box beside the pointer. */
  readonly names: readonly { readonly short: string; readonly long: string }[];
  /** Minimum step in value between axis labels. */
  readonly least: number;
  readonly format: (value: number) => string;
  readonly formatAxis: (value: number) => string;
};

/** A chart of bars with its axes. */
function BarChart({ title, total, ...drawn }: ChartProps) {
  return (
    <section className="panel figure-chart">
      <h2>{title}</h2>
      <p className="figure-total number">{total}</p>
      <Drawing {...drawn} />
    </section>
  );
}

function Drawing({ picture, values, names, least, format, formatAxis }: Omit<ChartProps, "title" | "total">) {
  const shape = useMemo(() => computeBarShape(values, least), [values, least]);
  const [at, setAt] = useState<number>();
  const pointedName = at === undefined ? undefined : names[at];
  function trackPointer({ clientX, currentTarget }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(findBarAt(values.length, ((clientX - left) / width) * 100));
  }
  return (
    <div className="profit-drawing">
      <div className="profit-amounts number soft" aria-hidden="true">
        {shape.ticks.map(({ value, y }) => (
          <span key={value} style={{ top: `${y}%` }}>
            {formatAxis(value)}
          </span>
        ))}
      </div>
      <div
        className="profit-plot"
        role="img"
        aria-label={picture}
        onPointerMove={trackPointer}
        onPointerDown={trackPointer}
        onPointerLeave={() => setAt(undefined)}
      >
        <Bars shape={shape} pointed={at} />
        {pointedName !== undefined && (
          <Tip name={pointedName.long} value={format(values[at ?? 0] ?? 0)} bar={shape.bars[at ?? 0]} />
        )}
      </div>
      <div className="profit-times number soft" aria-hidden="true">
        {shape.labels.map(({ place, x }) => (
          <span key={place} style={{ left: `${x}%` }} className={x > 92 ? "last" : ""}>
            {names[place]?.short}
          </span>
        ))}
      </div>
    </div>
  );
}

type BarsProps = { readonly shape: BarShape; readonly pointed: number | undefined };

const Bars = ({ shape: { bars, zero, ticks }, pointed }: BarsProps) => (
  <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
    {ticks.map(({ value, y }) => (
      <path key={value} className="profit-grid" d={`M0 ${y}H100`} />
    ))}
    {bars.map((bar, place) => (
      <rect key={place} className={place === pointed ? "figure-bar pointed" : "figure-bar"} {...bar} />
    ))}
    <path className="profit-zero" d={`M0 ${zero}H100`} />
  </svg>
);

type TipProps = {
  readonly name: string;
  readonly value: string;
  readonly bar: BarShape["bars"][number] | undefined;
};

function Tip({ name, value, bar }: TipProps) {
  const x = bar === undefined ? 0 : bar.x + bar.width / 2;
  // On a phone the box slides along with the pointer, so that it stays within the drawing.
  const place: Record<string, string> = { "--x": `${x}%` };
  return (
    <dl className={x > 50 ? "profit-tip left" : "profit-tip"} style={place} aria-hidden="true">
      <dt className="profit-tip-time">{name}</dt>
      <dd className="number">{value}</dd>
    </dl>
  );
}
