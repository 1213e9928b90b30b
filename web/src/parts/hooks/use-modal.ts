/** A modal dialog that closes with Escape and with a click outside its content. */
import { useEffect, useRef } from "react";
import type { MouseEvent } from "react";

/** Returns the properties of the dialog element. The browser restores the focus. */
export function useModal(isOpen: boolean, close: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return {
    ref: dialog,
    onClose: close,
    // A click on the dialog element itself is a click outside its content.
    onClick: ({ target }: MouseEvent): void => {
      if (target === dialog.current) close();
    },
  };
}
