/** A button that copies a text, hidden if the browser has no clipboard. */
import { useText } from "../text/language.tsx";
import { useCopy } from "./use-copy.ts";

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
