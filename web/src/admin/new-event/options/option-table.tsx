/** A table of a new event's options, which can be reordered; pasted lists add rows. */
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import { useConsoleText } from "../../parts/console-text.ts";
import { insertOptions, moveOption, MAX_OPTIONS } from "../event-draft.ts";
import type { OptionDraft } from "../event-draft.ts";
import type { FormFields } from "../form-fields.ts";
import { OptionRow } from "./option-row.tsx";
import type { OptionSteps } from "./option-row-props.ts";
import { placeNames } from "./paste-names.ts";
import "../../../styles/admin/new-event.css";

type OptionTableProps = {
  readonly options: readonly OptionDraft[];
  readonly change: (changed: (options: readonly OptionDraft[]) => readonly OptionDraft[]) => void;
  readonly fields: FormFields;
};

export function OptionTable({ options, change, fields }: OptionTableProps) {
  const { newEvent: words } = useConsoleText();
  const table = useRef<HTMLTableElement>(null);
  const [left, setLeft] = useState<readonly string[]>([]);
  const steps = useSteps(table, change, setLeft);
  useReadAgain(table, options);
  return (
    <>
      <p className="soft">{words.pasteHint}</p>
      <table className="option-table" ref={table}>
        <OptionHead />
        {options.map((option, index) => (
          <OptionRow
            key={option.key}
            {...{ option, index, fields, steps }}
            isOnly={options.length === 1}
            isLast={index === options.length - 1}
          />
        ))}
      </table>
      <div role="status">
        {left.length > 0 && (
          <p className="notice">{words.leftOut(String(left.length), left[0] ?? "", String(MAX_OPTIONS))}</p>
        )}
      </div>
      <AddButton count={options.length} add={steps.add} />
    </>
  );
}

function OptionHead() {
  const { newEvent: words, images } = useConsoleText();
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{words.number}</span>
        </th>
        <th scope="col">
          <span className="visually-hidden">{images.picture}</span>
        </th>
        <th scope="col">{words.name}</th>
        <th scope="col">{words.startPrice}</th>
        <th scope="col">
          <span className="visually-hidden">{words.steps}</span>
        </th>
      </tr>
    </thead>
  );
}

type AddProps = { readonly count: number; readonly add: () => void };

function AddButton({ count, add }: AddProps) {
  const { newEvent: words } = useConsoleText();
  const id = useId();
  const isFull = count >= MAX_OPTIONS;
  return (
    <p className="row">
      <button type="button" disabled={isFull} aria-describedby={isFull ? id : undefined} onClick={add}>
        {words.addOption}
      </button>
      {isFull && (
        <span id={id} className="soft">
          {words.most(String(MAX_OPTIONS))}
        </span>
      )}
    </p>
  );
}

/** Makes the form read its fields again after options were added, removed or moved. */
function useReadAgain(table: RefObject<HTMLTableElement | null>, options: readonly OptionDraft[]): void {
  const shown = useRef(options);
  useEffect(() => {
    if (shown.current === options) return;
    shown.current = options;
    table.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [table, options]);
}

/** Returns stable callbacks, so that a row is rendered again only if it changed itself. */
function useSteps(
  table: RefObject<HTMLTableElement | null>,
  change: OptionTableProps["change"],
  setLeft: (left: readonly string[]) => void,
): OptionSteps & { readonly add: () => void } {
  return useMemo(
    () => ({
      add: () => change((options) => insertOptions(options, options.length, [""])),
      move: (index, by) => change((options) => moveOption(options, index, by)),
      remove: (index) => {
        setLeft([]);
        change((options) => options.toSpliced(index, 1));
      },
      paste: (index, names) => {
        const inputs = [...(table.current?.querySelectorAll<HTMLInputElement>("input.option-name") ?? [])];
        const labels = inputs.map(({ value }) => value.trim());
        const { filled, added, left } = placeNames(names, index, labels);
        for (const [place, name] of filled.entries()) {
          const input = inputs[index + place];
          if (input) input.value = name;
        }
        setLeft(left);
        // A new array makes the form read the names even if no option was added.
        change((options) => insertOptions(options, index + filled.length, added));
      },
    }),
    [table, change, setLeft],
  );
}
