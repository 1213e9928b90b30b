/** A table that scrolls by itself where the screen is narrow, and that the keyboard reaches. */
import type { ReactNode } from "react";

type Props = { readonly name: string; readonly head: ReactNode; readonly children: ReactNode };

export const ScrollTable = ({ name, head, children }: Props) => (
  <section className="scroll" aria-label={name} tabIndex={0}>
    <table>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);
