/**
 * A data table. On phones each row becomes a card. Explicit ARIA roles keep it a table for screen readers, since the
 * card layout removes the implicit ones.
 */
import { useState } from "react";
import type { ReactNode } from "react";
import { Empty } from "../../parts/states.tsx";
import { useCopy } from "../../parts/controls/copy-button.tsx";
import type { Formats } from "../../text/formats.ts";
import { useFormats, useText } from "../../text/language.tsx";
import {
  formatChange,
  formatExactMoney,
  formatMoney,
  formatPrice,
  formatShares,
  formatTime,
} from "./format-amounts.ts";

/** Kinds of values, each with the function that shows it. */
const FORMAT_OF_KIND = {
  money: formatMoney,
  exactMoney: formatExactMoney,
  change: formatChange,
  shares: formatShares,
  price: formatPrice,
  time: formatTime,
  count: (value: number, formats: Formats): string => formats.count(value),
  id: (text: string) => <CopyableText text={text} />,
  code: (text: string) => <code>{text}</code>,
} as const;

type Kind = keyof typeof FORMAT_OF_KIND;

/** Kinds of columns that are aligned as text, not as numbers. */
const TEXT_KINDS: ReadonlySet<Kind> = new Set(["time", "id", "code"]);

type ColumnOfKind<Row, K extends Kind> = {
  readonly name: string;
  readonly kind: K;
  /** Value of the row; `null` is shown as a dash. */
  readonly cell: (row: Row) => Parameters<(typeof FORMAT_OF_KIND)[K]>[0] | null;
};

export type Column<Row> =
  | { [K in Kind]: ColumnOfKind<Row, K> }[Kind]
  | {
      readonly name: string;
      readonly kind?: undefined;
      readonly cell: (row: Row) => ReactNode;
      readonly number?: boolean;
    };

function getCellClass<Row>(column: Column<Row>): string | undefined {
  const isNumber = column.kind === undefined ? column.number === true : !TEXT_KINDS.has(column.kind);
  return isNumber ? "number" : undefined;
}

function showCell<Row>(column: Column<Row>, row: Row, formats: Formats): ReactNode {
  if (column.kind === undefined) return column.cell(row);
  const value = column.cell(row);
  if (value === null) return "–";
  // Only counts are numbers, as the column's type states.
  return typeof value === "number"
    ? FORMAT_OF_KIND.count(value, formats)
    : FORMAT_OF_KIND[column.kind as Exclude<Kind, "count">](value, formats);
}

export type TableProps<Row> = {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  readonly empty: string;
  /** Number of rows shown at first, and added by each "more". */
  readonly atOnce?: number | undefined;
};

const ROWS_AT_ONCE = 200;

export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  empty,
  atOnce = ROWS_AT_ONCE,
}: TableProps<Row>) {
  const { common } = useText();
  const formats = useFormats();
  const [most, setMost] = useState(atOnce);
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <>
      <div className="scroll" role="region" tabIndex={0} aria-label={caption}>
        <table className="data" role="table" aria-label={caption}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th key={column.name} role="columnheader" scope="col" className={getCellClass(column)}>
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.slice(0, most).map((row, index) => (
              <tr key={keyOf(row, index)} role="row">
                {columns.map((column) => (
                  <td key={column.name} role="cell" data-label={column.name} className={getCellClass(column)}>
                    {showCell(column, row, formats)}
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

const MAX_WHOLE_LETTERS = 24;
export const shortenText = (text: string): string =>
  text.length > MAX_WHOLE_LETTERS ? `${text.slice(0, 8)}…${text.slice(-6)}` : text;

/** Draws two sheets or a check mark as SVG, because not every font has these characters. */
const Icon = ({ done }: { readonly done: boolean }) => (
  <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
    {done ? (
      <path d="M3 8.5 6.5 12 13 4.5" strokeWidth="2" />
    ) : (
      <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" strokeWidth="1.3" />
    )}
  </svg>
);

/** A shortened id or address, with a button that copies the whole. */
export function CopyableText({ text }: { readonly text: string }) {
  const { common } = useText();
  const copying = useCopy(text);
  if (copying === undefined) return <code>{text}</code>;
  const { done, copy } = copying;
  return (
    <span className="copied">
      <code title={text}>{shortenText(text)}</code>
      <button
        type="button"
        className="plain copy"
        aria-label={`${common.copy} ${text}`}
        title={common.copy}
        onClick={copy}
      >
        <Icon done={done} />
      </button>
      <span className="visually-hidden" role="status">
        {done ? common.copied : ""}
      </span>
    </span>
  );
}
