/** The form for a new market, beside a preview. */
import { useState } from "react";
import { DeedForm } from "../deed/deed-form.tsx";
import { useAsk } from "../operator-session.tsx";
import { MarketPreview } from "../parts/market-preview.tsx";
import { NOTHING_GIVEN } from "../parts/given.ts";
import type { Given } from "../parts/given.ts";
import { View } from "../parts/view.tsx";
import { useWords } from "../words.ts";
import { marketOf } from "./created-market.ts";
import { MarketFields } from "./market-fields.tsx";

export function CreateMarketView({ event }: { readonly event: string }) {
  const { create: words, market: own } = useWords();
  const ask = useAsk();
  const [draft, setDraft] = useState<Given>(() => NOTHING_GIVEN);
  return (
    <View title={words.newMarket} lead={words.marketLead} role="market-admin">
      <div className="beside">
        <section className="panel">
          <h2>{words.market}</h2>
          <DeedForm
            submit={words.makeMarket}
            onDraft={(given) => setDraft(() => given)}
            act={async (given) => {
              const made = await ask("POST /markets", { body: marketOf(given) });
              const next = { href: `/markets/${made.conditionId}`, label: words.toMarket };
              const status = own.statuses[made.status];
              return { words: words.marketMade(made.question, status), subject: made.conditionId, next };
            }}
          >
            <MarketFields event={event} />
          </DeedForm>
        </section>
        <MarketPreview given={draft} />
      </div>
    </View>
  );
}
