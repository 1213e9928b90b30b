/** A shortened id or address, with a button that copies the whole. */
import { useCopy } from "../../parts/use-copy.ts";
import { useText } from "../../text/language.tsx";

const LONG = 24;
const shortened = (text: string): string =>
  text.length > LONG ? `${text.slice(0, 8)}…${text.slice(-6)}` : text;

/** Draws two sheets or a check mark as SVG, because not every font has these characters. */
const Icon = ({ done }: { readonly done: boolean }) => (
  <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" aria-hidden="true">
    {done ? (
      <path d="M3 8.5 6.5 12 13 4.5" strokeWidth="2" />
    ) : (
      <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" strokeWidth="1.3" />
    )}
  </svg>
);

export function CopyableText({ text }: { readonly text: string }) {
  const { common } = useText();
  const copying = useCopy(text);
  if (copying === undefined) return <code>{text}</code>;
  const { done, copy } = copying;
  return (
    <span className="copied">
      <code title={text}>{shortened(text)}</code>
      <button
        type="button"
        className="plain copy"
        aria-label={`${common.copy} ${text}`}
        title={common.copy}
        onClick={copy}
      >
        <Icon done={done} />
      </button>
      <span className="visually-hidden" role="status">
        {done ? common.copied : ""}
      </span>
    </span>
  );
}
