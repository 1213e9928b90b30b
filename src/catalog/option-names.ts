/**
 * Checks of the option names of an event where exactly one option wins. Two options that read alike cannot be told
 * apart when somebody buys or resolves them. Nor can an unnamed option beside named ones.
 */
import { readableText } from "../core/readable-text.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";

export type OptionNames = { readonly question: string; readonly label?: string | undefined };

/**
 * Rejects the first option that repeats an earlier name or question, or lacks a name that others have. The rejection
 * names its field and the similar option.
 */
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

/** Returns a description if an earlier option has the same text, and remembers the text otherwise. */
function findTwice(seen: Map<string, number>, index: number, { field, text }: GivenText): string | undefined {
  const written = readableText(text);
  const earlier = seen.get(written);
  if (earlier === undefined) {
    seen.set(written, index);
    return undefined;
  }
  return `${field}: expected one that no other option has, got "${text.trim()}", as markets.${earlier} has`;
}

/** Rejects a new option of an event if an existing one reads like it. */
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
