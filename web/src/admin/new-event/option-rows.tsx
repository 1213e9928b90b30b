/** The options of a new event, each a row: its name, question, slug, start price and end, in an order that can be changed. */
import { MADE_SLUG_PATTERN, slugOfTitle } from "../../../../src/catalog/slug.ts";
import { LIMITS } from "../listing-limits.ts";
import { useConsoleText } from "../console-text.ts";
import { ImageField } from "../images/image-field.tsx";
import { TextField } from "../parts/fields.tsx";
import type { FieldReader } from "../parts/read-form.ts";
import { addOption, moveOption, MOST_OPTIONS } from "./event-draft.ts";
import type { OptionDraft } from "./event-draft.ts";
import { optionField, questionOf } from "./read-event.ts";

type OptionRowsProps = {
  readonly options: readonly OptionDraft[];
  readonly change: (options: readonly OptionDraft[]) => void;
  readonly readField: FieldReader;
};

export function OptionRows({ options, change, readField }: OptionRowsProps) {
  const { newEvent: words } = useConsoleText();
  return (
    <>
      <ol className="option-rows">
        {options.map((option, index) => (
          <li key={option.key}>
            <fieldset>
              <legend>{words.option(String(index + 1))}</legend>
              <OptionFields {...{ option, index, readField }} />
              <OptionButtons {...{ options, change, index }} />
            </fieldset>
          </li>
        ))}
      </ol>
      <p>
        <button
          type="button"
          disabled={options.length >= MOST_OPTIONS}
          onClick={() => change(addOption(options))}
        >
          {words.addOption}
        </button>
      </p>
    </>
  );
}

type OptionFieldsProps = {
  readonly option: OptionDraft;
  readonly index: number;
  readonly readField: FieldReader;
};

const PRICE = "0?[.,]\\d{1,4}";

function OptionFields({ option, index, readField }: OptionFieldsProps) {
  const { newEvent: words, create } = useConsoleText();
  const question = questionOf(readField, index);
  return (
    <div className="option-fields">
      <TextField
        name={optionField(index, "label")}
        label={words.name}
        maxLength={LIMITS.label}
        defaultValue={option.label}
      />
      <TextField
        name={optionField(index, "question")}
        label={create.question}
        maxLength={LIMITS.title}
        defaultValue={option.question}
        placeholder={question}
      />
      <TextField
        name={optionField(index, "slug")}
        label={create.slug}
        maxLength={LIMITS.slug}
        placeholder={slugOfTitle("market", question)}
        pattern={MADE_SLUG_PATTERN}
        title={create.slugHint}
        spellCheck={false}
      />
      <TextField
        name={optionField(index, "price")}
        label={words.startPrice}
        inputMode="decimal"
        pattern={PRICE}
        title={words.startPriceTitle}
        placeholder={words.none}
      />
      <TextField
        name={optionField(index, "endDate")}
        label={create.ends}
        type="datetime-local"
        defaultValue={option.endDate}
      />
      <OptionImage option={option} index={index} />
    </div>
  );
}

function OptionImage({ option, index }: Pick<OptionFieldsProps, "option" | "index">) {
  const { newEvent: words, create } = useConsoleText();
  return (
    <details className="option-image">
      <summary>{words.optionImage}</summary>
      <ImageField
        name={optionField(index, "image")}
        label={words.optionImage}
        hint={create.imageHint}
        defaultValue={option.image}
      />
    </details>
  );
}

type OptionButtonsProps = Omit<OptionRowsProps, "readField"> & { readonly index: number };

function OptionButtons({ options, change, index }: OptionButtonsProps) {
  const { newEvent: words } = useConsoleText();
  const which = String(index + 1);
  return (
    <div className="row">
      <button
        type="button"
        className="small"
        aria-label={words.moveUp(which)}
        disabled={index === 0}
        onClick={() => change(moveOption(options, index, -1))}
      >
        ↑
      </button>
      <button
        type="button"
        className="small"
        aria-label={words.moveDown(which)}
        disabled={index === options.length - 1}
        onClick={() => change(moveOption(options, index, 1))}
      >
        ↓
      </button>
      <button
        type="button"
        className="small"
        aria-label={words.removeOption(which)}
        disabled={options.length === 1}
        onClick={() => change(options.toSpliced(index, 1))}
      >
        {words.remove}
      </button>
    </div>
  );
}
