/** A button that sends something. It ignores the second click of a double click, and all clicks while it is off. */
import type { ComponentProps } from "react";

type Props = ComponentProps<"button"> & {
  /** True while clicks have no effect. A disabled button would lose the focus. */
  readonly isOff?: boolean;
};

export const SendButton = ({ onClick, isOff = false, type = "button", ...button }: Props) => (
  <button
    {...button}
    type={type}
    aria-disabled={isOff}
    onClick={(event) => {
      // Prevents the submit of a form as well. Clicks by keyboard have a count of 0.
      if (isOff || event.detail > 1) event.preventDefault();
      else onClick?.(event);
    }}
  />
);
