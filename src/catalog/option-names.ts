/**
 * Names of the options of an event where exactly one wins. Two that read alike cannot be told apart when somebody buys or
 * resolves them. Neither can one without a name beside others that have theirs.
 */
import { readableText } from "../core/readable-text.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";

export type OptionNames = { readonly question: string; readonly label?: string | undefined };

/** Finds the first option whose name or question is no other's: the refusal names its field and the option like it. */
export function refuseUnclearOptions(options: readonly OptionNames[]): Rejection | undefined {
  const named = options.some(({ label }) => label !== undefined);
  const labels = new Map<string, number>();
  const questions = new Map<string, number>();
  for (const [index, { label, question }] of options.entries()) {
    const fault =
      (label === undefined
        ? named && "label: expected a name, as other options of the event have, got none"
        : findTwice(labels, index, { field: "label", text: label })) ||
      findTwice(questions, index, { field: "question", text: question });
    if (fault) return reject("invalid_payload", `markets.${index}.${fault}`);
  }
  return undefined;
}

type GivenText = { readonly field: "label" | "question"; readonly text: string };

/** Describes the text if an earlier option has it, and remembers it otherwise. */
function findTwice(seen: Map<string, number>, index: number, { field, text }: GivenText): string | undefined {
  const written = readableText(text);
  const earlier = seen.get(written);
  if (earlier === undefined) {
    seen.set(written, index);
    return undefined;
  }
  return `${field}: expected one that no other option has, got "${text.trim()}", as markets.${earlier} has`;
}

/** Refuses a new option of an event if one that is there reads like it. */
export function refuseOptionLike(
  there: readonly OptionNames[],
  { question, label }: OptionNames,
): Rejection | undefined {
  const has = (field: "label" | "question", text: string | undefined): boolean =>
    text !== undefined &&
    there.some((one) => one[field] !== undefined && readableText(one[field]) === readableText(text));
  if (has("label", label))
    return reject(
      "listing_conflict",
      `label: expected one that no other option of the event has, got "${label}"`,
    );
  if (has("question", question))
    return reject(
      "listing_conflict",
      `question: expected one that no other option of the event has, got "${question}"`,
    );
  return undefined;
}
