/**
 * Ids of another kind in the filters of lists. Their form alone tells the kind, so that an id that nothing has is refused
 * as one that something has.
 */
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { CONDITION_PATTERN, otherForm, otherId, TOKEN_PATTERN } from "../id-patterns.ts";
import type { Refused } from "../refusal-form.ts";
import { clip } from "../validation-fault.ts";
import { badParameter } from "./refusal.ts";

type Expected = { readonly noun: string; readonly because: (given: string) => string | undefined };

const CONDITION: Expected = {
  noun: "a condition id",
  because: (given) => otherId(CONDITION_PATTERN, given),
};
const TOKEN: Expected = { noun: "a token id", because: (given) => otherId(TOKEN_PATTERN, given) };
const QUESTION: Expected = { noun: "a question id", because: otherForm };
const SLUG: Expected = { noun: "a slug", because: (given) => otherForm(given, "slug") };

const EXPECTED: Readonly<Record<string, Expected>> = {
  conditionId: CONDITION,
  condition_id: CONDITION,
  condition_ids: CONDITION,
  clob_token_ids: TOKEN,
  question_ids: QUESTION,
  slug: SLUG,
  event_slug: SLUG,
  eventSlug: SLUG,
  series_slug: SLUG,
  tag_slug: SLUG,
  tag: SLUG,
};

/** Longest part of an id that is answered; a token id has at most so many digits. */
const MAX_SHOWN = 78;

/** Refuses the first parameter with an id of another kind, where the dialect does so, and names both kinds. */
export function refuseOtherKind(query: object, dialect: Dialect): Refused | undefined {
  if (DIFFERENCES.otherKindInList.does[dialect] === "left-out") return undefined;
  for (const [name, value] of Object.entries(query)) {
    const because = firstOtherKind(EXPECTED[name], Array.isArray(value) ? value : [value]);
    if (because !== undefined) return badParameter(name, dialect, because);
  }
  return undefined;
}

function firstOtherKind(expected: Expected | undefined, given: readonly unknown[]): string | undefined {
  if (expected === undefined) return undefined;
  for (const id of given) {
    const why = typeof id === "string" ? expected.because(id) : undefined;
    if (why !== undefined) return `expected ${expected.noun}, got ${clip(String(id), MAX_SHOWN)}; ${why}`;
  }
  return undefined;
}
