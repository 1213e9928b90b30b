/** A modal dialog. The browser keeps the focus inside, and returns it after the dialog closes. */
import { useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";

type ModalProps = { readonly title: string; readonly close: () => void; readonly children: ReactNode };

/** Stops the second click of a double-click from reaching the page behind the dialog that the first click closed. */
function stopDoubleClick(): void {
  const stop = (event: MouseEvent): void => {
    if (event.detail > 1) {
      event.preventDefault();
      event.stopPropagation();
    } else document.removeEventListener("click", stop, true);
  };
  document.addEventListener("click", stop, true);
}

export function Modal({ title, close, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      // The focus returns only if the dialog closes before it leaves the document.
      shown?.close();
      stopDoubleClick();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={id}
      onClose={() => {
        if (dialog.current?.open === false) close();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
