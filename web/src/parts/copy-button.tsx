/** A button that copies a text, where the browser can. */
import { useText } from "../text/language.tsx";
import { useCopy } from "./use-copy.ts";

type Props = {
  readonly text: string;
  /** What it is a copy of, for those who do not see where the button stands. */
  readonly name: string;
};

export function CopyButton({ text, name }: Props) {
  const { common } = useText();
  const copying = useCopy(text);
  if (copying === undefined) return null;
  return (
    <button type="button" className="small" onClick={copying.copy}>
      <span aria-live="polite">{copying.done ? common.copied : common.copy}</span>
      <span className="visually-hidden">: {name}</span>
    </button>
  );
}
