/**
 * The two kinds of outcome ids that markets have on Polymarket's wire. A `v1` market has ids of the Conditional Tokens
 * contract, which are hashes. A `v2` market, of Protocol V2, has position ids of the PositionManager: the module in the
 * top byte, zeros in bits 40 to 103, the outcome in the lowest byte. The ids alone show a market's version.
 */
import type { CatalogMarket } from "./catalog.ts";

export const MARKET_VERSIONS = ["v1", "v2"] as const;
export type MarketVersion = (typeof MARKET_VERSIONS)[number];

/** The first 31 bytes of a position id after "0x": module, identifier, zeros, number of the question. */
const STRUCTURE = "0[123][0-9a-fA-F]{36}0{16}[0-9a-fA-F]{8}";

/**
 * A condition id in any letter case: 32 bytes, or the 31 bytes of a Protocol V2 market without the zero byte that pads
 * them. The chance that a hash has the form of a padded condition id is below 2^-70.
 */
export const CONDITION_PATTERN = `^0x([0-9a-fA-F]{64}|${STRUCTURE})$`;

const CONDITION = new RegExp(CONDITION_PATTERN);
const SHORT_CONDITION = new RegExp(`^0x${STRUCTURE}$`);

/** A condition id of a Protocol V2 market in its stored form. */
export const V2_CONDITION_PATTERN = `^0x${STRUCTURE}00$`;

const V2_CONDITION = new RegExp(V2_CONDITION_PATTERN);

/** Returns the version of the market with this condition id in its stored form. */
export const versionOfCondition = (conditionId: string): MarketVersion =>
  V2_CONDITION.test(conditionId) ? "v2" : "v1";

export const versionOf = ({ conditionId }: Pick<CatalogMarket, "conditionId">): MarketVersion =>
  versionOfCondition(conditionId);

const V2_TOKEN = /^0[123][0-9a-f]{36}0{16}[0-9a-f]{10}$/;

/** Digits of numbers from 2^248 on below 2^250; smaller numbers have no module. */
const MODULE_DIGITS = /^\d{75,76}$/;

/** Returns the version that a token id, decimal text, has by its form. */
export const versionOfToken = (tokenId: string): MarketVersion =>
  MODULE_DIGITS.test(tokenId) && V2_TOKEN.test(BigInt(tokenId).toString(16).padStart(64, "0")) ? "v2" : "v1";

/** Lists the position ids of both outcomes, as decimal text, of a Protocol V2 condition in its stored form. */
export function listPositionIds(conditionId: string): readonly [string, string] {
  const first = BigInt(conditionId);
  return [first.toString(), (first + 1n).toString()];
}

/** Describes token ids that do not have the form that the condition id demands; `undefined` if they have it. */
export function findVersionFault(
  market: Pick<CatalogMarket, "conditionId" | "tokenIds">,
): string | undefined {
  if (versionOf(market) === "v1") {
    const position = market.tokenIds.find((id) => versionOfToken(id) === "v2");
    return position === undefined
      ? undefined
      : `token ${position} has the form of Protocol V2, its condition has not`;
  }
  const expected = listPositionIds(market.conditionId);
  return expected.every((id, outcome) => id === market.tokenIds[outcome])
    ? undefined
    : `its tokens are not the position ids of its condition, ${expected.join(" and ")}`;
}

/**
 * Describes the module of a Protocol V2 condition that does not fit its market; `undefined` if it fits. Only for new
 * listings: journals may hold markets from before this check.
 */
export function findModuleFault(
  market: Pick<CatalogMarket, "conditionId" | "negativeRisk">,
): string | undefined {
  if (versionOf(market) === "v1") return undefined;
  const module = market.conditionId.charAt(3);
  if (module === "3")
    return "the module in its condition id is 3, of combinations, which the exchange does not have";
  return (module === "2") === market.negativeRisk
    ? undefined
    : `the module in its condition id is ${module}, of markets ${module === "2" ? "with" : "without"} negative risk only`;
}

/** Converts a condition id to its stored form: lower case, and 32 bytes also for a Protocol V2 market. */
export function normalizeCondition(text: string): string {
  const lower = text.toLowerCase();
  return SHORT_CONDITION.test(lower) ? `${lower}00` : lower;
}

/** Parses a condition id in any accepted form; `undefined` if invalid. */
export const parseCondition = (text: string): string | undefined =>
  CONDITION.test(text) ? normalizeCondition(text) : undefined;

/** Kinds of markets by the exchange contract that their orders are signed for. */
export type MarketKind = "ordinary" | "negative-risk" | "protocol-v2";

type KindedMarket = { readonly conditionId: string; readonly negativeRisk: boolean };

/** Returns the kind of a market: Protocol V2 has one exchange contract for all its markets. */
export function kindOfMarket(market: KindedMarket): MarketKind {
  if (versionOf(market) === "v2") return "protocol-v2";
  return market.negativeRisk ? "negative-risk" : "ordinary";
}
