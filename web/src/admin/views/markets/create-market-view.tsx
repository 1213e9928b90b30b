/** The form for a new market, beside a preview. */
import { useState } from "react";
import { ActionForm } from "../../action/action-form.tsx";
import { useOperatorClient } from "../../session/operator-session.tsx";
import { MarketPreview } from "../../parts/market/market-preview.tsx";
import { readEmptyField } from "../../parts/read-form.ts";
import type { FieldReader } from "../../parts/read-form.ts";
import { View } from "../../parts/view.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import { buildMarketRequest } from "./build-market-request.ts";
import { MarketFields } from "./market-fields.tsx";

export function CreateMarketView({ event = "" }: { readonly event?: string }) {
  const { create: words, market: own } = useConsoleText();
  const request = useOperatorClient();
  const [draft, setDraft] = useState<FieldReader>(() => readEmptyField);
  return (
    <View title={words.newMarket} lead={words.marketLead} role="market-admin">
      <div className="beside">
        <section className="panel">
          <h2>{words.market}</h2>
          <ActionForm
            submit={words.makeMarket}
            reason="among-children"
            onDraft={(readField) => setDraft(() => readField)}
            act={async (readField) => {
              const made = await request("POST /markets", { body: buildMarketRequest(readField) });
              const next = { href: `/markets/${made.conditionId}`, label: words.toMarket };
              const status = own.statuses[made.status];
              const said = words.marketMade(made.question, status);
              return { words: said, subject: made.conditionId, deed: "create-market", next };
            }}
          >
            <MarketFields event={event} />
          </ActionForm>
        </section>
        <MarketPreview readField={draft} />
      </div>
    </View>
  );
}
