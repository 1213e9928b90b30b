/**
 * The house market makers that operators run, and their accounts. They are derived from the audit log, so that a maker
 * is known exactly when its budget is durable.
 */
import type { AuditDetails, AuditStateEntry } from "../../core/events/audit-actions.ts";
import { NO_MICROS, addMicros, negate } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { deriveHouseMakerKey } from "../../signing/credentials.ts";
import { deriveAddress } from "../../signing/orders/order-digest.ts";
import { followAuditEntries } from "./audit-state.ts";
import type { AuditStateOptions } from "./audit-state.ts";

/**
 * A run of the market maker: its number among the market's runs, the lower-case address of its account, and its
 * parameters. The budget is deposited into the account, and the maximum loss is the part of the budget that may be lost,
 * whichever outcome wins. The start price is that of outcome 0, and `levels` the maximum number of quotes on each side.
 */
export type HouseMakerRun = AuditDetails<"start-house-maker">;

export type HouseMakerParams = Omit<HouseMakerRun, "run" | "address">;

type HouseMakerStep = {
  /** Engine time, milliseconds. */
  readonly at: number;
  readonly operator: string;
};

/** A run of a maker in a market; each run has its own account. */
export type HouseMaker = HouseMakerRun & {
  readonly conditionId: string;
  readonly started: HouseMakerStep;
  /** Net collateral that operators added to its account since its start. */
  readonly moved: Micros;
  /** `undefined` while the maker runs. */
  readonly stopped: HouseMakerStep | undefined;
};

/** Sums a maker's deposited collateral, the base of the maker's loss. */
export const sumDeposits = ({ budget, moved }: HouseMaker): Micros => addMicros(budget, moved);

/** An account of the house market maker that can sign. */
type HouseMakerWallet = {
  readonly key: Uint8Array;
  /** Lower-case address. */
  readonly address: string;
  /** Key id that its orders name: a UUID. */
  readonly apiKey: string;
};

export type HouseMakerRegistry = {
  /** Lists all runs in the order of their starts. */
  list(): readonly HouseMaker[];
  /** Finds the latest run in a market. */
  latestIn(conditionId: string): HouseMaker | undefined;
  /** Finds the run of an account. */
  runOf(address: string): HouseMaker | undefined;
  /** Derives the wallet of a run from the master key. */
  walletOf(conditionId: string, run: number): HouseMakerWallet;
  /** Returns the name of a wallet for clients: that of the house, or an empty text. */
  nameOf(address: string): "" | typeof HOUSE_MAKER_NAME;
  /** Replaces all entries: the exchange was put back to an earlier state. */
  replace(entries: readonly AuditStateEntry[]): void;
};

/** Name of the house accounts for clients. */
export const HOUSE_MAKER_NAME = "House" as const;

/** Returns the queue name of a market's house maker: for the maker's steps, and for operators' starts and stops. */
export const houseMakerSubject = (conditionId: string): string => `house ${conditionId}`;

type HouseMakerRegistryOptions = AuditStateOptions & { readonly masterKey: Uint8Array };

export function createHouseMakerRegistry({
  masterKey,
  ...auditLog
}: HouseMakerRegistryOptions): HouseMakerRegistry {
  const makers = new Map<string, HouseMaker>();
  const latestRuns = new Map<string, HouseMaker>();
  const wallets = new Map<string, HouseMakerWallet>();
  const keep = (maker: HouseMaker): void => {
    makers.set(maker.address, maker);
    const last = latestRuns.get(maker.conditionId);
    if (last === undefined || last.run <= maker.run) latestRuns.set(maker.conditionId, maker);
  };
  const move = (address: string, amount: Micros): void => {
    const maker = makers.get(address);
    if (maker !== undefined) keep({ ...maker, moved: addMicros(maker.moved, amount) });
  };
  const clear = (): void => {
    makers.clear();
    latestRuns.clear();
  };
  const replace = followAuditEntries(auditLog, clear, {
    "start-house-maker": ({ subject: conditionId, details, at, operator }) =>
      keep({ ...details, conditionId, started: { at, operator }, moved: NO_MICROS, stopped: undefined }),
    "stop-house-maker": ({ subject, at, operator }) => {
      const running = latestRuns.get(subject);
      if (running !== undefined) keep({ ...running, stopped: running.stopped ?? { at, operator } });
    },
    credit: ({ subject, details: { amount = NO_MICROS } }) => move(subject, amount),
    debit: ({ subject, details: { amount = NO_MICROS } }) => move(subject, negate(amount)),
  });
  return {
    list: () => [...makers.values()],
    latestIn: (conditionId) => latestRuns.get(conditionId),
    runOf: (address) => makers.get(address),
    walletOf: (conditionId, run) => {
      const name = `${conditionId} ${run}`;
      const wallet = wallets.get(name) ?? makeWallet(masterKey, conditionId, run);
      wallets.set(name, wallet);
      return wallet;
    },
    nameOf: (address) => (makers.has(address) ? HOUSE_MAKER_NAME : ""),
    replace,
  };
}

function makeWallet(masterKey: Uint8Array, conditionId: string, run: number): HouseMakerWallet {
  const { key, apiKey } = deriveHouseMakerKey(masterKey, conditionId, run);
  return { key, apiKey, address: deriveAddress(key) };
}
