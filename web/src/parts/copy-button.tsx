/** Copies a text. */
import { useState } from "react";
import { useText } from "../text/language.tsx";

const SHOWN_MS = 2_000;

export function CopyButton({ text }: { readonly text: string }) {
  const { common } = useText();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{copied ? common.copied : common.copy}</span>
    </button>
  );
}
