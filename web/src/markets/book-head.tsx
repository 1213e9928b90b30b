/** The head of a book's view: the choice of the outcome, and a warning while the book is not current. */
import type { ReactNode } from "react";
import { useText } from "../text/language.tsx";
import type { Market } from "./market.ts";
import { OutcomeTabs } from "./outcome-tabs.tsx";

type BookHeadProps = {
  readonly market: Market;
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  readonly isStale: boolean;
  readonly children?: ReactNode;
};

export function BookHead({ isStale, children, ...choice }: BookHeadProps) {
  const { book: text } = useText().markets;
  return (
    <div className="panel-head">
      <OutcomeTabs {...choice} />
      <p className="book-state" role="status">
        {isStale && <span className="mark warn">{text.stale}</span>}
      </p>
      {children}
    </div>
  );
}
