/** Buttons that show their work: sending, and loading more. */
import type { ComponentProps } from "react";
import { useText } from "../../text/language.tsx";

// A button that sends something. It ignores the second click of a double click, and all clicks while it is off.

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

// A button that loads the next page of a list.

type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

type MoreButtonProps = { readonly pages: Pages; readonly name?: string };

export function MoreButton({ pages, name }: MoreButtonProps) {
  const { common } = useText();
  if (!pages.hasNextPage) return null;
  return (
    <button type="button" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
      {pages.isFetchingNextPage ? common.loading : (name ?? common.more)}
    </button>
  );
}
