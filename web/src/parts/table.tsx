/** A table that scrolls sideways on narrow pages. On a phone each row about a market, a trade or a holder is a card. */
import type { ReactNode } from "react";
import "../styles/shared/row-cards.css";

export type Column = { readonly name: string; readonly isNumber?: boolean };

type Props = { readonly name: string; readonly columns: readonly Column[]; readonly children: ReactNode };

/** Passes the column names to the style sheet, which shows them beside the values of a card. */
const buildColumnLabels = (columns: readonly Column[]): Record<string, string> =>
  Object.fromEntries(columns.map(({ name }, place) => [`--column-${place + 1}`, JSON.stringify(name)]));

export const Table = ({ name, columns, children }: Props) => (
  // Keyboard users can only scroll a focusable element.
  <div className="scroll" role="region" aria-label={name} tabIndex={0}>
    <table className="rows" style={buildColumnLabels(columns)}>
      <thead>
        <tr>
          {columns.map(({ name: heading, isNumber }) => (
            <th key={heading} scope="col" className={isNumber === true ? "number" : ""}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

export const NumberCell = ({
  children,
  kind = "",
}: {
  readonly children: ReactNode;
  readonly kind?: string;
}) => <td className={`number ${kind}`}>{children}</td>;

/** Picks the CSS class of a gain or a loss. */
export const getSignClass = (amount: number): string => (amount > 0 ? "up" : amount < 0 ? "down" : "");
