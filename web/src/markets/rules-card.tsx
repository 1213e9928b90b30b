/** The rules of a market with their changes, the event's description, and the resolution. */
import { LongText } from "../parts/long-text.tsx";
import { useText } from "../text/language.tsx";
import { ChangesPanel } from "./changes-panel.tsx";
import type { Market, MarketEvent } from "./market.ts";
import { ResolutionPanel } from "./resolution-panel.tsx";
import { SourceText } from "./source-text.tsx";

// The rules and the resolution source of a market.

function Rules({ market }: { readonly market: Market }) {
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

type RulesCardProps = { readonly event: MarketEvent; readonly market: Market };

export function RulesCard({ event, market }: RulesCardProps) {
  const isSeveral = event.markets.length > 1;
  return (
    <div className="panel stack">
      {isSeveral && <p className="rules-of">{market.question}</p>}
      <Rules market={market} />
      {event.description !== "" && event.description !== market.rules && (
        <LongText text={event.description} />
      )}
      <ChangesPanel market={market} />
      <ResolutionPanel market={market} />
    </div>
  );
}
