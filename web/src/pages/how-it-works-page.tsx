/** The page that explains the exchange in plain words, with an example in real numbers and all terms. */
import { useEffect } from "react";
import type { ReactNode } from "react";
import { ExampleAndFees } from "./learn/example.tsx";
import { useLearnText } from "./learn/learn-text.ts";
import { buildTermId, TERMS } from "./learn/terms.ts";
import { useTitle } from "../parts/controls/brand.tsx";
import { useSettings } from "../base/settings-context.ts";
import { useText } from "../text/language.tsx";
import "../styles/pages/how-it-works.css";

export function HowItWorksPage() {
  const { layout } = useText();
  const { howItWorks: text } = useLearnText();
  const { mode, auto_redeem: isPaidAtOnce } = useSettings();
  useTitle(layout.howItWorks);
  useNamedPart();
  return (
    <div className="stack how-it-works">
      <h1>{layout.howItWorks}</h1>
      <p className="how-lead">{text.lead}</p>
      <Part id="ideas" title={text.ideas}>
        <ul>
          <li>{text.pays}</li>
          <li>{text.price}</li>
          <li>{text.sell}</li>
        </ul>
      </Part>
      <ExampleAndFees />
      <Part id="orders" title={text.orders}>
        <p>{text.others}</p>
        <ul>
          <li>{text.marketOrder}</li>
          <li>{text.limitOrder}</li>
          <li>{text.match}</li>
        </ul>
      </Part>
      <Part id="money" title={text.money}>
        <p>{mode === "sandbox" ? text.sandbox : text.production}</p>
        <p>{text.held}</p>
      </Part>
      <Part id="result" title={text.result}>
        <p>{text.decided}</p>
        <p>{text.proposed}</p>
        <p>{text.paidOut}</p>
        <p>{isPaidAtOnce ? text.paidAtOnce : text.claimed}</p>
      </Part>
      <AllTerms />
    </div>
  );
}

type PartProps = { readonly id: string; readonly title: string; readonly children: ReactNode };

const Part = ({ id, title, children }: PartProps) => (
  <section className="panel" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

function AllTerms() {
  const { terms } = useText();
  const { explanations, howItWorks: text } = useLearnText();
  return (
    <Part id="terms" title={text.terms}>
      <dl className="all-terms">
        {TERMS.map((term) => (
          <div key={term} id={buildTermId(term)} tabIndex={-1}>
            <dt>{terms[term]}</dt>
            <dd>{explanations[term]}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** Scrolls to the part that the address names, and focuses it, so that a reader continues from there. */
function useNamedPart(): void {
  useEffect(() => {
    const part = document.getElementById(location.hash.slice(1));
    part?.scrollIntoView({ block: "center" });
    part?.focus({ preventScroll: true });
  }, []);
}
