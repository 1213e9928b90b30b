/** Copies a text, and says so. */
import { useState } from "react";
import { useText } from "../text/language.tsx";

type Props = {
  readonly text: string;
  /** What it is a copy of, for those who do not see where the button stands. */
  readonly name: string;
};

const SAID_MS = 2_000;

export function CopyButton({ text, name }: Props) {
  const { common } = useText();
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  }
  return (
    <button type="button" className="small" onClick={() => void copy()}>
      <span aria-live="polite">{copied ? common.copied : common.copy}</span>
      <span className="visually-hidden">: {name}</span>
    </button>
  );
}
