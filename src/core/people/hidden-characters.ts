/**
 * Characters that a reader cannot see, or that reverse the order of other characters. With them, people and programs read
 * a text differently. Joiners stay where the spelling of a script or an emoji needs them.
 */

/** Form of a text: one line, or several lines with newlines and tabs. */
export type TextForm = "line" | "lines";

export type HiddenCharacter = {
  /** The code, as in U+202E. */
  readonly code: string;
  /** Position among the characters of the text, from 1. */
  readonly position: number;
};

/**
 * Control and format characters, halves of surrogate pairs, line separators, and letters and marks that are drawn as
 * nothing.
 */
const HIDDEN = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]`;
/** Signs of numbers and verses, which Unicode classifies as formats although they are visible. */
const DRAWN = String.raw`[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]`;
const JOINING_SCRIPTS =
  "Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar";
/** A joiner or non-joiner behind a letter of a script whose spelling uses them. */
const IN_WORDS = `(?<=[${JOINING_SCRIPTS.split(" ")
  .map((script) => `\\p{Script=${script}}`)
  .join("")}])[\\u200c\\u200d]`;
/** A joiner between the parts of an emoji. */
const IN_EMOJI = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`;
/** A flag of a region, encoded as its name in invisible tag letters. */
const IN_FLAGS = String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}`;
const BETWEEN_LINES = String.raw`[\n\t]|\r(?=\n)`;

const ALLOWED = [DRAWN, IN_WORDS, IN_EMOJI, IN_FLAGS];

/** Builds a pattern that matches allowed text without a group, and hidden characters in the group "hidden". */
const matcher = (allowed: readonly string[]): RegExp =>
  new RegExp([...allowed, `(?<hidden>${HIDDEN})`].join("|"), "gu");

const MATCHERS: Readonly<Record<TextForm, RegExp>> = {
  line: matcher(ALLOWED),
  lines: matcher([BETWEEN_LINES, ...ALLOWED]),
};

/** Finds the first hidden character of a text; `undefined` if there is none. */
export function findHidden(text: string, form: TextForm): HiddenCharacter | undefined {
  for (const { index, groups } of text.matchAll(MATCHERS[form])) {
    const hidden = groups?.["hidden"];
    if (hidden !== undefined)
      return { code: formatCodePoint(hidden), position: Array.from(text.slice(0, index)).length + 1 };
  }
  return undefined;
}

/** Names a character as in U+202E. */
export const formatCodePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

const NEW_LINES = /[\r\u0085\u2028\u2029]/u;

/** Removes the hidden characters of a text. Line breaks stay, but become blanks in a text of one line. */
export function withoutHidden(text: string, form: TextForm): string {
  if (findHidden(text, form) === undefined) return text;
  const breaks = form === "line" ? " " : "\n";
  const isBreak = (hidden: string): boolean => /[\n\t]/.test(hidden) || NEW_LINES.test(hidden);
  const seen = text.replace(/\r\n/g, "\n").replace(MATCHERS[form], (match, ...rest) => {
    const { hidden }: { hidden?: string } = rest.at(-1);
    if (hidden === undefined) return match;
    return isBreak(hidden) ? breaks : "";
  });
  return seen.trim();
}

/** Writes hidden characters as escapes, for texts that quote user input. */
export const escapeHidden = (text: string): string => (PLAIN.test(text) ? text : escapeAll(text));

/** Printable ASCII, in which nothing can be hidden; nearly all texts match. */
const PLAIN = /^[ -~]*$/;

const escapeAll = (text: string): string =>
  text.replace(MATCHERS.line, (match, ...rest) => {
    const { hidden }: { hidden?: string } = rest.at(-1);
    if (hidden === undefined) return match;
    const digits = formatCodePoint(hidden).slice(2).toLowerCase();
    return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
  });
