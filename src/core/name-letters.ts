/** Scripts that a name may be written in; a name uses one of them, and each is read by many. */

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

export const SCRIPT_NAMES = SCRIPTS.map(({ name }) => name).join(", ");

const LETTER = /^\p{L}$/u;
const MARK = /^\p{M}$/u;
/** Maximum combining marks on one letter: stacks of more overlap neighbouring lines. */
const MAX_MARKS = 2;

const isLetter = (character: string): boolean => LETTER.test(character);
export const isMark = (character: string): boolean => MARK.test(character);

/** Lists the scripts of the letters of a text; `undefined` stands for a script that is not allowed in names. */
export const scriptsOf = (text: string): ReadonlySet<string | undefined> =>
  new Set([...text].filter(isLetter).map((letter) => scriptOf(letter)?.name));

const scriptOf = (letter: string): Script | undefined => SCRIPTS.find(({ letters }) => letters.test(letter));

/** Tells whether each mark belongs to the spelling of its letter. */
export function marksBelong(text: string): boolean {
  let script: Script | undefined;
  let count = 0;
  for (const character of text) {
    if (!isMark(character)) {
      script = isLetter(character) ? scriptOf(character) : undefined;
      count = 0;
      continue;
    }
    count += 1;
    if (script?.marks !== true || count > MAX_MARKS) return false;
  }
  return true;
}

export const hasLetter = (text: string): boolean => [...text].some(isLetter);

/** Tells whether a character is a letter, a mark on one, or a digit; all other characters are separators. */
export const isWritten = (character: string): boolean =>
  isLetter(character) || isMark(character) || /^[0-9]$/.test(character);
