/** A button that copies a text, hidden if the browser has no clipboard. */
import { useEffect, useState } from "react";
import { useText } from "../../text/language.tsx";

// Copies a text, and confirms it for two seconds.

const CONFIRMATION_MS = 2_000;

type Copy = {
  readonly done: boolean;
  /** True if the browser refused: the visitor or an embedding page may forbid copying. */
  readonly isRefused: boolean;
  readonly copy: () => void;
};

/** Returns the copy function and its state; `undefined` without a clipboard, which browsers offer only on secure origins. */
export function useCopy(text: string): Copy | undefined {
  const [done, setDone] = useState(false);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [done]);
  if (!("clipboard" in navigator)) return undefined;
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => setRefused(true),
    );
  return { done, isRefused, copy };
}

type Props = {
  readonly text: string;
  /** Name of the text, for screen readers. */
  readonly name: string;
};

export function CopyButton({ text, name }: Props) {
  const { common } = useText();
  const copying = useCopy(text);
  if (copying === undefined) return null;
  return (
    <button type="button" className="small copying" onClick={copying.copy}>
      <span aria-live="polite">{copying.done ? common.copied : common.copy}</span>
      <span className="visually-hidden">: {name}</span>
    </button>
  );
}
