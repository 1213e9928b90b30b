/** A text field in a table cell, with an accessible name for screen readers. */
import { useId } from "react";
import type { ComponentProps } from "react";
import { useFieldFault } from "../../action/field-fault.tsx";

export function CellField({ label, ...input }: ComponentProps<"input"> & { readonly label: string }) {
  const id = useId();
  const fault = useFieldFault(input.name);
  return (
    <div className="field">
      <input
        aria-label={label}
        autoComplete="off"
        {...(fault !== undefined && { "aria-describedby": id, "aria-invalid": true })}
        {...input}
      />
      {fault !== undefined && (
        <small id={id} className="fault">
          {fault}
        </small>
      )}
    </div>
  );
}
