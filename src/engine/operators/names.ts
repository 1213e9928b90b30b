/**
 * Names of wallets: the house's name, chosen names, and generated names. Chosen names are cached in memory as the tables
 * have them, so that an answer with names waits for nothing. Changes are made one at a time.
 */
import { setImmediate } from "node:timers/promises";
import { generateName } from "../../core/people/generated-name.ts";
import { listSkeletons } from "../../core/people/name-skeletons.ts";
import { listLaterWords, listSearchTexts } from "../../core/people/name-search.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import {
  readForbidden,
  readTraderName,
  readsLikeBrand,
  buildNameRejection,
} from "../../core/people/trader-name.ts";
import type { ForbiddenText, TraderName } from "../../core/people/trader-name.ts";
import { allowSkeleton, findForbidden, forbidSkeleton } from "../../store/names/forbidden-names.ts";
import {
  removeWalletName,
  findTakenName,
  putWalletName,
  readNameHistory,
} from "../../store/names/wallet-names.ts";
import type { FormerName, NameHistory, NameWish, WalletName } from "../../store/names/wallet-names.ts";
import type { OwnSql } from "../../store/sql/database.ts";
import type { Brand } from "./brand.ts";
import type { HouseMakerRegistry } from "./house-maker-registry.ts";
import { createSubjectQueues } from "../../base/async.ts";

// Names that owners chose, in memory: by their wallets, and in the order in which a search finds them.

/** All wallets are lower-case addresses. */
type ChosenNames = {
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
    for (const text of listSearchTexts(name)) whole.delete({ text, wallet });
    for (const text of wordTexts(name)) words.delete({ text, wallet });
  };
  return {
    nameOf: (wallet) => names.get(wallet) ?? "",
    list: () => names.entries(),
    set: (wallet, name) => {
      if (names.get(wallet) === name) return;
      remove(wallet);
      names.set(wallet, name);
      for (const text of listSearchTexts(name)) whole.add({ text, wallet });
      for (const text of wordTexts(name)) words.add({ text, wallet });
    },
    delete: remove,
    replace: (all) => {
      names.clear();
      for (const { wallet, name } of all) names.set(wallet, name);
      whole.replace(all.flatMap(({ wallet, name }) => listIndexEntries(wallet, listSearchTexts(name))));
      words.replace(all.flatMap(({ wallet, name }) => listIndexEntries(wallet, wordTexts(name))));
    },
    *find(text) {
      const found = new Set<string>();
      for (const order of [whole, words])
        for (const begins of listSearchTexts(text))
          for (const wallet of order.beginning(begins)) {
            if (found.has(wallet)) continue;
            found.add(wallet);
            yield wallet;
          }
    },
  };
}

const wordTexts = (name: string): readonly string[] => [
  ...new Set(listLaterWords(name).flatMap(listSearchTexts)),
];

type Entry = { readonly text: string; readonly wallet: string };

const listIndexEntries = (wallet: string, texts: readonly string[]): Entry[] =>
  texts.map((text) => ({ text, wallet }));

const compare = (a: Entry, b: Entry): number =>
  compareTexts(a.text, b.text) || compareTexts(a.wallet, b.wallet);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Creates a sorted list of texts with their wallets. */
