/** The form fields of a new event with all its options. */
import { MADE_SLUG_PATTERN, makeSlug } from "../../../../src/listings/slug.ts";
import { useCallback, useEffect, useState } from "react";
import { ReasonField } from "../action/action-form.tsx";
import { TIME_ZONE } from "../parts/read-form.ts";
import { LIMITS } from "../parts/market/listing-limits.ts";
import { useConsoleText } from "../parts/console-text.ts";
import { ImageField } from "../images/image-field.tsx";
import { AreaField, CheckField, TextField } from "../parts/fields.tsx";
import { FeeFields, TermFields, VersionField } from "../views/markets/market-fields.tsx";
import type { EventDraft, OptionDraft } from "./event-draft.ts";
import { useFieldText } from "./form-fields.ts";
import type { FormFields } from "./form-fields.ts";
import { OptionTable } from "./options/option-table.tsx";

type EventFieldsProps = {
  readonly draft: EventDraft;
  readonly fields: FormFields;
  /** Called with the number of options initially and on every change. */
  readonly onRows: (count: number) => void;
};

type Options = readonly OptionDraft[];

export function EventFields({ draft, fields, onRows }: EventFieldsProps) {
  const { create: words, newEvent } = useConsoleText();
  const [options, setOptions] = useState(draft.options);
  const change = useCallback((changed: (options: Options) => Options): void => setOptions(changed), []);
  useEffect(() => onRows(options.length), [options.length, onRows]);
  const isOneQuestion = draft.options.length === 1 && !draft.exclusive;
  const optionFields = <OptionFields {...{ draft, fields, options, change }} />;
  return (
    <>
      <EssentialFields draft={draft} />
      {!isOneQuestion && optionFields}
      <details>
        <summary>{words.further}</summary>
        <div className="stack">
          <ReasonField isOptional />
          <SlugField draft={draft} fields={fields} />
          <TextField
            name="resolutionSource"
            label={words.source}
            hint={words.sourceHint}
            maxLength={LIMITS.url}
            defaultValue={draft.resolutionSource}
          />
          <TextField
            name="startDate"
            label={words.starts}
            type="datetime-local"
            defaultValue={draft.startDate}
          />
          {isOneQuestion && optionFields}
          <h3>{newEvent.terms}</h3>
          <TermFields given={draft} />
          <FeeFields rate={draft.rate} exponent={draft.exponent} makersPay={draft.makersPay} />
          <VersionField isV2={draft.protocolV2} />
        </div>
      </details>
    </>
  );
}

/** The fields that suffice for an event of one question. */
function EssentialFields({ draft }: Pick<EventFieldsProps, "draft">) {
  const { create: words } = useConsoleText();
  return (
    <>
      <TextField
        name="title"
        label={words.title}
        hint={words.titleHint}
        maxLength={LIMITS.title}
        defaultValue={draft.title}
        required
      />
      <AreaField
        name="description"
        label={words.rules}
        hint={words.rulesHint}
        maxLength={LIMITS.description}
        defaultValue={draft.description}
      />
      <TextField
        name="endDate"
        label={words.ends}
        type="datetime-local"
        hint={words.localTime(TIME_ZONE)}
        defaultValue={draft.endDate}
      />
      <TextField name="tags" label={words.tags} hint={words.tagsHint} defaultValue={draft.tags} />
      <ImageField name="image" label={words.image} hint={words.imageHint} defaultValue={draft.image} />
    </>
  );
}

type OptionFieldsProps = Pick<EventFieldsProps, "draft" | "fields"> & {
  readonly options: Options;
  readonly change: (changed: (options: Options) => Options) => void;
};

function OptionFields({ draft, fields, options, change }: OptionFieldsProps) {
  const { create: words, newEvent } = useConsoleText();
  return (
    <>
      <h3>{newEvent.options}</h3>
      <CheckField
        name="exclusive"
        label={words.negativeRisk}
        hint={words.negativeRiskHint}
        defaultChecked={draft.exclusive}
      />
      <TextField
        name="pattern"
        label={newEvent.pattern}
        hint={newEvent.patternHint}
        maxLength={LIMITS.title}
        defaultValue={draft.pattern}
      />
      <OptionTable options={options} change={change} fields={fields} />
      <TextField
        name="maximumLoss"
        label={newEvent.maximumLoss}
        hint={newEvent.maximumLossHint}
        inputMode="decimal"
        defaultValue={draft.maximumLoss}
      />
    </>
  );
}

function SlugField({ draft, fields }: Pick<EventFieldsProps, "draft" | "fields">) {
  const { create: words } = useConsoleText();
  const slug = useFieldText(fields, (readField) => makeSlug("event", readField("title")));
  return (
    <TextField
      name="slug"
      label={words.slug}
      hint={words.slugHint}
      maxLength={LIMITS.slug}
      placeholder={slug}
      pattern={MADE_SLUG_PATTERN}
      title={words.slugHint}
      spellCheck={false}
      defaultValue={draft.slug}
    />
  );
}
