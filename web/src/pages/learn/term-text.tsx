/** The explanation of a term, with a link to the page that explains all terms. */
import { useLayoutEffect } from "react";
import { Link } from "wouter";
import { PAGE_PATHS } from "../../../../src/http/page/page-paths.ts";
import { useText } from "../../text/language.tsx";
import { useLearnText } from "./learn-text.ts";
import { buildTermId } from "./terms.ts";
import type { Term } from "./terms.ts";

type TermTextProps = {
  readonly term: Term;
  /** Called once the size of the text is known. */
  readonly onShown: () => void;
  readonly close: () => void;
};

export function TermText({ term, onShown, close }: TermTextProps) {
  const { layout, terms } = useText();
  const { explanations } = useLearnText();
  useLayoutEffect(onShown);
  return (
    <>
      <p className="term-name">{terms[term]}</p>
      <p>{explanations[term]}</p>
      <Link href={`${PAGE_PATHS.howItWorks}#${buildTermId(term)}`} onClick={close}>
        {layout.howItWorks}
      </Link>
    </>
  );
}
