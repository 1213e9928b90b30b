/** Request for public events, parsed alike from flags of the command and from HTTP parameters. */
import { isFault } from "../../core/values/input-fault.ts";
import { parseCount } from "../../core/units.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { parseAddress } from "../../signing/address.ts";
import { positionAfter, batchStart, EVENT_TYPES } from "./public-event.ts";
import type { ChangePosition, PublicEvent } from "./public-event.ts";

export type ChangeFilter = {
  /** Types, or patterns such as `order.*`; all if undefined. */
  readonly types?: readonly string[] | undefined;
  /** Lower-case address. */
  readonly wallet?: string | undefined;
  /** Condition id; the text of the request until it is looked up. */
  readonly market?: string | undefined;
};

export type ChangeRequest = ChangeFilter & {
  /** Cursor of the first event; after the last batch if undefined. */
  readonly from?: ChangePosition | undefined;
  /** The last batch to read. */
  readonly until?: number | undefined;
};

/** Raw values of a request by parameter. */
export type ChangeTexts = {
  readonly from?: string | undefined;
  readonly after?: string | undefined;
  readonly until?: string | undefined;
  readonly type?: readonly string[] | undefined;
  readonly wallet?: string | undefined;
  readonly market?: string | undefined;
};

/** The invalid parameter, and why. */
export type ChangeFault = { readonly parameter: keyof ChangeTexts; readonly fault: string };

export function readChangeRequest(texts: ChangeTexts): ChangeRequest | ChangeFault {
  const from = readFrom(texts);
  if (isFault(from)) return from;
  const until = texts.until === undefined ? undefined : readSeq("until", texts.until);
  if (isFault(until)) return until;
  if (until !== undefined && from !== undefined && until < from.seq)
    return parameterFault("until", `a batch from ${from.seq} on`, texts.until);
  const types = readTypes(texts.type);
  if (isFault(types)) return types;
  const wallet = texts.wallet === undefined ? undefined : readWallet(texts.wallet);
  if (isFault(wallet)) return wallet;
  return { from, until, types, wallet, market: texts.market };
}

/** Returns whether an event passes the filter. */
export const passesFilter = ({ types, wallet, market }: ChangeFilter, event: PublicEvent): boolean =>
  (types === undefined || types.some((pattern) => matchesType(pattern, event.type))) &&
  (wallet === undefined || event.wallets.includes(wallet)) &&
  (market === undefined || event.markets.includes(market));

/** Returns whether a type matches a pattern: the type itself, or a group such as `order.*`. */
export const matchesType = (pattern: string, type: string): boolean =>
  pattern.endsWith(".*") ? type.startsWith(pattern.slice(0, -1)) : pattern === type;

const parameterFault = (parameter: keyof ChangeTexts, expected: string, got = ""): ChangeFault => ({
  parameter,
  fault: `expected ${expected}, got "${got}"`,
});

function readFrom({ from, after }: ChangeTexts): ChangePosition | ChangeFault | undefined {
  if (from !== undefined && after !== undefined)
    return { parameter: "after", fault: `expected without from, got both: ${after} and ${from}` };
  if (after !== undefined)
    return (
      positionAfter(after) ?? parameterFault("after", "the id of an event like 3377-0-8c1f0a22d7be", after)
    );
  if (from === undefined) return undefined;
  const seq = readSeq("from", from);
  return isFault(seq) ? seq : batchStart(seq);
}

function readSeq(parameter: "from" | "until", text: string): number | ChangeFault {
  const seq = parseCount(text);
  return seq === undefined || seq === 0
    ? parameterFault(parameter, "the number of a batch, 1 or more", text)
    : seq;
}

function readTypes(given: readonly string[] | undefined): readonly string[] | ChangeFault | undefined {
  const types = given?.flatMap((text) => text.split(","));
  const unknown = types?.find((pattern) => !EVENT_TYPES.some((type) => matchesType(pattern, type)));
  if (unknown === undefined) return types;
  const { fault } = parameterFault(
    "type",
    "a type of docs/reference/events.md, or a pattern as order.*",
    unknown,
  );
  return { parameter: "type", fault: `${fault}${didYouMean(unknown, EVENT_TYPES)}` };
}

const readWallet = (text: string): string | ChangeFault =>
  parseAddress(text) ??
  parameterFault("wallet", "a wallet address, lower case or with the right checksum", text);
