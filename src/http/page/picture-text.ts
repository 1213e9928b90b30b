/** Texts in a preview picture: letters that its font has, in lines that fit. */

/** Latin, Greek and Cyrillic letters, digits and signs of the font in web/public/fonts. */
const DRAWN =
  /[ -~\u00a0-\u024f\u0370-\u03ff\u0400-\u045f\u1e00-\u1eff\u2010-\u2026\u2030-\u203a\u20ac\u2122\u2212]/u;
const LETTER = /\p{L}/u;

/** Removes letters that the font lacks. Returns nothing if these are more than half: the rest would mislead. */
export function drawable(text: string): string {
  const all = [...text.normalize("NFC")];
  const kept = all.filter((letter) => DRAWN.test(letter));
  const count = (letters: readonly string[]): number =>
    letters.filter((letter) => LETTER.test(letter)).length;
  return count(kept) * 2 < count(all) ? "" : kept.join("").replace(/\s+/g, " ").trim();
}

/** Narrow letters; the widths are in sizes of the font and err on the wide side. */
const NARROW = /[iljtfrI.,:;'|!()[\] ]/;
const WIDE = /[mwMW@%—]/;
const UPPER = /[\p{Lu}\d]/u;
const widthOf = (letter: string): number =>
  NARROW.test(letter) ? 0.36 : WIDE.test(letter) ? 0.93 : UPPER.test(letter) ? 0.7 : 0.6;

/** Estimates the maximum width of a text, in sizes of its font. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, letter) => sum + widthOf(letter), 0);

export type Lines = {
  /** Maximum width of a line, in sizes of the font. */
  readonly width: number;
  readonly most: number;
};

/**
 * Breaks a text into lines between words, and within words that are too long for a line. The last line ends in an ellipsis
 * if text was cut.
 */
export function breakLines(text: string, { width, most }: Lines): readonly string[] {
  const lines: string[] = [""];
  for (const word of text.split(" ").flatMap((one) => splitWord(one, width))) {
    const last = lines.at(-1) ?? "";
    const longer = last === "" ? word : `${last} ${word}`;
    if (textWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cutLine(lines[most - 1] ?? "", width)];
}

function splitWord(word: string, width: number): readonly string[] {
  const parts: string[] = [""];
  for (const letter of word) {
    const longer = (parts.at(-1) ?? "") + letter;
    if (textWidth(longer) <= width) parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}

function cutLine(line: string, width: number): string {
  const letters = [...line];
  while (textWidth(`${letters.join("")}…`) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
