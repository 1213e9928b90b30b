/** A dialog over the page. The browser keeps the focus in it, and gives it back where it was. */
import { useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";

type ModalProps = { readonly title: string; readonly close: () => void; readonly children: ReactNode };

export function Modal({ title, close, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // While it is still in the page: only then does the focus go back.
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
