/** A preview of an event for traders, updated during input, and its parts. */
import { useText } from "../../text/language.tsx";
import { useFormats } from "../../text/language.tsx";
import { useWords } from "../words.ts";
import { instantOf } from "./given.ts";
import type { Given } from "./given.ts";
import { readTags } from "./tags.ts";

type PreviewProps = { readonly given: Given };

export function EventPreview({ given }: PreviewProps) {
  const { create: words } = useWords();
  return (
    <aside className="panel preview" aria-label={words.preview}>
      <p className="soft">{words.preview}</p>
      <h2>{given("title") || words.noTitle}</h2>
      <Tags tags={readTags(given("tags"))} />
      <End given={given} />
      <Rules text={given("description")} />
      {given("negativeRisk") !== "" && <p className="badge">{words.oneWins}</p>}
      <p className="soft">{words.noMarketsYet}</p>
    </aside>
  );
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
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

export function End({ given }: PreviewProps) {
  const { common } = useText();
  const formats = useFormats();
  const ends = given("endDate");
  if (ends === "") return null;
  return <p>{common.ends(formats.dateTime(Date.parse(instantOf(ends))))}</p>;
}

export function Rules({ text }: { readonly text: string }) {
  const { create: words } = useWords();
  return (
    <>
      <h3>{words.rules}</h3>
      <p className={text === "" ? "soft rules" : "rules"}>{text === "" ? words.noRules : text}</p>
    </>
  );
}
