/** `presage event|market edit` and `clarify`: edits of listings, and clarifications beside their rules. */
import { FEE_LIMITS } from "../../core/markets/market-terms.ts";
import { parseCount } from "../../core/units.ts";
import { textFlags, getTextFlag, getTextFlags } from "../command-line.ts";
import type { CommandLine, FlagKinds } from "../command-line.ts";
import { eventPath } from "./event-answer.ts";
import { marketPath } from "./market-answer.ts";
import type { OperatorSubcommand } from "./operation.ts";
import { printable } from "../table.ts";

// The flags of a market's fees.

export const FEE_FLAGS = {
  "--fee-rate": "text",
  "--fee-exponent": "text",
  "--fee-of-makers": "switch",
} as const satisfies FlagKinds;

/** Reads the fees of a request; `undefined` if no fee flag is given. */
export function readFees(line: CommandLine): object | undefined {
  const rate = getTextFlag(line, "--fee-rate");
  const exponent = getTextFlag(line, "--fee-exponent");
  const ofMakers = line.flags.has("--fee-of-makers");
  if (rate === undefined) {
    if (exponent === undefined && !ofMakers) return undefined;
    throw new Error("--fee-exponent and --fee-of-makers need --fee-rate beside them");
  }
  return { rate, ...(exponent !== undefined && { exponent: readExponent(exponent) }), takerOnly: !ofMakers };
}

function readExponent(text: string): number {
  const { least, most, range } = FEE_LIMITS.exponent;
  const exponent = parseCount(text) ?? 0;
  if (exponent >= least && exponent <= most) return exponent;
  throw new Error(`--fee-exponent: expected a whole number from ${range}, got "${text}"`);
}

// Edits and clarifications.

type Kind = "event" | "market";

/** Flags of the texts that both events and markets have, each with its field. */
export const LISTING_TEXTS = {
  "--description": "description",
  "--starts": "startDate",
  "--ends": "endDate",
  "--source": "resolutionSource",
  "--image": "image",
  "--icon": "icon",
} as const;

const EVENT_TEXTS = { "--title": "title", ...LISTING_TEXTS } as const;
const MARKET_TEXTS = { "--question": "question", "--label": "label", ...LISTING_TEXTS } as const;

const TEXTS_BY_KIND = {
  event: { operand: "EVENT", pathOf: eventPath },
  market: { operand: "MARKET", pathOf: marketPath },
} as const satisfies Record<Kind, object>;

/** Flag with the last edit that the operator saw in `show`; the change is refused if a later edit exists. */
const UNCHANGED = "--unchanged-since";

type Edited = { readonly subject: string; readonly changed: readonly string[] };

export const editEvent: OperatorSubcommand = {
  ...editOperation("event", eventFields),
  flags: { ...textFlags(EVENT_TEXTS), [UNCHANGED]: "text", "--tag": "list", "--no-tags": "switch" },
};

export const editMarket: OperatorSubcommand = {
  ...editOperation("market", marketFields),
  flags: { ...textFlags(MARKET_TEXTS), [UNCHANGED]: "text", ...FEE_FLAGS, "--free": "switch" },
};

export const clarifyEvent = clarifyOperation("event");
export const clarifyMarket = clarifyOperation("market");

function eventFields(line: CommandLine): object {
  const tags = line.flags.get("--tag");
  const none = line.flags.has("--no-tags");
  if (none && tags !== undefined) throw new Error("--no-tags: expected it without --tag, got both");
  return { ...getTextFlags(line, EVENT_TEXTS), tags: none ? [] : tags };
}

function marketFields(line: CommandLine): object {
  const free = line.flags.has("--free") ? true : undefined;
  return { ...getTextFlags(line, MARKET_TEXTS), fees: readFees(line), free };
}

function editOperation(kind: Kind, fieldsOf: (line: CommandLine) => object): OperatorSubcommand {
  const { operand, pathOf } = TEXTS_BY_KIND[kind];
  return {
    operands: [operand],
    changes: true,
    check: (line) => {
      readUnchanged(line);
      const fields = Object.values(fieldsOf(line));
      if (fields.every((field) => field === undefined))
        throw new Error(
          `${kind} edit: expected a flag of what changes, got none; see presage ${kind} edit --help`,
        );
    },
    perform: async ({ line, operands: [term], reason, call }) => {
      const request = {
        method: "POST",
        path: `${pathOf(term)}/edit`,
        body: { ...fieldsOf(line), unchangedSince: readUnchanged(line), reason },
      } as const;
      const edited: Edited = JSON.parse(await call(request));
      return { json: edited, text: `${printable(term)}: changed ${edited.changed.join(", ")}.\n` };
    },
  };
}

function readUnchanged(line: CommandLine): number | undefined {
  const text = getTextFlag(line, UNCHANGED);
  const batch = text === undefined ? undefined : parseCount(text);
  if (text !== undefined && batch === undefined)
    throw new Error(`${UNCHANGED}: expected the number of the last edit that show tells, got "${text}"`);
  return batch;
}

function clarifyOperation(kind: Kind): OperatorSubcommand {
  const { operand, pathOf } = TEXTS_BY_KIND[kind];
  return {
    operands: [operand, "TEXT"],
    changes: true,
    perform: async ({ operands: [term, text], reason, call }) => {
      const request = { method: "POST", path: `${pathOf(term)}/clarify`, body: { text, reason } } as const;
      const clarified: object = JSON.parse(await call(request));
      return { json: clarified, text: `${printable(term)}: the clarification stands beside its rules.\n` };
    },
  };
}
