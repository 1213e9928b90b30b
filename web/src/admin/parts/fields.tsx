/** Form fields with labels and hints. */
import { useEffect, useId, useRef, useState } from "react";
import type { ComponentProps, ReactNode, RefObject } from "react";
import { useFormats } from "../../text/language.tsx";
import { FieldFaultContext, useFieldFault } from "../action/field-fault.tsx";
import { useConsoleText } from "./console-text.ts";

type LabelProps = { readonly label: string; readonly hint?: string | undefined };

type TextName<Words> = { [Name in keyof Words]: Words[Name] extends string ? Name : never }[keyof Words] &
  string;

/** Returns the name of a field with its label and hint from the texts, such as `host` and `hostHint`. */
export function nameField<Words extends object>(words: Words, name: TextName<Words>) {
  const texts = new Map<string, unknown>(Object.entries(words));
  const hint = texts.get(`${name}Hint`);
  return { name, label: String(texts.get(name)), ...(typeof hint === "string" && { hint }) };
}

type FrameProps = LabelProps & {
  readonly id: string;
  readonly fault: string | undefined;
  readonly children: ReactNode;
};

const buildHintId = (id: string, hint: string | undefined, fault?: string) => {
  const ids = [
    ...(fault === undefined ? [] : [`${id}-fault`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ];
  return {
    ...(ids.length > 0 && { "aria-describedby": ids.join(" ") }),
    ...(fault !== undefined && { "aria-invalid": true }),
  };
};

function Frame({ id, label, hint, fault, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {fault !== undefined && (
        <small id={`${id}-fault`} className="fault">
          {fault}
        </small>
      )}
      {hint !== undefined && (
        <small id={`${id}-hint`} className="soft">
          {hint}
        </small>
      )}
    </div>
  );
}

export function TextField({ label, hint, maxLength, ...input }: LabelProps & ComponentProps<"input">) {
  const id = useId();
  const fault = useFieldFault(input.name);
  const most = useMaxLetters<HTMLInputElement>(maxLength);
  return (
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <input id={id} autoComplete="off" {...most} {...buildHintId(id, hint, fault)} {...input} />
    </Frame>
  );
}

export function AreaField({ label, hint, maxLength, ...area }: LabelProps & ComponentProps<"textarea">) {
  const id = useId();
  const fault = useFieldFault(area.name);
  const most = useMaxLetters<HTMLTextAreaElement>(maxLength);
  return (
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <textarea id={id} rows={3} {...most} {...buildHintId(id, hint, fault)} {...area} />
    </Frame>
  );
}

export function SelectField({ label, hint, children, ...select }: LabelProps & ComponentProps<"select">) {
  const id = useId();
  const fault = useFieldFault(select.name);
  return (
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <select id={id} {...buildHintId(id, hint, fault)} {...select}>
        {children}
      </select>
    </Frame>
  );
}

type OptionsProps<Value extends string> = {
  readonly of: readonly Value[];
  readonly names: Readonly<Record<Value, string>>;
};

/** The options of a select field, with their names. */
export const Options = <Value extends string>({ of, names }: OptionsProps<Value>) => (
  <>
    {of.map((value) => (
      <option key={value} value={value}>
        {names[value]}
      </option>
    ))}
  </>
);

type CheckProps = LabelProps & ComponentProps<"input"> & { readonly type?: "checkbox" | "radio" };

export function CheckField({ label, hint, type = "checkbox", ...input }: CheckProps) {
  const id = useId();
  const named = useFieldFault(input.name);
  // The fault of a group of radio buttons is shown once, by its legend.
  const fault = type === "radio" ? undefined : named;
  return (
    <div className="check">
      <input id={id} type={type} {...buildHintId(id, hint, fault)} {...input} />
      <label htmlFor={id}>{label}</label>
      {fault !== undefined && (
        <small id={`${id}-fault`} className="fault">
          {fault}
        </small>
      )}
      {hint !== undefined && (
        <small id={`${id}-hint`} className="soft">
          {hint}
        </small>
      )}
    </div>
  );
}

type RadioGroupProps = {
  readonly name: string;
  readonly label: string;
  readonly children: ReactNode;
};

/** A group of radio buttons with the fault of the group. */
export function RadioGroup({ name, label, children }: RadioGroupProps) {
  const id = useId();
  const fault = useFieldFault(name);
  return (
    <fieldset aria-describedby={fault === undefined ? undefined : id}>
      <legend>{label}</legend>
      {children}
      {fault !== undefined && (
        <small id={id} className="fault">
          {fault}
        </small>
      )}
    </fieldset>
  );
}

const ADDRESS = "0x[0-9a-fA-F]{40}";

/** A text field for a wallet address. */
export const AddressField = (props: LabelProps & ComponentProps<"input">) => (
  <TextField
    pattern={ADDRESS}
    title={useConsoleText().action.mistakes.address}
    placeholder="0x…"
    spellCheck={false}
    autoCapitalize="off"
    {...props}
  />
);

type ListFieldProps = LabelProps & {
  readonly name: string;
  readonly lines: string;
  readonly setLines: (lines: string) => void;
};

/** A field of lines that are typed, pasted, or read from a CSV file. */
export function ListField({ name, label, hint, lines, setLines }: ListFieldProps) {
  const { listFile: words } = useConsoleText();
  const [wrong, setWrong] = useState<string>();
  const read = async (file: File | undefined): Promise<void> => {
    const text = file && decodeUtf8(await file.arrayBuffer());
    setWrong(file !== undefined && text === undefined ? words.notUtf8(file.name) : undefined);
    if (text !== undefined) setLines(text);
  };
  return (
    <>
      <AreaField
        name={name}
        label={label}
        hint={hint}
        rows={8}
        spellCheck={false}
        value={lines}
        onChange={({ currentTarget }) => setLines(currentTarget.value)}
        required
      />
      <FieldFaultContext value={wrong === undefined ? [] : [{ name: "file", words: wrong }]}>
        <TextField
          name="file"
          label={words.label}
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      </FieldFaultContext>
    </>
  );
}

/** Decodes UTF-8; `undefined` for other encodings, which would lose letters of names and notes. */
function decodeUtf8(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement;

type BoundedFieldProps<Element extends Field> = {
  readonly ref: RefObject<Element | null>;
  readonly onInput: () => void;
};

/**
 * Marks a field as invalid if its text is too long; unbounded without `most`. The browser's own limit would cut a pasted
 * text silently.
 */
function useMaxLetters<Element extends Field>(most = Infinity): BoundedFieldProps<Element> {
  const { action } = useConsoleText();
  const { count } = useFormats();
  const field = useRef<Element>(null);
  const check = (): void => {
    const letters = field.current?.value.length ?? 0;
    field.current?.setCustomValidity(letters > most ? action.tooLong(count(most), count(letters)) : "");
  };
  // A text may also come without input, for example from a restored draft.
  useEffect(check);
  return { ref: field, onInput: check };
}
