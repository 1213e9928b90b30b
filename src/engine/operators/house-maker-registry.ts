/**
 * The house market makers that operators run, and their accounts. They are derived from the audit log, so that a maker
 * is known exactly when its budget is durable.
 */
import {
  NO_MICROS,
  addMicros,
  collateralText,
  micros,
  parseDecimal,
  priceText,
  ticks,
} from "../../core/units.ts";
import type { Micros, Ticks } from "../../core/units.ts";
import { deriveHouseMakerKey } from "../../signing/credentials.ts";
import { deriveAddress } from "../../signing/orders/order-digest.ts";
import type { AuditStateEntry } from "../../store/reads/audit.ts";
import { followAuditEntries } from "./audit-state.ts";
import type { AuditStateOptions } from "./audit-state.ts";

// Parameters of a house market maker, as the journal stores them: in the audit entry of the operator who started it.

export const HOUSE_MAKER_KINDS = ["lmsr", "fair-value"] as const;
type HouseMakerKind = (typeof HOUSE_MAKER_KINDS)[number];

/** Actions of the audit log. */
export const HOUSE_MAKER_START = "start-house-maker";
export const HOUSE_MAKER_STOP = "stop-house-maker";

export type HouseMakerParams = {
  readonly kind: HouseMakerKind;
  /** Collateral deposited into its account. */
  readonly budget: Micros;
  /** Part of the budget that may be lost, whichever outcome wins. */
  readonly maximumLoss: Micros;
  /** Initial price of outcome 0. */
  readonly startPrice: Ticks;
  /** Maximum number of quotes on each side. */
  readonly levels: number;
};

/** A run of the market maker: its number among those of the market, and the lower-case address of its account. */
export type HouseMakerRun = HouseMakerParams & { readonly run: number; readonly address: string };

type Details = Readonly<Record<string, unknown>>;

/** Writes a run as the details of an audit entry. */
export const encodeHouseMakerRun = ({
  budget,
  maximumLoss,
  startPrice,
  ...others
}: HouseMakerRun): Details => ({
  ...others,
  budget: collateralText(budget),
  maximumLoss: collateralText(maximumLoss),
  startPrice: priceText(startPrice),
});

/** Reads the details of an audit entry back; throws if they are not those of a start. */
export function decodeHouseMakerRun(details: Details): HouseMakerRun {
  const kind = HOUSE_MAKER_KINDS.find((known) => known === details["kind"]);
  const { address } = details;
  if (kind === undefined || typeof address !== "string") throw notARun(details);
  return {
    kind,
    address,
    run: countIn(details, "run"),
    levels: countIn(details, "levels"),
    budget: micros(decimalIn(details, "budget", 6)),
    maximumLoss: micros(decimalIn(details, "maximumLoss", 6)),
    startPrice: ticks(decimalIn(details, "startPrice", 4)),
  };
}

function countIn(details: Details, name: string): number {
  const count = details[name];
  if (typeof count === "number" && Number.isInteger(count)) return count;
  throw notARun(details);
}

function decimalIn(details: Details, name: string, places: number): number {
  const text = details[name];
  const decimal = typeof text === "string" ? parseDecimal(text, places) : undefined;
  if (decimal === undefined) throw notARun(details);
  return decimal;
}

/** Reads the amount that an entry moved into an account, negative if out of it; throws if it is no credit or debit. */
export function readMovedAmount(action: string, details: Details): Micros {
  const amount = decimalIn(details, "amount", 6);
  return micros(action === "debit" ? -amount : amount);
}

const notARun = (details: Details): Error =>
  new Error(
    `an entry of the audit log does not describe a house maker or a move of its collateral: ${JSON.stringify(details)}`,
  );

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

/** Total collateral deposited, from which the loss is counted. */
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

/** Name of the queue of a market: for its maker's own work, and for operators who start and stop it. */
export const houseMakerSubject = (conditionId: string): string => `house ${conditionId}`;

type HouseMakerRegistryOptions = AuditStateOptions & { readonly masterKey: Uint8Array };

export function createHouseMakerRegistry({
  masterKey,
  ...deeds
}: HouseMakerRegistryOptions): HouseMakerRegistry {
  const makers = new Map<string, HouseMaker>();
  const latest = new Map<string, HouseMaker>();
  const wallets = new Map<string, HouseMakerWallet>();
  const keep = (maker: HouseMaker): void => {
    makers.set(maker.address, maker);
    const last = latest.get(maker.conditionId);
    if (last === undefined || last.run <= maker.run) latest.set(maker.conditionId, maker);
  };
  const add = ({ action, subject, details, at, operator }: AuditStateEntry): void => {
    const started = { at, operator };
    if (action === HOUSE_MAKER_START)
      keep({
        ...decodeHouseMakerRun(details),
        conditionId: subject,
        started,
        moved: NO_MICROS,
        stopped: undefined,
      });
    const running = latest.get(subject);
    if (action === HOUSE_MAKER_STOP && running !== undefined)
      keep({ ...running, stopped: running.stopped ?? { at, operator } });
    const owner = makers.get(subject);
    if ((action === "credit" || action === "debit") && owner !== undefined)
      keep({ ...owner, moved: addMicros(owner.moved, readMovedAmount(action, details)) });
  };
  const clear = (): void => {
    makers.clear();
    latest.clear();
  };
  const replace = followAuditEntries(deeds, { add, clear });
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
    nameOf: (address) => (makers.has(address) ? HOUSE_MAKER_NAME : ""),
    replace,
  };
}

function makeWallet(masterKey: Uint8Array, conditionId: string, run: number): HouseMakerWallet {
  const { key, apiKey } = deriveHouseMakerKey(masterKey, conditionId, run);
  return { key, apiKey, address: deriveAddress(key) };
}
