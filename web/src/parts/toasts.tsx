/** Short messages about completed actions. They disappear after seven seconds, unless the pointer or the focus is on one. */
import { createContext, use, useCallback, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { useText } from "../text/language.tsx";

export type ToastMessage = {
  /** The subject, such as the question of a market. */
  readonly title: string;
  readonly lines: readonly string[];
};

type Toast = ToastMessage & { readonly id: number };

type Toasts = { say(message: ToastMessage): void };

const ToastsContext = createContext<Toasts | undefined>(undefined);

export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (toasts === undefined) throw new Error("no messages are around this part of the page");
  return toasts;
}

const MAX_TOASTS = 3;
const SHOWN_MS = 7_000;

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<readonly Toast[]>([]);
  const say = useCallback(
    (message: ToastMessage): void =>
      setShown((before) => [...before, { ...message, id: (before.at(-1)?.id ?? 0) + 1 }].slice(-MAX_TOASTS)),
    [],
  );
  const close = useCallback(
    (id: number): void => setShown((before) => before.filter((toast) => toast.id !== id)),
    [],
  );
  const toasts = useMemo(() => ({ say }), [say]);
  return (
    <ToastsContext value={toasts}>
      {children}
      <div className="toasts" role="status">
        {shown.map((toast) => (
          <ToastView key={toast.id} toast={toast} close={close} />
        ))}
      </div>
    </ToastsContext>
  );
}

type ToastViewProps = { readonly toast: Toast; readonly close: (id: number) => void };

function ToastView({ toast: { id, title, lines }, close }: ToastViewProps) {
  const { common } = useText();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => close(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld, close]);
  const [hold, release] = [() => setHeld(true), () => setHeld(false)];
  return (
    <div className="toast" onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <div>
        <p className="toast-title">{title}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <button type="button" className="plain" aria-label={common.close} onClick={() => close(id)}>
        ✕
      </button>
    </div>
  );
}
