/** Parts of a preview for traders, updated during input. */
import { useText } from "../../../text/language.tsx";
import { useFormats } from "../../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { toInstantText } from "../read-form.ts";
import type { FieldReader } from "../read-form.ts";

type PreviewProps = { readonly readField: FieldReader };

export function EndPreview({ readField }: PreviewProps) {
  const { common } = useText();
  const formats = useFormats();
  const ends = readField("endDate");
  if (ends === "") return null;
  return <p>{common.ends(formats.zonedTime(Date.parse(toInstantText(ends))))}</p>;
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
