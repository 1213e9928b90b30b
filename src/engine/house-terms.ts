/**
 * Parameters of a house market maker, as the journal stores them: in the audit entry of the operator who started it.
 */
import { collateralText, micros, parseDecimal, priceText, ticks } from "../core/units.ts";
import type { Micros, Ticks } from "../core/units.ts";

export const HOUSE_KINDS = ["lmsr", "fair-value"] as const;
export type HouseKind = (typeof HOUSE_KINDS)[number];

/** Actions of the audit log. */
export const HOUSE_START = "start-house-maker";
export const HOUSE_STOP = "stop-house-maker";

export type HouseTerms = {
  readonly kind: HouseKind;
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
export type HouseRun = HouseTerms & { readonly run: number; readonly address: string };

type Details = Readonly<Record<string, unknown>>;

/** Writes a run as the details of an audit entry. */
export const detailsOf = ({ budget, maximumLoss, startPrice, ...others }: HouseRun): Details => ({
  ...others,
  budget: collateralText(budget),
  maximumLoss: collateralText(maximumLoss),
  startPrice: priceText(startPrice),
});

/** Reads the details of an audit entry back; throws if they are not those of a start. */
export function readDetails(details: Details): HouseRun {
  const kind = HOUSE_KINDS.find((known) => known === details["kind"]);
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
export function readMove(action: string, details: Details): Micros {
  const amount = decimalIn(details, "amount", 6);
  return micros(action === "debit" ? -amount : amount);
}

const notARun = (details: Details): Error =>
  new Error(
    `an entry of the audit log does not describe a house maker or a move of its collateral: ${JSON.stringify(details)}`,
  );
