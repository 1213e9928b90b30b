/** A preview of an event for traders, updated during input, and its parts. */
import { useText } from "../../text/language.tsx";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { instantOf } from "./read-form.ts";
import type { FieldReader } from "./read-form.ts";
import { readTags } from "./tags.ts";

type PreviewProps = { readonly readField: FieldReader };

export function EventPreview({ readField }: PreviewProps) {
  const { create: words } = useConsoleText();
  return (
    <aside className="panel preview" aria-label={words.preview}>
      <p className="soft">{words.preview}</p>
      <h2>{readField("title") || words.noTitle}</h2>
      <TagsPreview tags={readTags(readField("tags"))} />
      <EndPreview readField={readField} />
      <RulesPreview text={readField("description")} />
      {readField("negativeRisk") !== "" && <p className="badge">{words.oneWins}</p>}
      <p className="soft">{words.noMarketsYet}</p>
    </aside>
  );
}

function TagsPreview({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="tag-list">
      {tags.map((tag) => (
        <li key={tag} className="badge">
          {tag}
        </li>
      ))}
    </ul>
  );
}

export function EndPreview({ readField }: PreviewProps) {
  const { common } = useText();
  const formats = useFormats();
  const ends = readField("endDate");
  if (ends === "") return null;
  return <p>{common.ends(formats.dateTime(Date.parse(instantOf(ends))))}</p>;
}

export function RulesPreview({ text }: { readonly text: string }) {
  const { create: words } = useConsoleText();
  return (
    <>
      <h3>{words.rules}</h3>
      <p className={text === "" ? "soft rules" : "rules"}>{text === "" ? words.noRules : text}</p>
    </>
  );
}
