/** Reads a step of a scenario into the commands that it stands for. */
import type { Command, CommandOf } from "../../../src/core/events/command.ts";
import type { Exchange, Market, OrderKind, Side } from "../../../src/core/state.ts";
import { affordableLots, lots, micros, parseDecimal, setValue, ticks } from "../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../src/core/units.ts";
import { NOT_SIGNED } from "./orders.ts";

export type Scenario = {
  exchange: Exchange;
  /** The clock (ms). */
  at: number;
  /** Order lines so far, by wallet. */
  placed: Map<string, number>;
};

/** The first market that was listed: the one that all steps mean unless they name another. */
export const theMarket = (exchange: Exchange): Market => exchange.markets[1]!;

type Reader = (words: readonly string[], scenario: Scenario) => Command[];

function whole(text: string | undefined, places: number): number {
  const value = parseDecimal((text ?? "").replace(/[$,]/g, ""), places);
  if (value === undefined) throw new Error(`expected an amount, got ${text}`);
  return value;
}

const dollars = (text: string | undefined): Micros => micros(whole(text, 6));
const shares = (text: string | undefined): Lots => lots(whole(text, 2));
const price = (text: string | undefined): Ticks => ticks(whole(text, 4));

const READERS: Record<string, Reader> = {
  given: readGiven,
  cancel: ([id = "", , by], { exchange }) => {
    const owner = by ?? exchange.accountByAddress.get(id.split("#")[0] ?? "")?.owner ?? "nobody";
    return [{ type: "cancel-order", id, owner }];
  },
  expire: () => [{ type: "expire-orders" }],
  split: ([address = "", amount], scenario) => [
    { type: "split", address, owner: ownerOf(scenario, address), conditionId: "m", lots: shares(amount) },
  ],
  credit: ([address = "", amount]) => [{ type: "credit", address, amount: dollars(amount) }],
  open: ([address = "", amount, , owner = address]) => [
    { type: "open-account", address, owner, credit: dollars(amount) },
  ],
};

const ownerOf = ({ exchange }: Scenario, address: string): string =>
  exchange.accountByAddress.get(address)?.owner ?? address;

export function readCommand(scenario: Scenario, step: string): Command[] {
  const [first = "", ...rest] = step.split(/ +/);
  const reader = READERS[first];
  return reader === undefined ? [readOrder(scenario, [first, ...rest])] : reader(rest, scenario);
}

/** Reads `alice $100, 50 sets owner zoe`; all after the dollars is optional. */
function readGiven(words: readonly string[]): Command[] {
  const [address = "", cash] = words;
  const sets = words[words.indexOf("sets") - 1];
  const size = words.includes("sets") ? shares(sets) : lots(0);
  const owner = words.includes("owner") ? words[words.indexOf("owner") + 1]! : address;
  const opening: Command = {
    type: "open-account",
    address,
    owner,
    credit: micros(dollars(cash) + setValue(size)),
  };
  return size === 0 ? [opening] : [opening, { type: "split", address, owner, conditionId: "m", lots: size }];
}

/** `alice BUY yes 0.60 x 10 GTC`, `bob BUY yes $10 @ 0.60 FAK`. */
function readOrder(scenario: Scenario, words: readonly string[]): CommandOf<"place-order"> {
  const [maker = "", side, outcome = "", first, sign, second, kind, ...rest] = words;
  if (side !== "BUY" && side !== "SELL") throw new Error(`expected an order, got ${words.join(" ")}`);
  const no = (scenario.placed.get(maker) ?? 0) + 1;
  scenario.placed.set(maker, no);
  const expiry = rest.find((word) => /^\d+$/.test(word));
  const by = rest.includes("by") ? rest[rest.indexOf("by") + 1] : undefined;
  return {
    type: "place-order",
    id: `${maker}#${no}`,
    maker,
    owner: by ?? scenario.exchange.accountByAddress.get(maker)?.owner ?? maker,
    tokenId: `m-${outcome}`,
    side: side satisfies Side,
    kind: kind as OrderKind,
    postOnly: rest.includes("post-only"),
    expiresAt: Number(expiry ?? 0),
    ...readTerms(first, sign, second),
    apiKey: "key",
    signed: NOT_SIGNED,
  };
}

function readTerms(
  first: string | undefined,
  sign: string | undefined,
  second: string | undefined,
): Pick<CommandOf<"place-order">, "limit" | "lots" | "budget"> {
  if (sign === "x") return { limit: price(first), lots: shares(second), budget: undefined };
  const budget = dollars(first);
  return { limit: price(second), lots: affordableLots(budget, price(second)), budget };
}
