/** The row of an option with picture, name and start price; further fields open below. */
import { memo, useEffect, useId, useState } from "react";
import type { ClipboardEvent } from "react";
import { useFieldFault } from "../../action/field-fault.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import { isOwnPicture } from "../../images/own-picture.ts";
import { LIMITS } from "../../parts/market/listing-limits.ts";
import { CellField } from "./cell-field.tsx";
import { useFieldText } from "../form-fields.ts";
import { OptionButtons } from "./option-buttons.tsx";
import { OptionDetails } from "./option-details.tsx";
import type { OptionRowProps } from "./option-row-props.ts";
import { parseNames } from "./paste-names.ts";
import { buildOptionField } from "../read-event.ts";

export const OptionRow = memo((props: OptionRowProps) => {
  const { index } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const hasFault = useDetailFault(index);
  useEffect(() => {
    if (hasFault) setOpen(true);
  }, [hasFault]);
  const toggle = (): void => setOpen(!isOpen);
  return (
    <tbody>
      <tr>
        <th scope="row">{index + 1}</th>
        <PictureCell {...props} toggle={toggle} />
        <MainCells {...props} />
        <td className="option-steps">
          <div className="row">
            <MoreButton {...{ index, id, isOpen, toggle }} />
            <OptionButtons {...props} />
          </div>
        </td>
      </tr>
      <OptionDetails {...props} id={id} isOpen={isOpen} open={() => setOpen(true)} />
    </tbody>
  );
});

/** Tells whether the form's fault is in a field below the row. */
function useDetailFault(index: number): boolean {
  const faults = [
    useFieldFault(buildOptionField(index, "question")),
    useFieldFault(buildOptionField(index, "slug")),
    useFieldFault(buildOptionField(index, "endDate")),
  ];
  return faults.some((fault) => fault !== undefined);
}

type MoreProps = {
  readonly index: number;
  readonly id: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
};

function MoreButton({ index, id, isOpen, toggle }: MoreProps) {
  const { newEvent: words } = useConsoleText();
  return (
    <button
      type="button"
      className="small"
      aria-expanded={isOpen}
      aria-controls={id}
      aria-label={words.moreOf(String(index + 1))}
      onClick={toggle}
    >
      {isOpen ? "▴" : "▾"}
    </button>
  );
}

type PictureProps = Pick<OptionRowProps, "index" | "fields"> & { readonly toggle: () => void };

function PictureCell({ index, fields, toggle }: PictureProps) {
  const { newEvent: words } = useConsoleText();
  const path = useFieldText(fields, (readField) => readField(buildOptionField(index, "image")));
  return (
    <td>
      <button
        type="button"
        className="small option-picture"
        aria-label={words.pictureOf(String(index + 1))}
        onClick={toggle}
      >
        {isOwnPicture(path) ? <img src={path} alt="" width={32} height={32} /> : path === "" ? "+" : "↗"}
      </button>
    </td>
  );
}

function MainCells({ option, index, steps }: OptionRowProps) {
  const { newEvent: words } = useConsoleText();
  const optionName = words.option(String(index + 1));
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const names = parseNames(event.clipboardData.getData("text"));
    if (names === undefined) return;
    event.preventDefault();
    steps.paste(index, names);
  };
  return (
    <>
      <td>
        <CellField
          name={buildOptionField(index, "label")}
          label={`${optionName}: ${words.name}`}
          className="option-name"
          maxLength={LIMITS.label}
          defaultValue={option.label}
          onPaste={paste}
        />
      </td>
      <td>
        <CellField
          name={buildOptionField(index, "price")}
          label={`${optionName}: ${words.startPrice}`}
          className="option-price"
          inputMode="decimal"
          placeholder={words.none}
          defaultValue={option.price}
        />
      </td>
    </>
  );
}
