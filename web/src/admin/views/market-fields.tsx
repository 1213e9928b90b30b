/** The form fields of a new market. */
import { useId } from "react";
import { TERM_LIMITS } from "../../../../src/core/market-terms.ts";
import type { NumberLimits } from "../../../../src/core/market-terms.ts";
import { priceText } from "../../../../src/core/units.ts";
import { AddressField, AreaField, CheckField, SelectField, TextField } from "../parts/fields.tsx";
import { SlugField, SourceFields } from "../parts/listing-fields.tsx";
import { LIMITS } from "../listing-limits.ts";
import { useRecentEvents } from "../recent-markets.ts";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";

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
      <AreaField
        name="description"
        label={words.rules}
        hint={words.rulesHint}
        maxLength={LIMITS.description}
      />
      <TextField name="endDate" label={words.ends} type="datetime-local" hint={words.localTime} />
      <TermFields />
      <FeeFields />
      <details>
        <summary>{words.rare}</summary>
        <RareFields />
      </details>
      <SourceFields />
      <CheckField name="open" label={words.openAtOnce} hint={words.openAtOnceHint} />
    </>
  );
}

function EventField({ event }: { readonly event: string }) {
  const { create: words } = useConsoleText();
  const events = useRecentEvents();
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
      <datalist id={id}>
        {events.map(({ slug, title }) => (
          <option key={slug} value={slug} label={title} />
        ))}
      </datalist>
    </>
  );
}

/** Writes the limits as people of the language write decimals, for a hint that names both. */
function useLimits(
  { least, most, places }: NumberLimits,
  hint: (least: string, most: string) => string,
): string {
  const { decimal } = useFormats();
  return hint(decimal(least, places), decimal(most, places));
}

const STANDARD_TICK = "0.01";
const STANDARD_SIZE = "1";

type TermFieldsProps = { readonly tick?: string; readonly minimumSize?: string };

export function TermFields({ tick = STANDARD_TICK, minimumSize = STANDARD_SIZE }: TermFieldsProps) {
  const { create: words, market } = useConsoleText();
  const sizeHint = useLimits(TERM_LIMITS.minimumLots, words.sizeHint);
  return (
    <div className="pair">
      <SelectField name="tick" label={market.tick} hint={words.tickHint} defaultValue={tick}>
        {TERM_LIMITS.tick.sizes.map(priceText).map((size) => (
          <option key={size}>{size}</option>
        ))}
      </SelectField>
      <TextField
        name="minimumSize"
        label={market.minimumSize}
        hint={sizeHint}
        defaultValue={minimumSize}
        inputMode="decimal"
        pattern="\d+([.,]\d{1,2})?"
        title={sizeHint}
      />
    </div>
  );
}

const { rate: RATE, exponent: EXPONENT } = TERM_LIMITS.fees;
const EXPONENTS = Array.from({ length: EXPONENT.most }, (_, index) => String(EXPONENT.least + index));

type FeeFieldsProps = {
  readonly rate?: string;
  readonly exponent?: string;
  readonly makersPay?: boolean;
};

export function FeeFields({ rate, exponent, makersPay }: FeeFieldsProps) {
  const { create: words } = useConsoleText();
  const rateHint = useLimits(RATE, words.rateHint);
  return (
    <fieldset className="stack">
      <legend>{words.fees}</legend>
      <p className="soft">{words.feesHint}</p>
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
  const { create: words, market } = useConsoleText();
  return (
    <div className="stack">
      <SlugField />
      <SelectField name="autoRedeem" label={market.redemption} hint={words.redeemHint}>
        <option value="">{market.asSet}</option>
        <option value="all">{market.paysAll}</option>
        <option value="each">{market.paysEach}</option>
      </SelectField>
      <div className="pair">
        <TextField name="startDate" label={words.starts} type="datetime-local" />
        <TextField name="gameStartTime" label={words.gameStarts} type="datetime-local" />
      </div>
      <AddressField name="creator" label={words.creator} hint={words.creatorHint} />
    </div>
  );
}
