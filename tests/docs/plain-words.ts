/** The rule of plain words for doc comments, as STYLE.md states it. */

/** Words that are neither a noun nor a verb, nor stand before a noun. */
const OPENINGS =
  "what|who|whom|whose|whoever|whatever|whether|which|where|wherever|when|whenever|how|why|" +
  "of|in|on|at|by|with|without|for|from|to|into|between|after|before|until|since|while|because|beside|besides|" +
  "as|if|so|and|or|but|not|only|also|even|there|here|then|than|too|unless|once|although|though|however|otherwise|" +
  "during|under|over|above|below|per|via|instead|just|still|already|always|never|again|either|neither|thus|hence|" +
  "that|this|these|those|it|its|they|their|them|he|she|we|you|i|" +
  "nothing|none|everything|anything|something|everyone|anyone|someone|nobody";
const OPENING = new RegExp(`^(${OPENINGS})\\b`, "i");

/** Relative pronouns, which make a sentence a riddle where they are its subject. */
const SUBJECT = /^([Oo]f )?([Ww]hat|[Ww]ho|[Ww]hom|[Ww]hose|[Ww]hoever|[Ww]hatever|[Ww]hich|[Ww]hichever)\b/;

/** Number of words that a sentence has at most. */
export const MAX_WORDS = 25;

export type WordFault = { readonly line: number; readonly fault: string; readonly text: string };

type Comment = { readonly line: number; readonly text: string };

/** Lists the doc comments of a file of TypeScript, each as one line of text. */
function listDocComments(source: string): Comment[] {
  return [...source.matchAll(/^[ \t]*(?:\{)?\/\*\*([\s\S]*?)\*\//gm)].map((match) => ({
    line: source.slice(0, match.index).split("\n").length,
    text: match[1]!
      .replaceAll(/^\s*\*( |$)/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  }));
}

/** Splits a comment into its sentences, with each piece of code as one word. */
export const sentencesOf = (text: string): string[] =>
  text
    .replaceAll(/`[^`]*`/g, "`code`")
    .split(/(?<=[.!?:;])\s+(?=\S)/)
    .filter((sentence) => sentence !== "");

/** The faults of one comment, in the order of its sentences. */
function faultsOf(text: string): string[] {
  const [first, ...others] = sentencesOf(text);
  const opening = OPENING.exec(first ?? "")?.[0];
  return [
    ...(opening === undefined ? [] : [`begins with "${opening}", not with a noun or a verb`]),
    ...others.flatMap((sentence) => {
      const subject = SUBJECT.exec(sentence)?.[0];
      return subject === undefined ? [] : [`has a sentence with the subject "${subject}"`];
    }),
    ...[first ?? "", ...others].flatMap((sentence) => {
      const words = sentence.split(" ").length;
      return words > MAX_WORDS
        ? [`has a sentence of ${words} words, at most ${MAX_WORDS} are read at once`]
        : [];
    }),
  ];
}

/** Lists what the doc comments of a file have against the rule. */
export const listWordFaults = (source: string): WordFault[] =>
  listDocComments(source).flatMap(({ line, text }) => faultsOf(text).map((fault) => ({ line, fault, text })));
