/** A modal dialog. The browser keeps the focus inside, and returns it after the dialog closes. */
import { useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";

type ModalProps = { readonly title: string; readonly close: () => void; readonly children: ReactNode };

export function Modal({ title, close, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The focus returns only if the dialog closes before it leaves the document.
    return () => shown?.close();
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
