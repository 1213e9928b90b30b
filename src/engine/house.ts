/**
 * The house market makers that operators run, and their accounts. They are derived from the audit log, so that a maker
 * is known exactly when its budget is durable.
 */
import { addMicros, NO_MICROS } from "../core/units.ts";
import type { Micros } from "../core/units.ts";
import { deriveHouseKey } from "../signing/credentials.ts";
import { addressOfKey } from "../signing/sign-order.ts";
import type { DeedEntry } from "../store/reads/audit.ts";
import { HOUSE_START, HOUSE_STOP, readDetails, readMove } from "./house-terms.ts";
import type { HouseRun } from "./house-terms.ts";
import { followDeeds } from "./operator-deeds.ts";
import type { DeedOptions } from "./operator-deeds.ts";

export type HouseStep = {
  /** Engine time, milliseconds. */
  readonly at: number;
  readonly operator: string;
};

/** A run of a maker in a market; each run has its own account. */
export type HouseMaker = HouseRun & {
  readonly conditionId: string;
  readonly started: HouseStep;
  /** Net collateral that operators added to its account since its start. */
  readonly moved: Micros;
  /** `undefined` while the maker runs. */
  readonly stopped: HouseStep | undefined;
};

/** Total collateral deposited, from which the loss is counted. */
export const fundsOf = ({ budget, moved }: HouseMaker): Micros => addMicros(budget, moved);

/** An account of the house market maker that can sign. */
export type HouseWallet = {
  readonly key: Uint8Array;
  /** Lower-case address. */
  readonly address: string;
  /** Key id that its orders name: a UUID. */
  readonly apiKey: string;
};

export type House = {
  /** Lists all runs in the order of their starts. */
  list(): readonly HouseMaker[];
  /** Finds the latest run in a market. */
  latestIn(conditionId: string): HouseMaker | undefined;
  /** Finds the run of an account. */
  runOf(address: string): HouseMaker | undefined;
  /** Derives the wallet of a run from the master key. */
  walletOf(conditionId: string, run: number): HouseWallet;
  /** Returns the name of a wallet for clients: that of the house, or an empty text. */
  nameOf(address: string): "" | typeof HOUSE_NAME;
  /** Replaces all entries: the exchange was put back to an earlier state. */
  replace(entries: readonly DeedEntry[]): void;
};

/** Name of the house accounts for clients. */
export const HOUSE_NAME = "House" as const;

/** Name of the queue of a market: for its maker's own work, and for operators who start and stop it. */
export const houseSubject = (conditionId: string): string => `house ${conditionId}`;

export type HouseOptions = DeedOptions & { readonly masterKey: Uint8Array };

export function createHouse({ masterKey, ...deeds }: HouseOptions): House {
  const makers = new Map<string, HouseMaker>();
  const latest = new Map<string, HouseMaker>();
  const wallets = new Map<string, HouseWallet>();
  const keep = (maker: HouseMaker): void => {
    makers.set(maker.address, maker);
    const last = latest.get(maker.conditionId);
    if (last === undefined || last.run <= maker.run) latest.set(maker.conditionId, maker);
  };
  const add = ({ action, subject, details, at, operator }: DeedEntry): void => {
    const started = { at, operator };
    if (action === HOUSE_START)
      keep({ ...readDetails(details), conditionId: subject, started, moved: NO_MICROS, stopped: undefined });
    const running = latest.get(subject);
    if (action === HOUSE_STOP && running !== undefined)
      keep({ ...running, stopped: running.stopped ?? { at, operator } });
    const owner = makers.get(subject);
    if ((action === "credit" || action === "debit") && owner !== undefined)
      keep({ ...owner, moved: addMicros(owner.moved, readMove(action, details)) });
  };
  const clear = (): void => {
    makers.clear();
    latest.clear();
  };
  const replace = followDeeds(deeds, { add, clear });
  return {
    list: () => [...makers.values()],
    latestIn: (conditionId) => latest.get(conditionId),
    runOf: (address) => makers.get(address),
    walletOf: (conditionId, run) => {
      const name = `${conditionId} ${run}`;
      const wallet = wallets.get(name) ?? makeWallet(masterKey, conditionId, run);
      wallets.set(name, wallet);
      return wallet;
    },
    nameOf: (address) => (makers.has(address) ? HOUSE_NAME : ""),
    replace,
  };
}

function makeWallet(masterKey: Uint8Array, conditionId: string, run: number): HouseWallet {
  const { key, apiKey } = deriveHouseKey(masterKey, conditionId, run);
  return { key, apiKey, address: addressOfKey(key) };
}
