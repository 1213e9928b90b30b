/**
 * Rules of a chosen name: its length, its letters, and the reserved words. Each rejection states the rule, the given name
 * and, if possible, a similar name that is allowed.
 */
import { isGeneratedForm } from "./generated-name.ts";
import { codeOf, findHidden } from "./hidden-characters.ts";
import { hasLetter, isMark, isWritten, marksBelong, SCRIPT_NAMES, scriptsOf } from "./name-letters.ts";
import { foldName, latinLetters, lookOf, plainLetters } from "./name-looks.ts";
import { reject } from "./rejection.ts";
import type { Rejection, RejectionCode } from "./rejection.ts";
import { ROLE_WORDS } from "./role-words.ts";
import { reserveBrand } from "./reserved-words.ts";
import type { ReservedWord } from "./reserved-words.ts";

export const NAME_LENGTH = { least: 3, most: 24 } as const;

/** Maximum length of a text that is examined. */
export const MAX_NAME_TEXT = 200;

/** A name with the two keys that must be unique. */
export type TraderName = {
  /** The name as it is shown. */
  readonly text: string;
  /** The name without its case and separators. */
  readonly folded: string;
  /** The skeleton, equal for all names that look alike. */
  readonly look: string;
};

const SINGLE_SEPARATORS = /^[^ ._'’-]+(?:[ ._'’-][^ ._'’-]+)*$/u;
/**
 * Word boundaries: separators and capitals after lower-case letters; in the second pattern digits, too, which may be read
 * as letters.
 */
const WORD_BOUNDS = [/[ ._'’-]+|(?<=\p{Ll})(?=\p{Lu})/u, /[ ._'’\-0-9]+|(?<=\p{Ll})(?=\p{Lu})/u];
/** An address or a prefix of one, also with letters that resemble its digits. */
const ADDRESS_LOOK = /^0x|^ox(?=[2-9a-flo]*$)(?:.*[2-9]|.{6})/;

/** Reads a trader's name on an exchange called `brand`; a rejection states the broken rule. */
export function readTraderName(given: string, brand: string): TraderName | Rejection {
  const text = given.normalize("NFC");
  const fault = findFault(text);
  if (fault !== undefined) return fault;
  const name = { text, folded: foldName(text), look: lookOf(text) };
  return refuseReserved(name, brand) ?? name;
}

function findFault(text: string): Rejection | undefined {
  const length = [...text].filter((character) => !isMark(character)).length;
  const { least, most } = NAME_LENGTH;
  if (length < least || length > most)
    return expected(`${least} to ${most} characters`, text, `${length} of them`);
  const hidden = findHidden(text, "line");
  if (hidden !== undefined) return expected("letters that can be seen", text, `the character ${hidden.code}`);
  const common = text.normalize("NFKC");
  if (common !== text) return expected("letters in their usual form", text, `nearest: ${common}`);
  const wrong = [...text].find((character) => !isWritten(character) && !/^[ ._'’-]$/u.test(character));
  if (wrong !== undefined)
    return expected(
      "letters, the digits 0 to 9, and single blanks or . _ - ' between them",
      text,
      `the character ${codeOf(wrong)}`,
    );
  if (!SINGLE_SEPARATORS.test(text))
    return expected("single blanks or . _ - ' between letters and digits only", text, nearest(text));
  if (!hasLetter(text)) return expected("a letter at least", text, "none");
  return findScriptFault(text);
}

function findScriptFault(text: string): Rejection | undefined {
  const scripts = [...scriptsOf(text)];
  if (scripts.includes(undefined)) return expected(`letters of one of ${SCRIPT_NAMES}`, text, "others");
  if (scripts.length > 1) return expected("letters of one script", text, scripts.join(" and "));
  return marksBelong(text) ? undefined : expected("no marks but those of the spelling", text, "others");
}

const nearest = (text: string): string => {
  const parts = text.split(/[ ._'’-]+/u).filter((part) => part !== "");
  return `nearest: ${parts.join(" ")}`;
};

const expected = (rule: string, text: string, got: string): Rejection =>
  reject("invalid_name", `name: expected ${rule}, got "${text}" (${got})`);

/** Rejects a name that reads like the exchange, an address or a generated name. */
function refuseReserved({ text, folded }: TraderName, brand: string): Rejection | undefined {
  if ([folded, latinLetters(text), latinLetters(text.toLowerCase())].some((look) => ADDRESS_LOOK.test(look)))
    return refuseName("name_like_address", text, "it looks like the address of a wallet");
  if (isGeneratedForm(folded))
    return refuseName("name_like_generated", text, "it looks like the generated name of a wallet");
  const own = reserveBrand(brand);
  const found = findReserved(text, own === undefined ? ROLE_WORDS : [...ROLE_WORDS, own]);
  return found && refuseName("name_like_exchange", text, `"${found.word}" is for the exchange itself`);
}

function findReserved(text: string, reserved: readonly ReservedWord[]): ReservedWord | undefined {
  const whole = plainLetters(text);
  const words = [whole, ...WORD_BOUNDS.flatMap((bounds) => text.split(bounds)).map(plainLetters)];
  return reserved.find(({ place, pattern }) =>
    (place === "by-itself" ? words : [whole]).some((word) => pattern.test(word)),
  );
}

/** Tells whether a name may be mistaken for that of the exchange. */
export function readsLikeBrand(name: string, brand: string): boolean {
  const own = reserveBrand(brand);
  return own !== undefined && findReserved(name, [own]) !== undefined;
}

type NameFault = Extract<RejectionCode, `name_like_${string}` | "name_not_allowed">;

export const refuseName = (code: NameFault, text: string, why: string): Rejection =>
  reject(code, `name: expected another name than "${text}": ${why}`);

/** Text that an operator forbids: a whole name, or a word anywhere in a name. */
export type ForbiddenText = { readonly text: string; readonly match: "name" | "word" };

const MAX_FORBIDDEN = 64;
const MIN_WORD = 3;

/** Computes the skeleton by which names are compared with a forbidden text. */
export function readForbidden({ text, match }: ForbiddenText): string | Rejection {
  const look = lookOf(text.normalize("NFC").toLowerCase());
  const least = match === "word" ? MIN_WORD : 1;
  const { length } = [...look];
  if (length >= least && length <= MAX_FORBIDDEN) return look;
  return reject(
    "invalid_name",
    `text: expected ${least} to ${MAX_FORBIDDEN} letters or digits, got "${text}" (${length} of them)`,
  );
}
