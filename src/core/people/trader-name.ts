/**
 * Rules of a chosen name: its length, its letters, and the reserved words. Each rejection states the rule, the given name
 * and, if possible, a similar name that is allowed.
 */
import { isGeneratedForm } from "./generated-name.ts";
import { formatCodePoint, findHidden } from "./hidden-characters.ts";
import { listConfusables, foldName, latinLetters, computeSkeleton, plainLetters } from "./name-skeletons.ts";
import { reject } from "../rejection.ts";
import type { Rejection, RejectionCode } from "../rejection.ts";

// Scripts allowed in names. A name uses one script; each is read by many people.

type Script = {
  readonly name: string;
  readonly letters: RegExp;
  /** True if letters may carry combining marks that belong to the spelling. */
  readonly marks: boolean;
};

const marked = (name: string, letters: RegExp): Script => ({ name, letters, marks: true });
const plain = (name: string, letters: RegExp): Script => ({ name, letters, marks: false });

/** Latin without phonetic letters, some of which look like digits and punctuation. */
const LATIN =
  /^[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1e00-\u1eff]$/u;

const SCRIPTS: readonly Script[] = [
  plain("Latin", LATIN),
  plain("Greek", /^\p{Script=Greek}$/u),
  plain("Cyrillic", /^[\u0400-\u045f\u0490-\u04ff]$/u),
  plain("Armenian", /^\p{Script=Armenian}$/u),
  plain("Georgian", /^\p{Script=Georgian}$/u),
  marked("Hebrew", /^\p{Script=Hebrew}$/u),
  marked("Arabic", /^\p{Script=Arabic}$/u),
  marked("Devanagari", /^\p{Script=Devanagari}$/u),
  marked("Bengali", /^\p{Script=Bengali}$/u),
  marked("Tamil", /^\p{Script=Tamil}$/u),
  marked("Telugu", /^\p{Script=Telugu}$/u),
  marked("Thai", /^\p{Script=Thai}$/u),
  plain("Hangul", /^\p{Script=Hangul}$/u),
  plain("Chinese and Japanese", /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u),
];

const SCRIPT_NAMES = SCRIPTS.map(({ name }) => name).join(", ");

const LETTER = /^\p{L}$/u;
const MARK = /^\p{M}$/u;
/** Maximum combining marks on one letter: stacks of more overlap neighbouring lines. */
const MAX_MARKS = 2;

const isLetter = (character: string): boolean => LETTER.test(character);
const isMark = (character: string): boolean => MARK.test(character);

/** Lists the scripts of the letters of a text; `undefined` stands for a script that is not allowed in names. */
const listScripts = (text: string): ReadonlySet<string | undefined> =>
  new Set([...text].filter(isLetter).map((letter) => findScript(letter)?.name));

const findScript = (letter: string): Script | undefined =>
  SCRIPTS.find(({ letters }) => letters.test(letter));

/** Tells whether each mark belongs to the spelling of its letter. */
function areMarksValid(text: string): boolean {
  let script: Script | undefined;
  let count = 0;
  for (const character of text) {
    if (!isMark(character)) {
      script = isLetter(character) ? findScript(character) : undefined;
      count = 0;
      continue;
    }
    count += 1;
    if (script?.marks !== true || count > MAX_MARKS) return false;
  }
  return true;
}

const hasLetter = (text: string): boolean => [...text].some(isLetter);

/** Tells whether a character is a letter, a mark on one, or a digit; all other characters are separators. */
const isNameCharacter = (character: string): boolean =>
  isLetter(character) || isMark(character) || /^[0-9]$/.test(character);

// Words that no name may contain, found also if written with letters of other scripts, digits read as letters, or pairs
// that resemble one letter.

/** Additional characters by the Latin letter that they may be read as, besides those of the skeletons. */
const READ_AS: Readonly<Record<string, string>> = {
  a: "4\u039b\u0394\u03bb",
  b: "86бъъ",
  c: "ςϲҫ",
  d: "дδժԃ",
  e: "3эєҽҿΣΞξεեє",
  f: "ғƒϝֆ",
  g: "96գցզձ",
  h: "ηћђңһհի",
  i: "1lіӏιїՄ",
  j: "յϳ",
  k: "қҝҟҡӄκ",
  l: "1iіӏι",
  m: "мμӎ",
  n: "пиηπνռոҋ",
  o: "0ѳөθφσօ",
  p: "рρթք",
  q: "9զϙ",
  r: "гґғяΓրѓ",
  s: "5ςՏșѕ",
  t: "7тτէҭ",
  u: "иυμцџսմ",
  v: "νѵүυ",
  w: "ωшщψաѡ",
  x: "хχҳжχ",
  y: "уүұγчչվ",
  z: "2зζչ",
};

