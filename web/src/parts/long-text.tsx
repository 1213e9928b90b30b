/** A text with its line breaks. A long text is cut until the reader expands it. */
import { useState } from "react";
import { useText } from "../text/language.tsx";

const MAX_LETTERS = 320;

export function LongText({ text }: { readonly text: string }) {
  const { event: words } = useText().markets;
  const [all, setAll] = useState(false);
  const isLong = text.length > MAX_LETTERS;
  return (
    <div className="long-text">
      <p className={isLong && !all ? "cut" : ""}>{text}</p>
      {isLong && (
        <button type="button" className="plain" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words.less : words.more}
        </button>
      )}
    </div>
  );
}
