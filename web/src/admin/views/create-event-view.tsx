/** The form for a new event, beside a preview. */
import { useState } from "react";
import { ActionForm } from "../action/action-form.tsx";
import { useOperatorClient } from "../operator-session.tsx";
import { AreaField, CheckField, TextField } from "../parts/fields.tsx";
import { readFilled, readFilledInstants, readEmptyField } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { SlugField, SourceFields } from "../parts/listing-fields.tsx";
import { EventPreview } from "../parts/preview.tsx";
import { readTags } from "../parts/tags.ts";
import { View } from "../parts/view.tsx";
import { LIMITS } from "../listing-limits.ts";
import { useConsoleText } from "../console-text.ts";

export function CreateEventView() {
  const { create: words } = useConsoleText();
  const request = useOperatorClient();
  const [draft, setDraft] = useState<FieldReader>(() => readEmptyField);
  return (
    <View title={words.newEvent} lead={words.eventLead} role="market-admin">
      <div className="beside">
        <section className="panel">
          <h2>{words.event}</h2>
          <ActionForm
            submit={words.makeEvent}
            onDraft={(readField) => setDraft(() => readField)}
            act={async (readField) => {
              const made = await request("POST /events", { body: buildEventRequest(readField) });
              const next = { href: `/new-market/${made.slug}`, label: words.addMarket };
              return { words: words.eventMade(made.title, made.id, made.slug), subject: made.id, next };
            }}
          >
            <EventFields />
          </ActionForm>
        </section>
        <EventPreview readField={draft} />
      </div>
    </View>
  );
}

const buildEventRequest = (readField: FieldReader) => ({
  title: readField("title"),
  ...readFilled(readField, ["slug", "description", "resolutionSource", "image", "icon"]),
  ...readFilledInstants(readField, ["startDate", "endDate"]),
  tags: readTags(readField("tags")),
  negativeRisk: readField("negativeRisk") !== "",
  reason: readField("reason"),
});

function EventFields() {
  const { create: words } = useConsoleText();
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
