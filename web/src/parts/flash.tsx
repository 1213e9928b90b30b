/** A price that flashes when it changes: green when it rises, red when it falls. Nothing moves. */
import { useState } from "react";
import type { ReactNode } from "react";

type FlashProps = {
  /** The price; nothing flashes to or from `undefined`. */
  readonly value: number | undefined;
  readonly children: ReactNode;
};

type Shown = { readonly value: number | undefined; readonly turn: number; readonly direction: string };

export function Flash({ value, children }: FlashProps) {
  const [shown, setShown] = useState<Shown>({ value, turn: 0, direction: "" });
  if (value !== shown.value) setShown(followValue(shown, value));
  // Another key starts the animation again.
  return (
    <span key={shown.turn} className={`flash ${shown.direction}`}>
      {children}
    </span>
  );
}

const followValue = ({ value: before, turn, direction }: Shown, value: number | undefined): Shown =>
  before === undefined || value === undefined
    ? { value, turn, direction }
    : { value, turn: turn + 1, direction: value > before ? "rises" : "falls" };
