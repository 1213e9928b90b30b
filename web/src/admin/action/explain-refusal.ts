/** Refusals of the exchange in the words of the console: mistakes in fields, and changes that another operator made first. */
import { RejectedError } from "../../api/client.ts";
import type { Formats } from "../../text/formats.ts";
import type { ConsoleText } from "../parts/console-text.ts";

type FieldWords = ConsoleText["action"]["mistakes"];

/** Hints about a field with their explanations; the first that matches applies. */
const MISTAKES: readonly (readonly [hint: RegExp, mistake: keyof FieldWords])[] = [
  [/expected an instant (after|from now)/, "tooEarly"],
  [/expected an instant before the end/, "tooLate"],
  [/expected an instant/, "time"],
  [/expected a wallet address/, "address"],
  [/expected a URL/, "web"],
  [/expected a decimal above 0 and below 1 /, "price"],
  [/expected a decimal/, "number"],
  [/expected text that is not blank/, "missing"],
];

/** Explains a hint about a field; hints of other kinds stay as they are. */
export function explainMistake(hint: string, { mistakes }: ConsoleText["action"]): string {
  const found = MISTAKES.find(([pattern]) => pattern.test(hint));
  return found === undefined ? hint : mistakes[found[1]];
}

/** An action refused because its subject changed after its form was opened. */
export class OutdatedFormError extends Error {}

/** The latest edit in the hint of `listing_changed`, as in "title, tags by admin at 2026-01-31T12:00:00Z (batch 7)". */
const LATEST_EDIT = /: (?<fields>[\w, ]+) by (?<operator>.+?) at (?<time>\S+) \(batch \d+\)/;

/** Explains that another operator edited first; `undefined` for other errors. */
export function explainEarlierEdit(
  error: unknown,
  { action, deeds }: Pick<ConsoleText, "action" | "deeds">,
  formats: Formats,
): string | undefined {
  if (!(error instanceof RejectedError) || error.code !== "listing_changed") return undefined;
  const { fields = "", operator = "", time = "" } = LATEST_EDIT.exec(error.hint)?.groups ?? {};
  const changed = nameFields(fields.split(", "), deeds);
  return action.editedFirst(operator, changed, formats.zonedTime(Date.parse(time)));
}

/** Names the fields of requests as the audit log does, such as "rules, short name". */
export function nameFields(fields: readonly string[], deeds: ConsoleText["deeds"]): string {
  const names = new Map<string, string>(Object.entries(deeds.fields));
  const nameOf = (field: string) => names.get(field === "label" ? "groupItemTitle" : field) ?? field;
  return fields.map((field) => nameOf(field).toLowerCase()).join(", ");
}
