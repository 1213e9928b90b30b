/** Random commands of operators: steps in the life of markets, bans and notes, most of them with an entry in the audit log. */
import type { MarketAction } from "../../src/core/events/command.ts";
import { MODES } from "../../src/core/exchange-mode.ts";
import { anyMarket, anyWallet, conditionOf, openCondition } from "./generator.ts";
import type { Generator } from "./generator.ts";
import type {
  SimulatedCommandOf,
  PlainOperatorCommand,
  SimulatedCommand,
  SimulatedOperate,
} from "./outcome.ts";
import { PAYOUTS } from "./random-listings.ts";
import { supply } from "./reference-figures.ts";
import { findMarket, isOpen } from "./reference-state.ts";
import type { RefMarket } from "./reference-state.ts";

/** Mostly wraps a command as an operator's, with an entry in the audit log. */
export function asOperatorCommand({ random }: Generator, command: PlainOperatorCommand): SimulatedCommand {
  if (random.chance(30)) return command;
  const parts = random.chance(20) ? [PART] : [];
  return { ...note(command.type), command, parts };
}

const PART = { action: "part", subject: "of a part", reason: "a part's reason", details: { part: true } };

export const noteCommand = ({ random }: Generator): SimulatedOperate =>
  note(random.pick(["site-added", "key-revoked"]));

const note = (action: string): SimulatedOperate => ({
  type: "operate",
  operator: "olga",
  action,
  subject: `of ${action}`,
  reason: "a reason",
  details: { count: action.length },
  command: undefined,
});

const FROM: { readonly [Step in MarketAction]?: (market: RefMarket) => boolean } = {
  "open-market": ({ status }) => status === "draft" || status === "paused",
  "pause-market": ({ status }) => status === "active",
  "resume-market": ({ status }) => status === "paused",
  "dispute-resolution": ({ proposal }) => proposal !== undefined,
};

/** Draws a step in the life of a market, mostly one that its status allows. */
export function stepCommand(generator: Generator, type: MarketAction): SimulatedCommandOf<MarketAction> {
  const from = FROM[type] ?? isOpen;
  return { type, conditionId: conditionOf(generator, generator.reference.markets.filter(from)) };
}

export function undoCommand(generator: Generator): SimulatedCommandOf<MarketAction> {
  const { random, reference } = generator;
  const resolved = reference.markets.filter((market) => market.status === "resolved");
  const whole = resolved.filter((market) => market.redeemed === 0);
  const conditionId = conditionOf(generator, random.chance(70) ? whole : resolved);
  return { type: "undo-resolution", conditionId };
}

/** Draws an archiving, mostly of a market that is over or that has no outstanding shares. */
export function archiveCommand(generator: Generator): SimulatedCommandOf<MarketAction> {
  const { random, reference } = generator;
  const done = reference.markets.filter(
    (market) =>
      !isOpen(market) || random.chance(5) || market.tokens.every((token) => supply(reference, token) === 0),
  );
  return { type: "archive-market", conditionId: conditionOf(generator, done) };
}

export function proposeCommand(generator: Generator): SimulatedCommandOf<"propose-resolution"> {
  const conditionId = openCondition(generator);
  const payout = payoutOf(generator, conditionId);
  return { type: "propose-resolution", conditionId, payout, evidence: "It was seen.", link: "" };
}

/** Draws a resolution, mostly with the proposed payout where there is one. */
export function resolveCommand(generator: Generator): SimulatedCommandOf<"resolve-market"> {
  const { random, reference } = generator;
  const proposed = reference.markets.filter((market) => market.proposal !== undefined);
  const conditionId =
    proposed.length > 0 && random.chance(50) ? random.pick(proposed).condition : openCondition(generator);
  const proposal = random.chance(70) ? findMarket(reference, conditionId)?.proposal : undefined;
  const payout = proposal?.payout ?? payoutOf(generator, conditionId);
  return { type: "resolve-market", conditionId, payout };
}

/** Draws a payout; most markets of negative-risk events resolve NO. */
function payoutOf(
  { random, reference }: Generator,
  conditionId: string,
): SimulatedCommandOf<"resolve-market">["payout"] {
  const risky = findMarket(reference, conditionId)?.negativeRisk === true;
  return risky && random.chance(60) ? [0, 1] : random.pick(PAYOUTS);
}

/** Draws a mode, mostly the one in which every command is taken. */
export function modeCommand({ random, reference }: Generator): SimulatedCommandOf<"set-mode"> {
  const mode = reference.mode !== "normal" && random.chance(70) ? "normal" : random.pick(MODES);
  return { type: "set-mode", mode };
}

/** Draws orders to take out: of a wallet, of a market, of an outcome, or of a wallet in a market; now and then of nobody. */
export function takeOutCommand(generator: Generator): SimulatedCommandOf<"take-out-orders"> {
  const { random } = generator;
  const address = random.chance(3) ? "ghost" : anyWallet(generator).address;
  const conditionId = random.chance(3) ? "unknown" : anyMarket(generator)?.condition;
  const outcome = random.pick([0, 1, undefined] as const);
  if (conditionId === undefined || random.chance(40)) return { type: "take-out-orders", address };
  if (random.chance(50)) return { type: "take-out-orders", conditionId, outcome };
  return { type: "take-out-orders", address, conditionId, outcome };
}

export function banCommand(generator: Generator, type: "ban" | "unban"): SimulatedCommandOf<"ban" | "unban"> {
  const { random, reference } = generator;
  const banned = [...reference.banned];
  const known = type === "unban" && banned.length > 0 && random.chance(80);
  return { type, address: known ? random.pick(banned) : anyWallet(generator).owner };
}
