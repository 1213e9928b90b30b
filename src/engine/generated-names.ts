/** Wallets by their generated names, for a search by the start of a name. */
import { drawParts, FIRST_WORDS, SECOND_WORDS } from "../core/generated-name.ts";
import { searchTexts } from "../core/name-search.ts";
import { firstFrom } from "./first-from.ts";

export type GeneratedNames = {
  add(wallet: string): void;
  clear(): void;
  /** Finds wallets in the order of their names. */
  find(text: string): Generator<string>;
  /**
   * Finds wallets whose second word begins with the text, or is the text's letters followed by the start of their
   * number.
   */
  findSecond(text: string): Generator<string>;
};

type Pair = { readonly text: string; readonly place: number };

/** The two words of a name in lower case, with an optional start of its number. */
const PARTS = /^([a-z]+)([0-9]{0,3})$/;

export function createGeneratedNames(): GeneratedNames {
  const pairs = sortPairs();
  const wallets = new Map<number, string[]>();
  return {
    add: (wallet) => {
      const { first, second } = drawParts(wallet);
      const place = placeOf(first, second);
      const known = wallets.get(place);
      if (known === undefined) wallets.set(place, [wallet]);
      else known.push(wallet);
    },
    clear: () => wallets.clear(),
    *find(text) {
      const [, words = "", digits = ""] = PARTS.exec(searchTexts(text)[0] ?? "") ?? [];
      if (words === "") return;
      const fits = (pair: string): boolean => (digits === "" ? pair.startsWith(words) : pair === words);
      let at = firstFrom(pairs.length, (place) => (pairs[place]?.text ?? "") >= words);
      for (let pair = pairs[at]; pair !== undefined && fits(pair.text); pair = pairs[(at += 1)])
        yield* sortByNumber(wallets.get(pair.place) ?? [], digits);
    },
    *findSecond(text) {
      const [, word = "", digits = ""] = PARTS.exec(searchTexts(text)[0] ?? "") ?? [];
      if (word === "") return;
      const fits = (second: string): boolean => (digits === "" ? second.startsWith(word) : second === word);
      for (const [next, second] of SECOND_WORDS.entries())
        if (fits(second.toLowerCase()))
          for (const first of FIRST_WORDS.keys())
            yield* sortByNumber(wallets.get(placeOf(first, next)) ?? [], digits);
    },
  };
}

const placeOf = (first: number, second: number): number => first * SECOND_WORDS.length + second;

/** Lists all pairs of words, in the order of their texts. */
const sortPairs = (): Pair[] =>
  FIRST_WORDS.flatMap((first, place) =>
    SECOND_WORDS.map((second, next) => ({
      text: `${first}${second}`.toLowerCase(),
      place: placeOf(place, next),
    })),
  ).toSorted((a, b) => (a.text < b.text ? -1 : 1));

/** Lists the wallets of one pair of words whose numbers begin with the digits, in the order of the numbers. */
const sortByNumber = (wallets: readonly string[], begins: string): string[] =>
  wallets
    .map((wallet) => ({ wallet, digits: drawParts(wallet).digits }))
    .filter(({ digits }) => digits.startsWith(begins))
    .toSorted((a, b) => Number(a.digits) - Number(b.digits))
    .map(({ wallet }) => wallet);
