/** The numbers of the chart as a table, at fewer times. */
import { NumberCell, signClass, Table } from "../parts/table.tsx";
import { useFormats, useText } from "../text/language.tsx";
import type { ProfitPoint } from "./profit-query.ts";

const ROWS = 20;

export function ProfitTable({ points }: { readonly points: readonly ProfitPoint[] }) {
  const { common, profit } = useText();
  const formats = useFormats();
  const step = Math.max(1, Math.floor(points.length / ROWS));
  const rows = points.toReversed().filter((_point, place) => place % step === 0);
  const columns = [
    { name: common.time },
    { name: profit.total, isNumber: true },
    { name: profit.realized, isNumber: true },
    { name: profit.open, isNumber: true },
  ];
  return (
    <details>
      <summary>{profit.table}</summary>
      <Table name={profit.asTable} columns={columns}>
        {rows.map(({ at, total, realized, open }) => (
          <tr key={at}>
            <td className="row-title">{formats.dateTime(at)}</td>
            {[total, realized, open].map((amount, place) => (
              <NumberCell key={columns[place + 1]?.name} kind={signClass(amount)}>
                {formats.change(amount)}
              </NumberCell>
            ))}
          </tr>
        ))}
      </Table>
    </details>
  );
}
