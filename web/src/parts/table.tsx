/** A table that scrolls by itself where the page is narrow. */
import type { ReactNode } from "react";

export type Column = { readonly name: string; readonly isNumber?: boolean };

type Props = { readonly name: string; readonly columns: readonly Column[]; readonly children: ReactNode };

export const Table = ({ name, columns, children }: Props) => (
  // What scrolls has to be reached by the keyboard.
  <div className="scroll" role="region" aria-label={name} tabIndex={0}>
    <table className="rows">
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

/** How an amount that is gained or lost is coloured. */
export const signClass = (amount: number): string => (amount > 0 ? "up" : amount < 0 ? "down" : "");
