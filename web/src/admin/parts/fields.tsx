/** Form fields with labels and hints. */
import { useId } from "react";
import type { ComponentProps, ReactNode } from "react";
import { useFieldFault } from "../action/field-fault.tsx";
import { useMostLetters } from "./most-letters.ts";

type Labelled = { readonly label: string; readonly hint?: string | undefined };

type FrameProps = Labelled & {
  readonly id: string;
  readonly fault: string | undefined;
  readonly children: ReactNode;
};

const hintId = (id: string, hint: string | undefined, fault?: string) => {
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

export function TextField({ label, hint, maxLength, ...input }: Labelled & ComponentProps<"input">) {
  const id = useId();
  const fault = useFieldFault(input.name);
  const most = useMostLetters<HTMLInputElement>(maxLength);
  return (
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <input id={id} autoComplete="off" {...most} {...hintId(id, hint, fault)} {...input} />
    </Frame>
  );
}

export function AreaField({ label, hint, maxLength, ...area }: Labelled & ComponentProps<"textarea">) {
  const id = useId();
  const fault = useFieldFault(area.name);
  const most = useMostLetters<HTMLTextAreaElement>(maxLength);
  return (
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <textarea id={id} rows={3} {...most} {...hintId(id, hint, fault)} {...area} />
    </Frame>
  );
}

export function SelectField({ label, hint, children, ...select }: Labelled & ComponentProps<"select">) {
  const id = useId();
  const fault = useFieldFault(select.name);
  return (
    <Frame id={id} label={label} hint={hint} fault={fault}>
      <select id={id} {...hintId(id, hint, fault)} {...select}>
        {children}
      </select>
    </Frame>
  );
}

type CheckProps = Labelled & ComponentProps<"input"> & { readonly type?: "checkbox" | "radio" };

export function CheckField({ label, hint, type = "checkbox", ...input }: CheckProps) {
  const id = useId();
  const fault = useFieldFault(input.name);
  return (
    <div className="check">
      <input id={id} type={type} {...hintId(id, hint, fault)} {...input} />
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

const ADDRESS = "0x[0-9a-fA-F]{40}";

/** A text field for a wallet address. */
export const AddressField = (props: Labelled & ComponentProps<"input">) => (
  <TextField
    pattern={ADDRESS}
    title="0x…"
    placeholder="0x…"
    spellCheck={false}
    autoCapitalize="off"
    {...props}
  />
);
