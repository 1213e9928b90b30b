/** Fields of an option below its row: question, slug, end and picture. Hidden ones remain in the form. */
import { MADE_SLUG_PATTERN, makeSlug } from "../../../../../src/listings/slug.ts";
import { useConsoleText } from "../../parts/console-text.ts";
import { ImageField } from "../../images/image-field.tsx";
import { LIMITS } from "../../parts/market/listing-limits.ts";
import { TextField } from "../../parts/fields.tsx";
import { useFieldText } from "../form-fields.ts";
import { OptionButtons } from "./option-buttons.tsx";
import type { OptionRowProps } from "./option-row-props.ts";
import { buildOptionField, readQuestion } from "../read-event.ts";

type OptionDetailsProps = OptionRowProps & {
  readonly id: string;
  readonly isOpen: boolean;
  readonly open: () => void;
};

export function OptionDetails({ id, isOpen, open, ...row }: OptionDetailsProps) {
  const { newEvent: words } = useConsoleText();
  return (
    <tr
      id={id}
      hidden={!isOpen}
      onInvalidCapture={({ currentTarget }) => {
        // The browser focuses the field right afterwards, and only a visible field takes the focus.
        currentTarget.hidden = false;
        open();
      }}
    >
      <td colSpan={5}>
        <fieldset className="option-details" aria-label={words.option(String(row.index + 1))}>
          <DetailFields {...row} isOpen={isOpen} />
          {isOpen && <OptionButtons {...row} />}
        </fieldset>
      </td>
    </tr>
  );
}

function DetailFields({ option, index, fields, isOpen }: OptionRowProps & { readonly isOpen: boolean }) {
  const { newEvent: words, create } = useConsoleText();
  // Hidden questions are not rendered again while the title is typed.
  const question = useFieldText(fields, (readField) => (isOpen ? readQuestion(readField, index) : ""));
  return (
    <>
      <TextField
        name={buildOptionField(index, "question")}
        label={create.question}
        maxLength={LIMITS.title}
        defaultValue={option.question}
        placeholder={question}
      />
      <TextField
        name={buildOptionField(index, "slug")}
        label={create.slug}
        maxLength={LIMITS.slug}
        placeholder={makeSlug("market", question)}
        pattern={MADE_SLUG_PATTERN}
        title={create.slugHint}
        spellCheck={false}
        defaultValue={option.slug}
      />
      <TextField
        name={buildOptionField(index, "endDate")}
        label={create.ends}
        type="datetime-local"
        defaultValue={option.endDate}
      />
      <ImageField
        name={buildOptionField(index, "image")}
        label={words.optionImage}
        hint={create.imageHint}
        defaultValue={option.image}
      />
    </>
  );
}
