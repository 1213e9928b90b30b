/** A bound on the length of a field's text. The browser's own bound would cut a pasted text without a word. */
import { useEffect, useRef } from "react";
import type { RefObject } from "react";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;

type Bounded<Element extends Field> = {
  readonly ref: RefObject<Element | null>;
  readonly onInput: () => void;
};

/** Holds back the form of a field whose text is too long, and says so; unbounded without `most`. */
export function useMostLetters<Element extends Field>(most = Infinity): Bounded<Element> {
  const { action } = useConsoleText();
  const { count } = useFormats();
  const field = useRef<Element>(null);
  const check = (): void => {
    const letters = field.current?.value.length ?? 0;
    field.current?.setCustomValidity(letters > most ? action.tooLong(count(most), count(letters)) : "");
  };
  // A text may also come with a rendering, as that of a kept draft does.
  useEffect(check);
  return { ref: field, onInput: check };
}
