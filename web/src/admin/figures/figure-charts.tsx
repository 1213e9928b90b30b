/** Three charts of figures by day, week or month, with the same figures as a table and as a file. */
import type { Operations } from "../../api/generated/operator.ts";
import { downloadFile, formatCsv } from "../../csv.ts";
import { useFormats } from "../../text/language.tsx";
import { micros } from "../../../../src/core/units.ts";
import { useConsoleText } from "../console-text.ts";
import { DataTable } from "../parts/data-table.tsx";
import { CENT, formatAxisAmount, formatFigure, readFigure } from "./figure-amounts.ts";
import { BarChart } from "./bar-chart.tsx";
import type { Unit } from "./figure-filter.ts";
import { spanName } from "./span-names.ts";

export type Figures = Operations["GET /figures"]["answer"];
type Span = Figures["data"][number];

const CHARTS = [
  ["volume", ({ volume }: Span) => readFigure(volume), CENT],
  ["traders", ({ traders }: Span) => traders, 1],
  ["fees", ({ fees }: Span) => readFigure(fees), CENT],
] as const;

type ChartsProps = { readonly figures: Figures; readonly unit: Unit };

export function FigureCharts({ figures, unit }: ChartsProps) {
  const { figures: words } = useConsoleText();
  const formats = useFormats();
  const names = figures.data.map((span) => spanName(span, unit, formats));
  const { total } = figures;
  const totals = {
    volume: formatFigure(total.volume, formats),
    traders: formats.count(total.traders),
    fees: formatFigure(total.fees, formats),
  };
  return (
    <>
      <div className="figure-charts">
        {CHARTS.map(([name, valueOf, least]) => {
          const values = figures.data.map(valueOf);
          const highest = values.indexOf(Math.max(...values));
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
                format(values[highest] ?? 0),
                names[highest]?.long ?? "",
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
      <FigureTable figures={figures} unit={unit} />
    </>
  );
}

/** Shows the latest span first; those of markets have no accounts and payments. */
function FigureTable({ figures: { data, total, from, to }, unit }: ChartsProps) {
  const { figures: words } = useConsoleText();
  const formats = useFormats();
  const money = (text: string | null): string => (text === null ? "–" : formatFigure(text, formats));
  const count = (value: number | null): string => (value === null ? "–" : formats.count(value));
  const columns = [
    { name: words.units[unit], cell: (span: Span) => spanName(span, unit, formats).long },
    { name: words.names.volume, number: true, cell: ({ volume }: Span) => money(volume) },
    { name: words.names.trades, number: true, cell: ({ trades }: Span) => count(trades) },
    { name: words.names.traders, number: true, cell: ({ traders }: Span) => count(traders) },
    { name: words.names.fees, number: true, cell: ({ fees }: Span) => money(fees) },
    { name: words.names.accounts, number: true, cell: ({ accounts }: Span) => count(accounts) },
    { name: words.names.deposits, number: true, cell: ({ deposits }: Span) => money(deposits) },
    { name: words.names.withdrawals, number: true, cell: ({ withdrawals }: Span) => money(withdrawals) },
  ];
  return (
    <section className="panel stack">
      <p className="figure-facts">
        <span>{words.count(words.names.trades, count(total.trades))}</span>
        {total.accounts !== null && (
          <>
            <span>{words.count(words.names.accounts, count(total.accounts))}</span>
            <span>{words.count(words.names.deposits, money(total.deposits))}</span>
            <span>{words.count(words.names.withdrawals, money(total.withdrawals))}</span>
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
        <button type="button" onClick={() => downloadFile(`figures-${from}-${to}.csv`, spansCsv(data))}>
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

const spansCsv = (spans: readonly Span[]): string =>
  formatCsv({ header: COLUMNS, rows: spans.map((span) => COLUMNS.map((column) => span[column] ?? "")) });
