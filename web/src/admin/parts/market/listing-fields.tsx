/** Form fields that events and markets share. */
import { MADE_SLUG_PATTERN } from "../../../../../src/listings/slug.ts";
import { LIMITS } from "./listing-limits.ts";
import { useConsoleText } from "../console-text.ts";
import { ImageField } from "../../images/image-field.tsx";
import { TextField } from "../fields.tsx";

export function SlugField() {
  const { create: words } = useConsoleText();
  return (
    <TextField
      name="slug"
      label={words.slug}
      hint={words.slugHint}
      maxLength={LIMITS.slug}
      pattern={MADE_SLUG_PATTERN}
      title={words.slugHint}
      spellCheck={false}
    />
  );
}

export function SourceFields() {
  const { create: words } = useConsoleText();
  return (
    <details>
      <summary>{words.more}</summary>
      <div className="stack">
        <TextField
          name="resolutionSource"
          label={words.source}
          hint={words.sourceHint}
          maxLength={LIMITS.url}
        />
        <ImageField name="image" label={words.image} hint={words.imageHint} />
        <TextField name="icon" label={words.icon} hint={words.iconHint} maxLength={LIMITS.url} />
      </div>
    </details>
  );
}
