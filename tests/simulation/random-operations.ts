/** Random commands of operators: steps in the life of markets, bans and notes, most of them with an entry in the audit log. */
import type { MarketAction } from "../../src/core/command.ts";
import { MODES } from "../../src/core/exchange-mode.ts";
import { anyWallet, conditionOf, openCondition } from "./generator.ts";
import type { Generator } from "./generator.ts";
import type { Named, PlainOperable, SimulatedCommand, SimulatedOperate } from "./outcome.ts";
import { PAYOUTS } from "./random-listings.ts";
import { supply } from "./reference-figures.ts";
import { findMarket, isOpen } from "./reference-state.ts";
import type { RefMarket } from "./reference-state.ts";

/** The command as an operator gives it, mostly. */
export function operated({ random }: Generator, command: PlainOperable): SimulatedCommand {
  if (random.chance(30)) return command;
  return { ...note(command.type), command };
}

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

/** A step mostly from where it leads on. */
export function stepCommand(generator: Generator, type: MarketAction): Named<MarketAction> {
  const from = FROM[type] ?? isOpen;
  return { type, conditionId: conditionOf(generator, generator.reference.markets.filter(from)) };
}

export function undoCommand(generator: Generator): Named<MarketAction> {
  const { random, reference } = generator;
  const resolved = reference.markets.filter((market) => market.status === "resolved");
  const whole = resolved.filter((market) => market.redeemed === 0);
  const conditionId = conditionOf(generator, random.chance(70) ? whole : resolved);
  return { type: "undo-resolution", conditionId };
}

/** Of markets that are over or in which nobody has shares, mostly. */
export function archiveCommand(generator: Generator): Named<MarketAction> {
  const { random, reference } = generator;
  const done = reference.markets.filter(
    (market) =>
      !isOpen(market) || random.chance(5) || market.tokens.every((token) => supply(reference, token) === 0),
  );
  return { type: "archive-market", conditionId: conditionOf(generator, done) };
}

export function proposeCommand(generator: Generator): Named<"propose-resolution"> {
  const conditionId = openCondition(generator);
  const payout = payoutOf(generator, conditionId);
  return { type: "propose-resolution", conditionId, payout, evidence: "It was seen.", link: "" };
}

/** Mostly as it was proposed, if it was. */
export function resolveCommand(generator: Generator): Named<"resolve-market"> {
  const { random, reference } = generator;
  const proposed = reference.markets.filter((market) => market.proposal !== undefined);
  const conditionId =
    proposed.length > 0 && random.chance(50) ? random.pick(proposed).condition : openCondition(generator);
  const proposal = random.chance(70) ? findMarket(reference, conditionId)?.proposal : undefined;
  const payout = proposal?.payout ?? payoutOf(generator, conditionId);
  return { type: "resolve-market", conditionId, payout };
}

/** Of markets that exclude each other most resolve NO. */
function payoutOf({ random, reference }: Generator, conditionId: string): Named<"resolve-market">["payout"] {
  const risky = findMarket(reference, conditionId)?.negativeRisk === true;
  return risky && random.chance(60) ? [0, 1] : random.pick(PAYOUTS);
}

/** Mostly back to where everything is taken. */
export function modeCommand({ random, reference }: Generator): Named<"set-mode"> {
  const mode = reference.mode !== "normal" && random.chance(70) ? "normal" : random.pick(MODES);
  return { type: "set-mode", mode };
}

export function banCommand(generator: Generator, type: "ban" | "unban"): Named<"ban" | "unban"> {
  const { random, reference } = generator;
  const banned = [...reference.banned];
  const known = type === "unban" && banned.length > 0 && random.chance(80);
  return { type, address: known ? random.pick(banned) : anyWallet(generator).owner };
}
