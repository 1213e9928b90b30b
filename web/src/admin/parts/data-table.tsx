/**
 * A data table. On phones each row becomes a card. Explicit ARIA roles keep it a table for screen readers, since the
 * card layout removes the implicit ones.
 */
import { useState } from "react";
import type { ReactNode } from "react";
import { Empty } from "../../parts/states.tsx";
import { useText } from "../../text/language.tsx";

export type Column<Row> = {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  readonly number?: boolean;
};

type TableProps<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  readonly empty: string;
  /** Number of rows shown at first, and added by each "more". */
  readonly atOnce?: number | undefined;
};

const AT_ONCE = 200;

export function DataTable<Row>({ caption, columns, rows, keyOf, empty, atOnce = AT_ONCE }: TableProps<Row>) {
  const { common } = useText();
  const [most, setMost] = useState(atOnce);
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <>
      <div className="scroll" role="region" tabIndex={0} aria-label={caption}>
        <table className="data" role="table" aria-label={caption}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ name, number = false }) => (
                <th key={name} role="columnheader" scope="col" className={number ? "number" : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.slice(0, most).map((row, index) => (
              <tr key={keyOf(row, index)} role="row">
                {columns.map(({ name, cell, number = false }) => (
                  <td key={name} role="cell" data-label={name} className={number ? "number" : undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most && (
        <button type="button" onClick={() => setMost(most + atOnce)}>
          {common.more}
        </button>
      )}
    </>
  );
}
