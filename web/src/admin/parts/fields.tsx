/** Form fields with labels and hints. */
import { useId } from "react";
import type { ComponentProps, ReactNode } from "react";

type Labelled = { readonly label: string; readonly hint?: string | undefined };

type FrameProps = Labelled & { readonly id: string; readonly children: ReactNode };

const hintId = (id: string, hint: string | undefined) =>
  hint === undefined ? {} : { "aria-describedby": `${id}-hint` };

function Frame({ id, label, hint, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <small id={`${id}-hint`} className="soft">
          {hint}
        </small>
      )}
    </div>
  );
}

export function TextField({ label, hint, ...input }: Labelled & ComponentProps<"input">) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint}>
      <input id={id} autoComplete="off" {...hintId(id, hint)} {...input} />
    </Frame>
  );
}

export function AreaField({ label, hint, ...area }: Labelled & ComponentProps<"textarea">) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint}>
      <textarea id={id} rows={3} {...hintId(id, hint)} {...area} />
    </Frame>
  );
}

export function SelectField({ label, hint, children, ...select }: Labelled & ComponentProps<"select">) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint}>
      <select id={id} {...hintId(id, hint)} {...select}>
        {children}
      </select>
    </Frame>
  );
}

type CheckProps = Labelled & ComponentProps<"input"> & { readonly type?: "checkbox" | "radio" };

export function CheckField({ label, hint, type = "checkbox", ...input }: CheckProps) {
  const id = useId();
  return (
    <div className="check">
      <input id={id} type={type} {...hintId(id, hint)} {...input} />
      <label htmlFor={id}>{label}</label>
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
    maxLength={42}
    {...props}
  />
);
