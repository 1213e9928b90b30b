/** The form for a new event, beside a preview. */
import { useState } from "react";
import { DeedForm } from "../deed/deed-form.tsx";
import { useAsk } from "../operator-session.tsx";
import { AreaField, CheckField, TextField } from "../parts/fields.tsx";
import { filled, filledInstants, NOTHING_GIVEN } from "../parts/given.ts";
import type { Given } from "../parts/given.ts";
import { SlugField, SourceFields } from "../parts/listing-fields.tsx";
import { EventPreview } from "../parts/preview.tsx";
import { readTags } from "../parts/tags.ts";
import { View } from "../parts/view.tsx";
import { LIMITS } from "../listing-limits.ts";
import { useWords } from "../words.ts";

export function CreateEventView() {
  const { create: words } = useWords();
  const ask = useAsk();
  const [draft, setDraft] = useState<Given>(() => NOTHING_GIVEN);
  return (
    <View title={words.newEvent} lead={words.eventLead} role="market-admin">
      <div className="beside">
        <section className="panel">
          <h2>{words.event}</h2>
          <DeedForm
            submit={words.makeEvent}
            onDraft={(given) => setDraft(() => given)}
            act={async (given) => {
              const made = await ask("POST /events", { body: eventOf(given) });
              const next = { href: `/new-market/${made.slug}`, label: words.addMarket };
              return { words: words.eventMade(made.title, made.id, made.slug), subject: made.id, next };
            }}
          >
            <EventFields />
          </DeedForm>
        </section>
        <EventPreview given={draft} />
      </div>
    </View>
  );
}

const eventOf = (given: Given) => ({
  title: given("title"),
  ...filled(given, ["slug", "description", "resolutionSource", "image", "icon"]),
  ...filledInstants(given, ["startDate", "endDate"]),
  tags: readTags(given("tags")),
  negativeRisk: given("negativeRisk") !== "",
  reason: given("reason"),
});

function EventFields() {
  const { create: words } = useWords();
  return (
    <>
      <TextField name="title" label={words.title} maxLength={LIMITS.title} required />
      <SlugField />
      <AreaField name="description" label={words.description} maxLength={LIMITS.description} />
      <TextField name="tags" label={words.tags} hint={words.tagsHint} />
      <CheckField name="negativeRisk" label={words.negativeRisk} hint={words.negativeRiskHint} />
      <div className="pair">
        <TextField name="startDate" label={words.starts} type="datetime-local" />
        <TextField name="endDate" label={words.ends} type="datetime-local" hint={words.localTime} />
      </div>
      <SourceFields />
    </>
  );
}
