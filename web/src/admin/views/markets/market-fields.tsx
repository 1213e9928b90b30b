/** The form fields of a new market. */
import { useId } from "react";
import { FEE_LIMITS, TICK_LIMITS } from "../../../../../src/core/markets/market-terms.ts";
import type { AmountTerm } from "../../../../../src/core/markets/market-terms.ts";
import { priceText } from "../../../../../src/core/units.ts";
import { AddressField, AreaField, CheckField, SelectField, TextField } from "../../parts/fields.tsx";
import { SlugField, SourceFields } from "../../parts/market/listing-fields.tsx";
import { AMOUNTS, CHOICES, STANDARD_AMOUNTS } from "../../parts/market/market-terms.ts";
import type { AmountField, AmountTexts } from "../../parts/market/market-terms.ts";
import { TIME_ZONE } from "../../parts/read-form.ts";
import { LIMITS } from "../../parts/market/listing-limits.ts";
import { ReasonField } from "../../action/action-form.tsx";
import { RecentEventOptions } from "../../listing/recent/recent-event-options.tsx";
import { useFormats } from "../../../text/language.tsx";
import { useConsoleText } from "../../parts/console-text.ts";

export function MarketFields({ event }: { readonly event: string }) {
  const { create: words } = useConsoleText();
  return (
    <>
      <EventField event={event} />
      <TextField
        name="question"
        label={words.question}
        hint={words.questionHint}
        maxLength={LIMITS.title}
        required
      />
      <AreaField
        name="description"
        label={words.rules}
        hint={words.rulesHint}
        maxLength={LIMITS.description}
      />
      <TextField name="endDate" label={words.ends} type="datetime-local" hint={words.localTime(TIME_ZONE)} />
      <CheckField name="open" label={words.openAtOnce} hint={words.openAtOnceHint} />
      <details>
        <summary>{words.further}</summary>
        <div className="stack">
          <ReasonField isOptional />
          <OutcomeFields />
          <TermFields />
          <FeeFields />
          <VersionField />
          <RareFields />
          <SourceFields />
        </div>
      </details>
    </>
  );
}

/** Names of the outcomes, Yes and No unless given, and of the market within its event. */
function OutcomeFields() {
  const { create: words } = useConsoleText();
  return (
    <>
      <div className="pair">
        <TextField
          name="first"
          label={words.firstOutcome}
          placeholder={words.first}
          maxLength={LIMITS.label}
        />
        <TextField
          name="second"
          label={words.secondOutcome}
          placeholder={words.second}
          hint={words.outcomesHint}
          maxLength={LIMITS.label}
        />
      </div>
      <TextField name="label" label={words.label} hint={words.labelHint} maxLength={LIMITS.label} />
    </>
  );
}

function EventField({ event }: { readonly event: string }) {
  const { create: words } = useConsoleText();
  const id = useId();
  return (
    <>
      <TextField
        name="event"
        label={words.inEvent}
        hint={words.inEventHint}
        list={id}
        defaultValue={event}
        maxLength={LIMITS.slug}
        spellCheck={false}
        required
      />
      <RecentEventOptions id={id} />
    </>
  );
}

export function TermFields({ given = STANDARD_AMOUNTS }: { readonly given?: AmountTexts }) {
  return (
    <div className="pair">
      {AMOUNTS.map((term) => (
        <AmountTermField key={term.name} {...term} given={given[term.name]} />
      ))}
    </div>
  );
}

type AmountProps = { readonly name: AmountField; readonly row: AmountTerm; readonly given: string };

function AmountTermField({ name, row, given }: AmountProps) {
  const { label, hint } = useConsoleText().create.terms[name];
  const { decimal } = useFormats();
  if (row.kind === "step")
    return (
      <SelectField name={name} label={label} hint={hint("", "")} defaultValue={given}>
        {TICK_LIMITS.sizes.map(priceText).map((size) => (
          <option key={size}>{size}</option>
        ))}
      </SelectField>
    );
  const { least, most, places } = row.limits;
  const limits = hint(decimal(least, places), decimal(most, places));
  return (
    <TextField
      name={name}
      label={label}
      hint={limits}
      defaultValue={given}
      inputMode="decimal"
      pattern={`\\d+([.,]\\d{1,${places}})?`}
      title={limits}
    />
  );
}

export function VersionField({ isV2 = false }: { readonly isV2?: boolean }) {
  const { create: words } = useConsoleText();
  return (
    <CheckField
      name="protocolV2"
      label={words.protocolV2}
      hint={words.protocolV2Hint}
      defaultChecked={isV2}
    />
  );
}

function ChoiceFields() {
  const { terms } = useConsoleText().create;
  return CHOICES.map(({ name }) => {
    const { label, hint, values } = terms[name];
    return (
      <SelectField key={name} name={name} label={label} hint={hint}>
        <option value="">{values.absent}</option>
        <option value="true">{values.true}</option>
        <option value="false">{values.false}</option>
      </SelectField>
    );
  });
}

const { rate: RATE, exponent: EXPONENT } = FEE_LIMITS;
const EXPONENTS = Array.from({ length: EXPONENT.most }, (_, index) => String(EXPONENT.least + index));

type FeeFieldsProps = {
  readonly rate?: string | undefined;
  readonly exponent?: string | undefined;
  readonly makersPay?: boolean;
  readonly hint?: string;
};

export function FeeFields({ rate, exponent, makersPay, hint }: FeeFieldsProps) {
  const { create: words } = useConsoleText();
  const { decimal } = useFormats();
  const rateHint = words.rateHint(decimal(RATE.least, RATE.places), decimal(RATE.most, RATE.places));
  return (
    <fieldset className="stack">
      <legend>{words.fees}</legend>
      <p className="soft">{hint ?? words.feesHint}</p>
      <div className="pair">
        <TextField
          name="rate"
          label={words.rate}
          hint={rateHint}
          inputMode="decimal"
          pattern="0([.,]\d{1,4})?"
          title={rateHint}
          placeholder="0.02"
          defaultValue={rate}
        />
        <SelectField name="exponent" label={words.exponent} defaultValue={exponent}>
          {EXPONENTS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </div>
      <CheckField name="makersPay" label={words.makersPay} defaultChecked={makersPay} />
    </fieldset>
  );
}

function RareFields() {
  const { create: words } = useConsoleText();
  return (
    <>
      <SlugField />
      <ChoiceFields />
      <div className="pair">
        <TextField name="startDate" label={words.starts} type="datetime-local" />
        <TextField name="gameStartTime" label={words.gameStarts} type="datetime-local" />
      </div>
      <AddressField name="creator" label={words.creator} hint={words.creatorHint} />
    </>
  );
}
