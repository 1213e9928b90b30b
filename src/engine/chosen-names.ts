/** Names that owners chose, in memory: by their wallets, and in the order in which a search finds them. */
import { laterWords, searchTexts } from "../core/name-search.ts";
import type { WalletName } from "../store/names/wallet-names.ts";

/** All wallets are lower-case addresses. */
export type ChosenNames = {
  /** Returns the name of the wallet, or an empty text. */
  nameOf(wallet: string): string;
  /** Lists wallets with their names. */
  list(): Iterable<readonly [wallet: string, name: string]>;
  set(wallet: string, name: string): void;
  delete(wallet: string): void;
  /** Replaces all names. */
  replace(names: readonly WalletName[]): void;
  /** Finds each wallet once: first by the start of the name, the shortest first, then by the start of a later word. */
  find(text: string): Generator<string>;
};

export function createChosenNames(): ChosenNames {
  const names = new Map<string, string>();
  const whole = createTextOrder();
  const words = createTextOrder();
  const remove = (wallet: string): void => {
    const name = names.get(wallet);
    if (name === undefined) return;
    names.delete(wallet);
    for (const text of searchTexts(name)) whole.delete({ text, wallet });
    for (const text of wordTexts(name)) words.delete({ text, wallet });
  };
  return {
    nameOf: (wallet) => names.get(wallet) ?? "",
    list: () => names.entries(),
    set: (wallet, name) => {
      if (names.get(wallet) === name) return;
      remove(wallet);
      names.set(wallet, name);
      for (const text of searchTexts(name)) whole.add({ text, wallet });
      for (const text of wordTexts(name)) words.add({ text, wallet });
    },
    delete: remove,
    replace: (all) => {
      names.clear();
      for (const { wallet, name } of all) names.set(wallet, name);
      whole.replace(all.flatMap(({ wallet, name }) => entriesOf(wallet, searchTexts(name))));
      words.replace(all.flatMap(({ wallet, name }) => entriesOf(wallet, wordTexts(name))));
    },
    *find(text) {
      const found = new Set<string>();
      for (const order of [whole, words])
        for (const begins of searchTexts(text))
          for (const wallet of order.beginning(begins)) {
            if (found.has(wallet)) continue;
            found.add(wallet);
            yield wallet;
          }
    },
  };
}

const wordTexts = (name: string): readonly string[] => [...new Set(laterWords(name).flatMap(searchTexts))];

type Entry = { readonly text: string; readonly wallet: string };

const entriesOf = (wallet: string, texts: readonly string[]): Entry[] =>
  texts.map((text) => ({ text, wallet }));

const compare = (a: Entry, b: Entry): number =>
  compareTexts(a.text, b.text) || compareTexts(a.wallet, b.wallet);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Creates a sorted list of texts with their wallets. */
function createTextOrder() {
  let entries: Entry[] = [];
  /** Index of the first entry that does not sort before this one. */
  const placeOf = (entry: Entry): number => {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = entries[middle];
      if (at !== undefined && compare(at, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    add: (entry: Entry): void => void entries.splice(placeOf(entry), 0, entry),
    delete: (entry: Entry): void => void entries.splice(placeOf(entry), 1),
    replace: (all: Entry[]): void => void (entries = all.toSorted(compare)),
    *beginning(text: string): Generator<string> {
      for (let at = placeOf({ text, wallet: "" }); entries[at]?.text.startsWith(text) === true; at += 1)
        yield entries[at]?.wallet ?? "";
    },
  };
}
