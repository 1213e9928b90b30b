/** The figures of the chart as a table, at fewer times. */
import { useFormats, useText } from "../text/language.tsx";
import { NumberCell, signClass, Table } from "../parts/table.tsx";
import type { ValuePoint } from "./value-history.ts";

const ROWS = 20;

export function ValueTable({ points }: { readonly points: readonly ValuePoint[] }) {
  const { common, portfolio } = useText();
  const formats = useFormats();
  const step = Math.max(1, Math.floor(points.length / ROWS));
  const rows = points.toReversed().filter((_point, place) => place % step === 0);
  const columns = [
    { name: common.time },
    { name: portfolio.chart.value, isNumber: true },
    { name: portfolio.chart.profit, isNumber: true },
  ];
  return (
    <details>
      <summary>{portfolio.chart.table}</summary>
      <Table name={portfolio.chart.title} columns={columns}>
        {rows.map(({ at, value, profit }) => (
          <tr key={at}>
            <td>{formats.dateTime(at)}</td>
            <NumberCell>{formats.money(value)}</NumberCell>
            <NumberCell kind={signClass(profit)}>{formats.change(profit)}</NumberCell>
          </tr>
        ))}
      </Table>
    </details>
  );
}
