/** A form field for the picture of an event or a market: its address, the picture itself, and a place to add one. */
import { useEffect, useId, useRef, useState } from "react";
import { LIMITS } from "../listing-limits.ts";
import { useConsoleText } from "../console-text.ts";
import { useFieldFault } from "../action/field-fault.tsx";
import { ImageDrop } from "./image-drop.tsx";
import { isOwnPicture } from "./own-picture.ts";

type ImageFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly defaultValue?: string | undefined;
};

export function ImageField({ name, label, hint, defaultValue = "" }: ImageFieldProps) {
  const { images: words } = useConsoleText();
  const id = useId();
  const fault = useFieldFault(name);
  const field = useRef<HTMLInputElement>(null);
  const [path, setPath] = useState(defaultValue);
  useEffect(() => {
    const form = field.current?.form;
    const clear = (): void => setPath(defaultValue);
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, [defaultValue]);
  /** Fills the field as if it was typed, so that the form notices it. */
  const fill = (text: string): void => {
    if (field.current === null) return;
    field.current.value = text;
    field.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div className="field image-field">
      <label htmlFor={id}>{label}</label>
      <div className="image-row">
        {isOwnPicture(path) && <img src={path} alt={words.shown} width={64} height={64} />}
        <input
          ref={field}
          id={id}
          name={name}
          defaultValue={defaultValue}
          maxLength={LIMITS.url}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={fault === undefined ? `${id}-hint` : `${id}-fault ${id}-hint`}
          aria-invalid={fault !== undefined || undefined}
          onInput={({ currentTarget }) => setPath(currentTarget.value.trim())}
        />
      </div>
      {fault !== undefined && (
        <small id={`${id}-fault`} className="fault">
          {fault}
        </small>
      )}
      <small id={`${id}-hint`} className="soft">
        {hint}
      </small>
      <ImageDrop label={words.addTo(label)} onAdded={(image) => fill(image.path)} />
    </div>
  );
}