/** Pairs that are read as one letter. */
const PAIRS: Readonly<Record<string, string>> = { m: "rn", w: "vv", d: "cl" };

const joinPairs = (word: string): string =>
  Object.entries(PAIRS).reduce((joined, [one, pair]) => joined.replaceAll(pair, one), word);

/** Minimum letters of a word that is searched within others; shorter words are parts of too many others. */
const MIN_WITHIN = 4;

const WORD_POSITIONS = {
  anywhere: (pattern: string) => pattern,
  "at-ends": (pattern: string) => `^(?:${pattern})|(?:${pattern})$`,
  "by-itself": (pattern: string) => `^(?:${pattern})$`,
} as const;
type WordPosition = keyof typeof WORD_POSITIONS;

type ReservedWord = {
  readonly word: string;
  /** Position in a name at which the word is reserved: "by-itself" means as a separate word. */
  readonly place: WordPosition;
  readonly pattern: RegExp;
};

const reserveWord = (word: string, place: WordPosition): ReservedWord => ({
  word,
  place,
  pattern: new RegExp(
    WORD_POSITIONS[place]([...joinPairs(plainLetters(word))].map(confusablePattern).join("")),
    "iu",
  ),
});

/** Reserves the name of the exchange, as set by operators; `undefined` if it has no letter. */
function reserveBrand(brand: string): ReservedWord | undefined {
  const letters = plainLetters(brand.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N}]/gu, "")).toLowerCase();
  if (!/\p{L}/u.test(letters)) return undefined;
  const place = [...letters].length < MIN_WITHIN ? "by-itself" : "anywhere";
  return { ...reserveWord(letters, place), word: brand };
}

/** Characters that may be read as each Latin letter. */
const GROUPS: readonly string[] = Object.entries(READ_AS).map(
  ([latin, others]) => latin + listConfusables(latin) + others,
);

/** Builds a pattern of a letter or digit with all characters that resemble it. */
function confusablePattern(character: string): string {
  const alike = GROUPS.filter((group) => group.includes(character)).join("");
  const pair = PAIRS[character];
  const one = `[${character}${alike}]`;
  return pair === undefined ? one : `(?:${one}|${[...pair].map(confusablePattern).join("")})`;
}

// Words for the exchange and for its staff's roles, which no trader's name may use. Languages are those of the page and
// those with widely read scripts. Short and common words count only as separate words, so "rootbeer" is allowed.

const WORDS: Readonly<Record<WordPosition, readonly string[]>> = {
  anywhere: [
    "presage",
    "operator",
    "moderator",
    "administrator",
    "модератор",
    "администратор",
    "διαχειριστής",
    "管理员",
    "管理員",
    "管理者",
    "管理人",
    "관리자",
    "운영자",
    "운영진",
  ],
  "at-ends": [
    "admin",
    "official",
    "support",
    "superuser",
    "treasury",
    "webmaster",
    // Portuguese, with close Spanish and French words
    "moderador",
    "moderateur",
    "oficial",
    "soporte",
    "suporte",
    "tesouraria",
    // Russian and Ukrainian
    "админ",
    "адмін",
    "официальн",
    "офіційн",
    "поддержка",
    "поддержки",
    "підтримка",
    "казначейство",
    "υποστήριξη",
    "客服",
    "官方",
    "公式",
    "運営",
    "运营",
    "고객센터",
    "مدير",
    "الدعم",
    "תמיכה",
    "מנהל",
    "प्रशासक",
  ],
  "by-itself": [
    "anonymous",
    "auditor",
    "everyone",
    "exchange",
    "helpdesk",
    "house",
    "mod",
    "null",
    "owner",
    "resolver",
    "root",
    "security",
    "staff",
    "system",
    "treasurer",
    // Portuguese, with close Spanish and French words
    "anônimo",
    "dono",
    "equipa",
    "equipe",
    "operador",
    "operadora",
    "segurança",
    "sistema",
    "tesoureiro",
    "todos",
    // Russian and Ukrainian
    "владелец",
    "казначей",
    "оператор",
    "персонал",
    "система",
    "σύστημα",
  ],
};

