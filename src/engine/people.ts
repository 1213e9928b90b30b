/**
 * The search of people: by chosen names, by the generated names of the others, and by the start of addresses. Every
 * search of people goes through it.
 */
import { FEE_ACCOUNT } from "../core/fees.ts";
import type { Account } from "../core/state.ts";
import { countAccounts, listAddresses } from "../store/reads/accounts.ts";
import type { Sql } from "../store/sql/database.ts";
import { createGeneratedNames } from "./generated-names.ts";
import type { Names } from "./names.ts";

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

export type PeopleOptions = {
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
      return takePage(eachOnce(findNamed(text, wide)), offset, limit);
    },
    forget: follow.forget,
  };
}

function* eachOnce(found: Iterable<string>): Generator<string> {
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

/** Accounts that are added without a pause. */
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
