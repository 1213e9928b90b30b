/** The data of a chart as a table, for users who do not see the chart. */
import { useState } from "react";
import { useFormats, useText } from "../text/language.tsx";
import { priceAt } from "./chart-line.ts";
import type { DrawnLine } from "./chart-line.ts";

const MAX_ROWS = 60;

export function HistoryTable({ lines }: { readonly lines: readonly DrawnLine[] }) {
  const { chart: text } = useText().markets;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="history-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.table}</summary>
      {isOpen && (
        <div className="scroll" tabIndex={0} role="region" aria-label={text.tableLabel}>
          <Rows lines={lines} />
        </div>
      )}
    </details>
  );
}

function Rows({ lines }: { readonly lines: readonly DrawnLine[] }) {
  const { common } = useText();
  const formats = useFormats();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{common.time}</th>
          {lines.map(({ tokenId, name }) => (
            <th key={tokenId} scope="col" className="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {timesOf(lines).map((time) => (
          <tr key={time}>
            <th scope="row">{formats.dateTime(time * 1000)}</th>
            {lines.map(({ tokenId, points }) => {
              const price = priceAt(points, time);
              return (
                <td key={tokenId} className="number">
                  {price === undefined ? "–" : formats.chance(price)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lists the times of all points, newest first, evenly thinned out if there are too many. */
function timesOf(lines: readonly DrawnLine[]): readonly number[] {
  const all = [...new Set(lines.flatMap(({ points }) => points.map(({ time }) => time)))].sort(
    (a, b) => b - a,
  );
  const step = Math.ceil(all.length / MAX_ROWS);
  return all.filter((_, index) => index % step === 0);
}
