/**
 * The search of people: by chosen names, by the generated names of all other wallets, and by the start of addresses.
 * Every search of people uses this one.
 */
import { FEE_ACCOUNT } from "../../core/ledger/fees.ts";
import { FIRST_WORDS, SECOND_WORDS, drawParts } from "../../core/people/generated-name.ts";
import { listSearchTexts } from "../../core/people/name-search.ts";
import type { Account } from "../../core/state.ts";
import { countAccounts, listAddresses } from "../../store/reads/accounts/accounts.ts";
import type { Sql } from "../../store/sql/database.ts";
import type { Names } from "./names.ts";

/** Returns the first of `count` indexes from which on `isMeant` is true, by binary search; `count` if there is none. */
function findFirstIndex(count: number, isMeant: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMeant(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// Wallets by their generated names, for a search by the start of a name.

type GeneratedNames = {
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
      const [, words = "", digits = ""] = PARTS.exec(listSearchTexts(text)[0] ?? "") ?? [];
      if (words === "") return;
      const fits = (pair: string): boolean => (digits === "" ? pair.startsWith(words) : pair === words);
      let at = findFirstIndex(pairs.length, (place) => (pairs[place]?.text ?? "") >= words);
      for (let pair = pairs[at]; pair !== undefined && fits(pair.text); pair = pairs[(at += 1)])
        yield* sortByNumber(wallets.get(pair.place) ?? [], digits);
    },
    *findSecond(text) {
      const [, word = "", digits = ""] = PARTS.exec(listSearchTexts(text)[0] ?? "") ?? [];
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

export type PeopleSearch = {
  /** Start of a name, of a later word in it, or of an address, as typed. */
  readonly text: string;
  readonly offset: number;
  readonly limit: number;
  /**
   * Wider search for operators: second words of generated names count too, and these wallets are found after all
   * others.
   */
  readonly wide?: { readonly more: readonly string[] };
};

export type People = {
  /** Finds wallets, lower-case: chosen names come first, exact matches before longer names. */
  find(sql: Sql, search: PeopleSearch): Promise<readonly string[]>;
  /** Drops all accounts: the exchange was put back to an earlier state. */
  forget(): void;
};

type PeopleOptions = {
  readonly names: Pick<Names, "nameOf" | "findChosen">;
  /** The accounts by their numbers. */
  readonly accounts: () => readonly Account[];
};

const ADDRESS_BEGINNING = /^0x[0-9a-f]{0,40}$/;

export function createPeople({ names, accounts }: PeopleOptions): People {
  const generated = createGeneratedNames();
  const follow = followAccounts(accounts, generated);
  function* findGenerated(found: Iterable<string>): Generator<string> {
    for (const wallet of found) if (names.nameOf(wallet) === "") yield wallet;
  }
  function* findNamed(text: string, wide: PeopleSearch["wide"]): Generator<string> {
    yield* names.findChosen(text);
    yield* findGenerated(generated.find(text));
    if (wide === undefined) return;
    yield* findGenerated(generated.findSecond(text));
    yield* wide.more;
  }
  return {
    find: async (sql, { text, offset, limit, wide }) => {
      const begins = text.trim().toLowerCase();
      if (ADDRESS_BEGINNING.test(begins)) return listAddresses(sql, { begins, offset, limit });
      await follow.reach(await countAccounts(sql));
      return takePage(distinctAddresses(findNamed(text, wide)), offset, limit);
    },
    forget: follow.forget,
  };
}

function* distinctAddresses(found: Iterable<string>): Generator<string> {
  const seen = new Set<string>();
  for (const wallet of found) {
    if (seen.has(wallet)) continue;
    seen.add(wallet);
    yield wallet;
  }
}

function takePage(found: Iterable<string>, offset: number, limit: number): string[] {
  const page: string[] = [];
  let skipped = 0;
  if (limit === 0) return page;
  for (const wallet of found) {
    if (skipped < offset) skipped += 1;
    else page.push(wallet);
    if (page.length === limit) break;
  }
  return page;
}

/** Number of accounts that are added without a pause. */
const SLICE = 2_000;

/** Adds committed accounts in slices, so that nothing else waits long. */
function followAccounts(
  accounts: () => readonly Account[],
  { add, clear }: { readonly add: (wallet: string) => void; readonly clear: () => void },
) {
  let next = 0;
  const takeSlice = (count: number): boolean => {
    const known = accounts();
    const last = Math.min(count, known.length);
    for (const end = Math.min(next + SLICE, last); next < end; next += 1) {
      const address = known[next]?.address;
      if (address !== undefined && address !== FEE_ACCOUNT) add(address);
    }
    return next < last;
  };
  return {
    /** Waits until this many accounts are added. */
    reach: async (count: number): Promise<void> => {
      while (takeSlice(count)) await new Promise(setImmediate);
    },
    forget: (): void => {
      next = 0;
      clear();
    },
  };
}
