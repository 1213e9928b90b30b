/** The rules and the resolution source of a market. */
import { useText } from "../text/language.tsx";
import { LongText } from "./long-text.tsx";
import type { Market } from "./market.ts";
import { SourceText } from "./source-text.tsx";

export function RulesPanel({ market }: { readonly market: Market }) {
  const { rules: text } = useText().markets;
  return (
    <section aria-labelledby="rules-title">
      <h2 id="rules-title">{text.title}</h2>
      {market.rules === "" ? <p className="soft">{text.none}</p> : <LongText text={market.rules} />}
      {market.source !== "" && (
        <dl className="facts">
          <dt>{text.source}</dt>
          <dd>
            <SourceText text={market.source} />
          </dd>
        </dl>
      )}
    </section>
  );
}
