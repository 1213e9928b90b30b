/** A button that sends something: the second click of a double click sends nothing, nor does a click while it is off. */
import type { ComponentProps } from "react";

type Props = ComponentProps<"button"> & {
  /** True while it does nothing. A disabled button would lose the focus. */
  readonly isOff?: boolean;
};

export const SendButton = ({ onClick, isOff = false, type = "button", ...button }: Props) => (
  <button
    {...button}
    type={type}
    aria-disabled={isOff}
    onClick={(event) => {
      // Where it submits a form, the form is not submitted either. Keys count no clicks.
      if (isOff || event.detail > 1) event.preventDefault();
      else onClick?.(event);
    }}
  />
);
