/**
 * Identifiers of Protocol V2 markets. A position id is the condition id's 31 bytes and a byte for the outcome. The 31 bytes
 * are one for the module, 16 of a hash, 10 zeros, and 4 for the number of the question in its event.
 */
import { listPositionIds } from "../../core/markets/market-version.ts";
import type { MarketVersion } from "../../core/markets/market-version.ts";
import { concatBytes, decodeHex, toHex } from "../hex.ts";
import { keccak256 } from "../keccak.ts";
import { writeUint256 } from "../uint.ts";
import type { MarketIds } from "./market-ids.ts";

/** Modules of the PositionManager; combinations of markets, module 3, have no books here. */
const MODULES = { binary: 1, "negative-risk": 2 } as const;
export type PositionModule = keyof typeof MODULES;

export type PositionParams = {
  readonly module: PositionModule;
  /** 32 bytes as hex: the id of the question, or of the negative-risk event. */
  readonly source: string;
  /** Number of the question in its negative-risk event; 0 for a binary market. */
  readonly index: number;
};

/**
 * Computes the condition and the two position ids, as decimal text. The 16 bytes are the last of keccak256 of the ABI
 * encoding of module and source, as the clients of the PositionManager derive them.
 */
export function computeProtocolV2Ids({ module, source, index }: PositionParams): MarketIds {
  const hash = keccak256(concatBytes(word(MODULES[module]), word(64), word(32), decodeHex(source)));
  return buildIds(module, hash.subarray(16), index);
}

/** Chooses the ids of a market's version. A Protocol V2 market lists the ids of the Conditional Tokens beside its own. */
export const chooseVersion = (
  version: MarketVersion,
  tokens: MarketIds,
  positions: PositionParams,
): MarketIds & { readonly otherVersionIds?: readonly [string, string] } =>
  version === "v1" ? tokens : { ...computeProtocolV2Ids(positions), otherVersionIds: tokens.tokenIds };

/**
 * Computes the position ids of a market of the Conditional Tokens as a leg of combinations: the last 16 bytes of its
 * condition id. Legs have no books.
 */
export const computeLegIds = (conditionId: string): readonly [string, string] =>
  buildIds("binary", decodeHex(conditionId).subarray(16), 0).tokenIds;

function buildIds(module: PositionModule, identifier: Uint8Array, index: number): MarketIds {
  const bytes = new Uint8Array(32);
  bytes[0] = MODULES[module];
  bytes.set(identifier, 1);
  new DataView(bytes.buffer).setUint32(27, index);
  const conditionId = toHex(bytes);
  return { conditionId, tokenIds: listPositionIds(conditionId) };
}

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(32);
  writeUint256(String(value), bytes, 0);
  return bytes;
}
