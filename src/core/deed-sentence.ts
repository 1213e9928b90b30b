/**
 * Templates for sentences of the audit log. "{amount}" inserts a detail or the subject, "{uses:use|uses}" a number with its
 * noun. A part in brackets is left out unless all values that it names exist. In it, "{open?}" requires a detail without
 * inserting it, and "{open!}" requires its absence.
 */
import { findValue } from "./deeds.ts";
import type { Deed, DeedSentences, DeedValue } from "./deeds.ts";

/** A piece of a sentence: words, or a value that is not formatted yet. */
export type DeedPart = string | DeedValue;

/** Puts an entry into a sentence of a language. An action that this release does not know is given unchanged. */
export function tellDeed(deed: Deed, sentences: DeedSentences): readonly DeedPart[] {
  const sentence = Object.entries(sentences).find(([action]) => action === deed.action)?.[1];
  if (sentence === undefined)
    return [{ kind: "code", value: deed.action }, ": ", { kind: "text", value: deed.subject }];
  return sentence
    .split(/(\[[^\]]*\])/)
    .flatMap((part) => (part.startsWith("[") ? optionalParts(deed, part.slice(1, -1)) : partsOf(deed, part)));
}

const NAMED = /\{(\w+)([?!]|:[^}]*)?\}/g;

const isThere = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== "" && value !== false;

function optionalParts(deed: Deed, part: string): readonly DeedPart[] {
  const named = [...part.matchAll(NAMED)];
  const fits = named.every(([, name = "", form]) => isThere(findValue(deed, name).value) === (form !== "!"));
  return fits ? partsOf(deed, part) : [];
}

function partsOf(deed: Deed, part: string): readonly DeedPart[] {
  const parts: DeedPart[] = [];
  let end = 0;
  for (const { index, 0: found, 1: name = "", 2: form = "" } of part.matchAll(NAMED)) {
    parts.push(part.slice(end, index));
    if (form !== "?" && form !== "!") parts.push(...valueParts(findValue(deed, name), form));
    end = index + found.length;
  }
  return [...parts, part.slice(end)].filter((one) => one !== "");
}

function valueParts(found: DeedValue, form: string): readonly DeedPart[] {
  if (!form.startsWith(":")) return [found];
  const [one = "", many = one] = form.slice(1).split("|");
  return [found, ` ${found.value === 1 ? one : many}`];
}
