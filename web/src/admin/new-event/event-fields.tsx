/** The form fields of a new event with all its options. */
import { MADE_SLUG_PATTERN, slugOfTitle } from "../../../../src/catalog/slug.ts";
import { useState } from "react";
import { LIMITS } from "../listing-limits.ts";
import { useConsoleText } from "../console-text.ts";
import { ImageField } from "../images/image-field.tsx";
import { AreaField, CheckField, TextField } from "../parts/fields.tsx";
import type { FieldReader } from "../parts/read-form.ts";
import { FeeFields, TermFields } from "../views/market-fields.tsx";
import type { EventDraft, OptionDraft } from "./event-draft.ts";
import { OptionRows } from "./option-rows.tsx";

type EventFieldsProps = {
  readonly draft: EventDraft;
  readonly readField: FieldReader;
  /** Called when rows were added, removed or moved, with their number. */
  readonly onRows: (count: number) => void;
};

export function EventFields({ draft, readField, onRows }: EventFieldsProps) {
  const { create: words, newEvent } = useConsoleText();
  const [options, setOptions] = useState(draft.options);
  const change = (changed: readonly OptionDraft[]): void => {
    setOptions(changed);
    onRows(changed.length);
  };
  return (
    <>
      <NameFields draft={draft} readField={readField} />
      <CheckField
        name="exclusive"
        label={words.negativeRisk}
        hint={words.negativeRiskHint}
        defaultChecked={draft.exclusive}
      />
      <h3>{newEvent.options}</h3>
      <TextField
        name="pattern"
        label={newEvent.pattern}
        hint={newEvent.patternHint}
        maxLength={LIMITS.title}
        defaultValue={draft.pattern}
      />
      <OptionRows options={options} change={change} readField={readField} />
      <TextField
        name="maximumLoss"
        label={newEvent.maximumLoss}
        hint={newEvent.maximumLossHint}
        inputMode="decimal"
        pattern="\d+([.,]\d{1,6})?"
      />
      <h3>{newEvent.terms}</h3>
      <TermFields tick={draft.tick} minimumSize={draft.minimumSize} />
      <FeeFields rate={draft.rate} exponent={draft.exponent} makersPay={draft.makersPay} />
    </>
  );
}

function NameFields({ draft, readField }: Pick<EventFieldsProps, "draft" | "readField">) {
  const { create: words } = useConsoleText();
  return (
    <>
      <TextField
        name="title"
        label={words.title}
        maxLength={LIMITS.title}
        defaultValue={draft.title}
        required
      />
      <TextField
        name="slug"
        label={words.slug}
        hint={words.slugHint}
        maxLength={LIMITS.slug}
        placeholder={slugOfTitle("event", readField("title"))}
        pattern={MADE_SLUG_PATTERN}
        title={words.slugHint}
        spellCheck={false}
      />
      <AreaField
        name="description"
        label={words.rules}
        hint={words.rulesHint}
        maxLength={LIMITS.description}
        defaultValue={draft.description}
      />
      <TextField
        name="resolutionSource"
        label={words.source}
        hint={words.sourceHint}
        maxLength={LIMITS.url}
        defaultValue={draft.resolutionSource}
      />
      <div className="pair">
        <TextField name="startDate" label={words.starts} type="datetime-local" />
        <TextField
          name="endDate"
          label={words.ends}
          type="datetime-local"
          hint={words.localTime}
          defaultValue={draft.endDate}
        />
      </div>
      <TextField name="tags" label={words.tags} hint={words.tagsHint} defaultValue={draft.tags} />
      <ImageField name="image" label={words.image} hint={words.imageHint} defaultValue={draft.image} />
    </>
  );
}
