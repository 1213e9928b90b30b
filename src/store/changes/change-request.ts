/** The request of a reading of public events, read alike from flags of the command and from parameters over HTTP. */
import { isFault } from "../../core/input-fault.ts";
import { parseCount } from "../../core/units.ts";
import { didYouMean } from "../../nearest-name.ts";
import { parseAddress } from "../../signing/address.ts";
import { positionAfter, startOf } from "./change-position.ts";
import type { ChangePosition } from "./change-position.ts";
import { EVENT_TYPES } from "./public-event.ts";
import type { PublicEvent } from "./public-event.ts";

export type ChangeFilter = {
  /** Types, or patterns as `order.*`; all unless given. */
  readonly types?: readonly string[] | undefined;
  /** Lower-case address. */
  readonly wallet?: string | undefined;
  /** Condition id; as it came until it is looked up. */
  readonly market?: string | undefined;
};

export type ChangeRequest = ChangeFilter & {
  /** Place of the first event; after the last batch unless given. */
  readonly from?: ChangePosition | undefined;
  /** The last batch. */
  readonly until?: number | undefined;
};

/** Values of a request by parameter, as they came. */
export type ChangeTexts = {
  readonly from?: string | undefined;
  readonly after?: string | undefined;
  readonly until?: string | undefined;
  readonly type?: readonly string[] | undefined;
  readonly wallet?: string | undefined;
  readonly market?: string | undefined;
};

/** The parameter that is wrong, and why. */
export type ChangeFault = { readonly parameter: keyof ChangeTexts; readonly fault: string };

export function readChangeRequest(texts: ChangeTexts): ChangeRequest | ChangeFault {
  const from = readFrom(texts);
  if (isFault(from)) return from;
  const until = texts.until === undefined ? undefined : readSeq("until", texts.until);
  if (isFault(until)) return until;
  if (until !== undefined && from !== undefined && until < from.seq)
    return wrong("until", `a batch from ${from.seq} on`, texts.until);
  const types = readTypes(texts.type);
  if (isFault(types)) return types;
  const wallet = texts.wallet === undefined ? undefined : readWallet(texts.wallet);
  if (isFault(wallet)) return wallet;
  return { from, until, types, wallet, market: texts.market };
}

/** Tells whether the filter lets an event through. */
export const passes = ({ types, wallet, market }: ChangeFilter, event: PublicEvent): boolean =>
  (types === undefined || types.some((pattern) => fits(pattern, event.type))) &&
  (wallet === undefined || event.wallets.includes(wallet)) &&
  (market === undefined || event.markets.includes(market));

/** Tells whether a type is the one that a pattern names, or one of its kind: `order.*`. */
export const fits = (pattern: string, type: string): boolean =>
  pattern.endsWith(".*") ? type.startsWith(pattern.slice(0, -1)) : pattern === type;

const wrong = (parameter: keyof ChangeTexts, expected: string, got = ""): ChangeFault => ({
  parameter,
  fault: `expected ${expected}, got "${got}"`,
});

function readFrom({ from, after }: ChangeTexts): ChangePosition | ChangeFault | undefined {
  if (from !== undefined && after !== undefined)
    return { parameter: "after", fault: `expected without from, got both: ${after} and ${from}` };
  if (after !== undefined)
    return positionAfter(after) ?? wrong("after", "the id of an event like 3377-0-8c1f0a22d7be", after);
  if (from === undefined) return undefined;
  const seq = readSeq("from", from);
  return isFault(seq) ? seq : startOf(seq);
}

function readSeq(parameter: "from" | "until", text: string): number | ChangeFault {
  const seq = parseCount(text);
  return seq === undefined || seq === 0 ? wrong(parameter, "the number of a batch, 1 or more", text) : seq;
}

function readTypes(given: readonly string[] | undefined): readonly string[] | ChangeFault | undefined {
  const types = given?.flatMap((text) => text.split(","));
  const unknown = types?.find((pattern) => !EVENT_TYPES.some((type) => fits(pattern, type)));
  if (unknown === undefined) return types;
  const { fault } = wrong("type", "a type of docs/events.md, or a pattern as order.*", unknown);
  return { parameter: "type", fault: `${fault}${didYouMean(unknown, EVENT_TYPES)}` };
}

const readWallet = (text: string): string | ChangeFault =>
  parseAddress(text) ?? wrong("wallet", "a wallet address, lower case or with the right checksum", text);
