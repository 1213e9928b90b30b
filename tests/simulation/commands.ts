/**
 * The commands of a run: a function of the seed and of the reference's state.
 * Wallets are few and poor and some share an owner, so that self-trades and uncovered orders are common. Markets of
 * every tick size, alone and in negative-risk events, open and resolve all the time.
 */
import { micros } from "../../src/core/units.ts";
import type { Generator } from "./generator.ts";
import type { SimulatedCommand } from "./outcome.ts";
import { makeInvitesCommand, revokeInvitesCommand, useInviteCommand } from "./random-invites.ts";
import {
  convertCommand,
  creditCommand,
  fundCommand,
  openCommand,
  redeemCommand,
  setsCommand,
  takingCommand,
} from "./random-ledger.ts";
import { failCommand, offerAndFailCommand } from "./random-failures.ts";
import { listWhenFew, relistCommand, tradeAndRelistCommand } from "./random-listings.ts";
import {
  archiveCommand,
  banCommand,
  modeCommand,
  noteCommand,
  asOperatorCommand,
  proposeCommand,
  resolveCommand,
  stepCommand,
  takeOutCommand,
  undoCommand,
} from "./random-operations.ts";
import { eventStepCommand, proposeWinnerCommand, resolveEventCommand } from "./random-events.ts";
import { nibbleCommand } from "./random-nibbles.ts";
import { cancelOrder, cancelOrders, groupCommand, placeOrder, replaceOrder } from "./random-orders.ts";
import { findWallet } from "./reference-state.ts";

/** Wallets with their owners; a contract wallet stands after the wallet that owns it. */
const WALLETS: readonly (readonly [address: string, owner: string])[] = [
  ["ann", "ann"],
  ["ann-safe", "ann"],
  ["ann-proxy", "ann"],
  ["bob", "bob"],
  ["bob-safe", "bob"],
  ["cid", "cid"],
  ["dan", "dan"],
  ["eve", "eve"],
  ["fay", "fay"],
  ["gus", "gus"],
];

/** Draws the next command and the time at which it arrives. */
export function nextCommand(generator: Generator): { command: SimulatedCommand; at: number } {
  const { random } = generator;
  if (random.chance(60)) generator.at += random.chance(0.5) ? random.below(90_000) : random.below(300);
  const command =
    generator.story.shift() ??
    leaveMode(generator) ??
    openWhenFew(generator) ??
    listWhenFew(generator) ??
    anyCommand(generator);
  return { command, at: generator.at };
}

function openWhenFew({ random, reference, scale }: Generator): SimulatedCommand | undefined {
  const missing = WALLETS.findIndex(([address]) => findWallet(reference, address) === undefined);
  const next = WALLETS[missing];
  if (next === undefined || (missing >= 3 && !random.chance(10))) return undefined;
  // One wallet of a run with large amounts has almost half of all that the exchange can hold.
  const most = missing === 0 && scale > 1 ? 400 : 40;
  const credit = micros(random.between(most / 40, most) * 1_000_000 * scale);
  return { type: "open-account", address: next[0], owner: next[1], credit };
}

/** Draws a command that ends a restricted mode soon, since little happens in one. */
function leaveMode(generator: Generator): SimulatedCommand | undefined {
  const { random, reference } = generator;
  return reference.mode !== "normal" && random.chance(8)
    ? asOperatorCommand(generator, modeCommand(generator))
    : undefined;
}

type CommandDraw = (generator: Generator) => SimulatedCommand;

const DRAWS: readonly (readonly [weight: number, draw: CommandDraw])[] = [
  [6200, placeOrder],
  [700, replaceOrder],
  [500, cancelOrder],
  [60, cancelOrders],
  [200, groupCommand],
  [600, (generator) => setsCommand(generator, "split")],
  [350, (generator) => setsCommand(generator, "merge")],
  [250, convertCommand],
  [400, () => ({ type: "record-prices" })],
  [250, (generator) => asOperatorCommand(generator, creditCommand(generator))],
  [20, (generator) => asOperatorCommand(generator, fundCommand(generator))],
  [30, (generator) => asOperatorCommand(generator, makeInvitesCommand(generator))],
  [10, (generator) => asOperatorCommand(generator, revokeInvitesCommand(generator))],
  [90, useInviteCommand],
  [60, (generator) => asOperatorCommand(generator, takingCommand(generator, "debit"))],
  [140, (generator) => takingCommand(generator, "withdraw")],
  [250, redeemCommand],
  [120, failCommand],
  [40, offerAndFailCommand],
  [20, (generator) => asOperatorCommand(generator, stepCommand(generator, "open-market"))],
  [40, (generator) => asOperatorCommand(generator, stepCommand(generator, "pause-market"))],
  [80, (generator) => asOperatorCommand(generator, stepCommand(generator, "resume-market"))],
  [50, (generator) => asOperatorCommand(generator, proposeCommand(generator))],
  [30, (generator) => asOperatorCommand(generator, stepCommand(generator, "dispute-resolution"))],
  [50, (generator) => asOperatorCommand(generator, resolveCommand(generator))],
  [20, (generator) => asOperatorCommand(generator, undoCommand(generator))],
  [20, (generator) => asOperatorCommand(generator, archiveCommand(generator))],
  [8, (generator) => asOperatorCommand(generator, eventStepCommand(generator, "open-event"))],
  [8, (generator) => asOperatorCommand(generator, eventStepCommand(generator, "pause-event"))],
  [30, (generator) => asOperatorCommand(generator, eventStepCommand(generator, "resume-event"))],
  [20, (generator) => asOperatorCommand(generator, eventStepCommand(generator, "undo-event"))],
  [6, (generator) => asOperatorCommand(generator, eventStepCommand(generator, "archive-event"))],
  [25, (generator) => asOperatorCommand(generator, proposeWinnerCommand(generator))],
  [25, (generator) => asOperatorCommand(generator, resolveEventCommand(generator))],
  [15, (generator) => asOperatorCommand(generator, banCommand(generator, "ban"))],
  [60, (generator) => asOperatorCommand(generator, banCommand(generator, "unban"))],
  [25, (generator) => asOperatorCommand(generator, takeOutCommand(generator))],
  [10, noteCommand],
  [20, (generator) => asOperatorCommand(generator, modeCommand(generator))],
  [80, openCommand],
  [100, relistCommand],
  [15, tradeAndRelistCommand],
  [15, nibbleCommand],
];

const TOTAL = DRAWS.reduce((sum, [weight]) => sum + weight, 0);

function anyCommand(generator: Generator): SimulatedCommand {
  let ticket = generator.random.below(TOTAL);
  const chosen = DRAWS.find(([weight]) => (ticket -= weight) < 0);
  return chosen![1](generator);
}