function createTextOrder() {
  let entries: Entry[] = [];
  /** Returns the index of the first entry that does not sort before this one. */
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

const HOUR_MS = 3_600_000;
/** Time before a wallet may choose another name. */
export const NAME_CHANGE_INTERVAL_MS = 24 * HOUR_MS;
/** Time for which a name that was given up is reserved for its last owner. */
export const NAME_RESERVED_MS = 30 * 24 * HOUR_MS;

/** The name of a wallet as its owner sees it. */
type NameStatus = NameHistory & {
  /** Time from which another name may be chosen, ms; 0 means at once. */
  readonly changeableFrom: number;
};

/** An operator's decision, as it is stored with the name. */
type NameDecision = { readonly operator: string; readonly reason: string };

/** All wallets are lower-case addresses. */
export type Names = {
  /** Returns the name of the house or the chosen one; "" for a wallet without one. */
  nameOf(wallet: string): string;
  /** Finds wallets by the names that their owners chose; see `ChosenNames`. */
  findChosen(text: string): Iterable<string>;
  /** Returns a name for every wallet: that of the house, or the generated one. */
  pseudonymOf(wallet: string): string;
  standingOf(wallet: string): Promise<NameStatus>;
  /** Parses a name, and rejects one that a new wallet could not choose now. */
  readFree(text: string): Promise<TraderName | Rejection>;
  /** Sets the name of the wallet; its current name is accepted at any time. */
  choose(wallet: string, text: string): Promise<Rejection | undefined>;
  /** Gives up the name at its owner's wish; does nothing for a wallet without one. */
  giveUp(wallet: string): Promise<void>;
  /** Removes a name; with `forbid` nobody can choose it again. */
  remove(wallet: string, by: NameDecision, forbid: boolean): Promise<FormerName | Rejection>;
  /** Forbids a text; false if it was forbidden already. */
  forbid(text: ForbiddenText, by: NameDecision): Promise<boolean | Rejection>;
  /** Allows a forbidden text again; false if it was not forbidden. */
  allow(text: ForbiddenText): Promise<boolean | Rejection>;
  /** Lists at most `limit` chosen names that could be mistaken for this name of the exchange. */
  listLike(brand: string, limit: number): Promise<readonly WalletName[]>;
  /** Replaces all names. */
  replace(names: readonly WalletName[]): void;
};

type NamesOptions = {
  /** Names in use. */
  readonly names: readonly WalletName[];
  readonly sql: OwnSql;
  /** Engine time. */
  readonly now: () => number;
  /** Called with each wallet whose name changed. */
  readonly onChange?: ((wallet: string) => void) | undefined;
  readonly house: Pick<HouseMakerRegistry, "nameOf">;
  readonly brand: Pick<Brand, "read">;
};

export function createNames({ names, sql, now, house, brand, onChange }: NamesOptions): Names {
  const chosen = createChosenNames();
  chosen.replace(names);
  const turns = createSubjectQueues();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns.take(["names"], work);
  const changes = createNameChanges({ chosen, sql, now, brand });
  const change = async <T>(wallet: string, work: () => Promise<T>): Promise<T> => {
    const done = await inTurn(work);
    onChange?.(wallet);
    return done;
  };
  return {
    nameOf: (wallet) => house.nameOf(wallet) || chosen.nameOf(wallet),
    findChosen: chosen.find,
    pseudonymOf: (wallet) => house.nameOf(wallet) || generateName(wallet),
    standingOf: (wallet) => inTurn(() => changes.readStanding(wallet)),
    readFree: async (text) => {
      const name = readTraderName(text, brand.read().name);
      if (isRejection(name)) return name;
      return (await rejectName(sql, { wallet: "", ...name }, now())) ?? name;
    },
    choose: (wallet, text) => change(wallet, () => changes.choose(wallet, text)),
    giveUp: (wallet) => change(wallet, () => changes.giveUp(wallet)),
    remove: (wallet, by, forbid) => change(wallet, () => changes.remove(wallet, by, forbid)),
    forbid: (text, by) => inTurn(() => forbidText(sql, text, { ...by, at: now() })),
    allow: (text) => inTurn(() => allowText(sql, text)),
    listLike: (wanted, limit) => listLike(chosen, wanted, limit),
    replace: chosen.replace,
  };
}

type ChangeOptions = Pick<NamesOptions, "sql" | "now" | "brand"> & { readonly chosen: ChosenNames };

/** Creates the changes of names, which must run one at a time. */
function createNameChanges({ chosen, sql, now, brand }: ChangeOptions) {
  /** Reads the name from the table into memory: an earlier change may have succeeded without an answer. */
  const readStanding = async (wallet: string): Promise<NameStatus> => {
    const history = await readNameHistory(sql, wallet);
    if (history.borne === undefined) chosen.delete(wallet);
    else chosen.set(wallet, history.borne.name);
    return { ...history, changeableFrom: changeableFrom(history) };
  };
  const choose = async (wallet: string, text: string): Promise<Rejection | undefined> => {
    const name = readTraderName(text, brand.read().name);
    if (isRejection(name)) return name;
    const standing = await readStanding(wallet);
    if (standing.borne?.name === name.text) return undefined;
    const at = now();
    const refused = rejectEarlyChange(standing, at) ?? (await rejectName(sql, { wallet, ...name }, at));
    if (refused !== undefined) return refused;
    await putWalletName(sql, { wallet, ...name }, at);
    await readStanding(wallet);
    return undefined;
  };
  const giveUp = async (wallet: string): Promise<void> => {
    await removeWalletName(sql, { wallet, at: now(), by: undefined });
    await readStanding(wallet);
  };
  const remove = async (
    wallet: string,
    by: NameDecision,
    forbid: boolean,
  ): Promise<FormerName | Rejection> => {
    const { borne } = await readStanding(wallet);
    const at = now();
    if (borne !== undefined && forbid) {
      const forbidden = await forbidText(sql, { text: borne.name, match: "name" }, { ...by, at });
      if (isRejection(forbidden)) return forbidden;
    }
    const ended = await removeWalletName(sql, { wallet, at, by });
    await readStanding(wallet);
    return ended ?? reject("name_not_found", `${wallet} has no chosen name`);
  };
  return { readStanding, choose, giveUp, remove };
}

const NAMES_PER_TICK = 500;

/** Checks some names in each tick of the event loop, so that orders are not delayed. */
async function listLike(chosen: ChosenNames, brand: string, limit: number): Promise<readonly WalletName[]> {
  const found: WalletName[] = [];
  let looked = 0;
  for (const [wallet, name] of chosen.list()) {
    if (readsLikeBrand(name, brand)) found.push({ wallet, name });
    if (found.length === limit) break;
    looked += 1;
    if (looked % NAMES_PER_TICK === 0) await setImmediate();
  }
  return found;
}

async function allowText(sql: OwnSql, text: ForbiddenText): Promise<boolean | Rejection> {
  const look = readForbidden(text);
  return isRejection(look) ? look : allowSkeleton(sql, { look, match: text.match });
}

async function forbidText(
  sql: OwnSql,
  text: ForbiddenText,
  by: NameDecision & { readonly at: number },
): Promise<boolean | Rejection> {
  const look = readForbidden(text);
  return isRejection(look) ? look : forbidSkeleton(sql, { ...text, ...by, look });
}

const changeableFrom = ({ borne, ended }: NameHistory): number => {
  const last = Math.max(borne?.chosenAt ?? 0, ended?.chosenAt ?? 0);
  return last === 0 ? 0 : last + NAME_CHANGE_INTERVAL_MS;
};

function rejectEarlyChange({ changeableFrom: from }: NameStatus, at: number): Rejection | undefined {
  if (at >= from) return undefined;
  const chosen = timeText(from - NAME_CHANGE_INTERVAL_MS);
  return reject(
    "name_changed_lately",
    `the wallet chose a name at ${chosen} and can choose another from ${timeText(from)}`,
  );
}

async function rejectName(sql: OwnSql, wish: NameWish, at: number): Promise<Rejection | undefined> {
  const forbidden = await findForbidden(sql, listSkeletons(wish.text));
  if (forbidden !== undefined)
    return buildNameRejection("name_not_allowed", wish.text, `an operator forbade "${forbidden.text}"`);
  const taken = await findTakenName(sql, wish, at - NAME_RESERVED_MS);
  if (taken === undefined) return undefined;
  const { name, endedAt } = taken;
  const until = endedAt === null ? "" : `, which is free from ${timeText(endedAt + NAME_RESERVED_MS)}`;
  return reject(
    "name_taken",
    `name: expected a name that no other wallet has, got "${wish.text}", which reads like "${name}"${until}`,
  );
}

const timeText = (at: number): string => new Date(at).toISOString();
