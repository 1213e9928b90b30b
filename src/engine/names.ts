/**
 * Names of wallets: that of the house, chosen ones, and generated ones. Chosen names are cached in memory as the tables
 * have them, so that an answer with names waits for nothing. Changes are made one at a time.
 */
import { setImmediate } from "node:timers/promises";
import { generateName } from "../core/generated-name.ts";
import { looksOf } from "../core/name-looks.ts";
import { isRejection, reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { readForbidden, readsLikeBrand, readTraderName, refuseName } from "../core/trader-name.ts";
import type { ForbiddenText, TraderName } from "../core/trader-name.ts";
import { allowLook, findForbidden, forbidLook } from "../store/names/forbidden-names.ts";
import { endWalletName, findTakenName, putWalletName, readNameHistory } from "../store/names/wallet-names.ts";
import type { EndedName, NameHistory, NameWish, WalletName } from "../store/names/wallet-names.ts";
import type { OwnSql } from "../store/sql/database.ts";
import type { Brand } from "./brand.ts";
import { createChosenNames } from "./chosen-names.ts";
import type { ChosenNames } from "./chosen-names.ts";
import type { House } from "./house.ts";
import { createRequestTurns } from "./request-turns.ts";

const HOUR_MS = 3_600_000;
/** Time before a wallet may choose another name. */
export const NAME_KEPT_MS = 24 * HOUR_MS;
/** Time for which a name that was given up is reserved for its last owner. */
export const NAME_HELD_MS = 30 * 24 * HOUR_MS;

/** The name of a wallet as its owner sees it. */
export type NameStanding = NameHistory & {
  /** Time from which another name may be chosen, ms; 0 is at once. */
  readonly changeableFrom: number;
};

/** An operator's decision, as it is stored with the name. */
export type Decided = { readonly operator: string; readonly reason: string };

/** All wallets are lower-case addresses. */
export type Names = {
  /** Returns the name of the house or the chosen one; "" for a wallet without one. */
  nameOf(wallet: string): string;
  /** Finds wallets by the names that their owners chose; see `ChosenNames`. */
  findChosen(text: string): Iterable<string>;
  /** Returns a name for every wallet: that of the house, or the generated one. */
  pseudonymOf(wallet: string): string;
  standingOf(wallet: string): Promise<NameStanding>;
  /** Parses a name, and rejects one that a new wallet could not choose now. */
  readFree(text: string): Promise<TraderName | Rejection>;
  /** Sets the name of the wallet; its current name is accepted at any time. */
  choose(wallet: string, text: string): Promise<Rejection | undefined>;
  /** Gives up the name at its owner's wish; does nothing for a wallet without one. */
  giveUp(wallet: string): Promise<void>;
  /** Removes a name; with `forbid` nobody can choose it again. */
  remove(wallet: string, by: Decided, forbid: boolean): Promise<EndedName | Rejection>;
  /** Forbids a text; false if it was forbidden already. */
  forbid(text: ForbiddenText, by: Decided): Promise<boolean | Rejection>;
  /** Allows a forbidden text again; false if it was not forbidden. */
  allow(text: ForbiddenText): Promise<boolean | Rejection>;
  /** Lists at most `limit` chosen names that could be mistaken for this name of the exchange. */
  listLike(brand: string, limit: number): Promise<readonly WalletName[]>;
  /** Replaces all names. */
  replace(names: readonly WalletName[]): void;
};

export type NamesOptions = {
  /** Names in use. */
  readonly names: readonly WalletName[];
  readonly sql: OwnSql;
  /** Engine time. */
  readonly now: () => number;
  readonly house: Pick<House, "nameOf">;
  readonly brand: Pick<Brand, "read">;
};

export function createNames({ names, sql, now, house, brand }: NamesOptions): Names {
  const chosen = createChosenNames();
  chosen.replace(names);
  const turns = createRequestTurns();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns.take(["names"], work);
  const changes = createNameChanges({ chosen, sql, now, brand });
  return {
    nameOf: (wallet) => house.nameOf(wallet) || chosen.nameOf(wallet),
    findChosen: chosen.find,
    pseudonymOf: (wallet) => house.nameOf(wallet) || generateName(wallet),
    standingOf: (wallet) => inTurn(() => changes.readStanding(wallet)),
    readFree: async (text) => {
      const name = readTraderName(text, brand.read().name);
      if (isRejection(name)) return name;
      return (await refuseWish(sql, { wallet: "", ...name }, now())) ?? name;
    },
    choose: (wallet, text) => inTurn(() => changes.choose(wallet, text)),
    giveUp: (wallet) => inTurn(() => changes.giveUp(wallet)),
    remove: (wallet, by, forbid) => inTurn(() => changes.remove(wallet, by, forbid)),
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
  const readStanding = async (wallet: string): Promise<NameStanding> => {
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
    const refused = refuseEarly(standing, at) ?? (await refuseWish(sql, { wallet, ...name }, at));
    if (refused !== undefined) return refused;
    await putWalletName(sql, { wallet, ...name }, at);
    await readStanding(wallet);
    return undefined;
  };
  const giveUp = async (wallet: string): Promise<void> => {
    await endWalletName(sql, { wallet, at: now(), by: undefined });
    await readStanding(wallet);
  };
  const remove = async (wallet: string, by: Decided, forbid: boolean): Promise<EndedName | Rejection> => {
    const { borne } = await readStanding(wallet);
    const at = now();
    if (borne !== undefined && forbid) {
      const forbidden = await forbidText(sql, { text: borne.name, match: "name" }, { ...by, at });
      if (isRejection(forbidden)) return forbidden;
    }
    const ended = await endWalletName(sql, { wallet, at, by });
    await readStanding(wallet);
    return ended ?? reject("name_not_found", `${wallet} has no chosen name`);
  };
  return { readStanding, choose, giveUp, remove };
}

const NAMES_IN_A_TURN = 500;

/** Checks some names in each tick of the event loop, so that orders are not delayed. */
async function listLike(chosen: ChosenNames, brand: string, limit: number): Promise<readonly WalletName[]> {
  const found: WalletName[] = [];
  let looked = 0;
  for (const [wallet, name] of chosen.list()) {
    if (readsLikeBrand(name, brand)) found.push({ wallet, name });
    if (found.length === limit) break;
    looked += 1;
    if (looked % NAMES_IN_A_TURN === 0) await setImmediate();
  }
  return found;
}

async function allowText(sql: OwnSql, text: ForbiddenText): Promise<boolean | Rejection> {
  const look = readForbidden(text);
  return isRejection(look) ? look : allowLook(sql, { look, match: text.match });
}

async function forbidText(
  sql: OwnSql,
  text: ForbiddenText,
  by: Decided & { readonly at: number },
): Promise<boolean | Rejection> {
  const look = readForbidden(text);
  return isRejection(look) ? look : forbidLook(sql, { ...text, ...by, look });
}

const changeableFrom = ({ borne, ended }: NameHistory): number => {
  const last = Math.max(borne?.chosenAt ?? 0, ended?.chosenAt ?? 0);
  return last === 0 ? 0 : last + NAME_KEPT_MS;
};

function refuseEarly({ changeableFrom: from }: NameStanding, at: number): Rejection | undefined {
  if (at >= from) return undefined;
  const chosen = timeText(from - NAME_KEPT_MS);
  return reject(
    "name_changed_lately",
    `the wallet chose a name at ${chosen} and can choose another from ${timeText(from)}`,
  );
}

async function refuseWish(sql: OwnSql, wish: NameWish, at: number): Promise<Rejection | undefined> {
  const forbidden = await findForbidden(sql, looksOf(wish.text));
  if (forbidden !== undefined)
    return refuseName("name_not_allowed", wish.text, `an operator forbade "${forbidden.text}"`);
  const taken = await findTakenName(sql, wish, at - NAME_HELD_MS);
  if (taken === undefined) return undefined;
  const { name, endedAt } = taken;
  const until = endedAt === null ? "" : `, which is free from ${timeText(endedAt + NAME_HELD_MS)}`;
  return reject(
    "name_taken",
    `name: expected a name that no other wallet has, got "${wish.text}", which reads like "${name}"${until}`,
  );
}

const timeText = (at: number): string => new Date(at).toISOString();