const ROLE_WORDS: readonly ReservedWord[] = [
  ...WORDS.anywhere.map((word) => reserveWord(word, "anywhere")),
  ...WORDS["at-ends"].map((word) => reserveWord(word, "at-ends")),
  ...WORDS["by-itself"].map((word) => reserveWord(word, "by-itself")),
];

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
const ADDRESS_LIKE = /^0x|^ox(?=[2-9a-flo]*$)(?:.*[2-9]|.{6})/;

/** Reads a trader's name on an exchange called `brand`; a rejection states the broken rule. */
export function readTraderName(given: string, brand: string): TraderName | Rejection {
  const text = given.normalize("NFC");
  const fault = findFault(text);
  if (fault !== undefined) return fault;
  const name = { text, folded: foldName(text), look: computeSkeleton(text) };
  return rejectReserved(name, brand) ?? name;
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
  const wrong = [...text].find((character) => !isNameCharacter(character) && !/^[ ._'’-]$/u.test(character));
  if (wrong !== undefined)
    return expected(
      "letters, the digits 0 to 9, and single blanks or . _ - ' between them",
      text,
      `the character ${formatCodePoint(wrong)}`,
    );
  if (!SINGLE_SEPARATORS.test(text))
    return expected("single blanks or . _ - ' between letters and digits only", text, nearest(text));
  if (!hasLetter(text)) return expected("a letter at least", text, "none");
  return findScriptFault(text);
}

function findScriptFault(text: string): Rejection | undefined {
  const scripts = [...listScripts(text)];
  if (scripts.includes(undefined)) return expected(`letters of one of ${SCRIPT_NAMES}`, text, "others");
  if (scripts.length > 1) return expected("letters of one script", text, scripts.join(" and "));
  return areMarksValid(text) ? undefined : expected("no marks but those of the spelling", text, "others");
}

const nearest = (text: string): string => {
  const parts = text.split(/[ ._'’-]+/u).filter((part) => part !== "");
  return `nearest: ${parts.join(" ")}`;
};

const expected = (rule: string, text: string, got: string): Rejection =>
  reject("invalid_name", `name: expected ${rule}, got "${text}" (${got})`);

/** Rejects a name that reads like the exchange, an address or a generated name. */
function rejectReserved({ text, folded }: TraderName, brand: string): Rejection | undefined {
  if ([folded, latinLetters(text), latinLetters(text.toLowerCase())].some((look) => ADDRESS_LIKE.test(look)))
    return buildNameRejection("name_like_address", text, "it looks like the address of a wallet");
  if (isGeneratedForm(folded))
    return buildNameRejection("name_like_generated", text, "it looks like the generated name of a wallet");
  const own = reserveBrand(brand);
  const found = findReserved(text, own === undefined ? ROLE_WORDS : [...ROLE_WORDS, own]);
  return (
    found && buildNameRejection("name_like_exchange", text, `"${found.word}" is for the exchange itself`)
  );
}

function findReserved(text: string, reserved: readonly ReservedWord[]): ReservedWord | undefined {
  const whole = plainLetters(text);
  const words = [whole, ...WORD_BOUNDS.flatMap((bounds) => text.split(bounds)).map(plainLetters)];
  return reserved.find(({ place, pattern }) =>
    (place === "by-itself" ? words : [whole]).some((word) => pattern.test(word)),
  );
}

/** Tells whether a name may be mistaken for the exchange's name. */
export function readsLikeBrand(name: string, brand: string): boolean {
  const own = reserveBrand(brand);
  return own !== undefined && findReserved(name, [own]) !== undefined;
}

type NameFault = Extract<RejectionCode, `name_like_${string}` | "name_not_allowed">;

export const buildNameRejection = (code: NameFault, text: string, why: string): Rejection =>
  reject(code, `name: expected another name than "${text}": ${why}`);

/** Text that an operator forbids: a whole name, or a word anywhere in a name. */
export type ForbiddenText = { readonly text: string; readonly match: "name" | "word" };

const MAX_FORBIDDEN = 64;
const MIN_WORD = 3;

/** Computes the skeleton by which names are compared with a forbidden text. */
export function readForbidden({ text, match }: ForbiddenText): string | Rejection {
  const look = computeSkeleton(text.normalize("NFC").toLowerCase());
  const least = match === "word" ? MIN_WORD : 1;
  const { length } = [...look];
  if (length >= least && length <= MAX_FORBIDDEN) return look;
  return reject(
    "invalid_name",
    `text: expected ${least} to ${MAX_FORBIDDEN} letters or digits, got "${text}" (${length} of them)`,
  );
}
