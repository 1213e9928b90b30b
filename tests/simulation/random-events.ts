/** Random commands of operators to all markets of an event together. */
import type { EventAction } from "../../src/core/events/command.ts";
import type { Generator } from "./generator.ts";
import type { SimulatedCommandOf } from "./outcome.ts";
import { isOpen } from "./reference-state.ts";
import type { RefMarket } from "./reference-state.ts";

const FROM: { readonly [Step in EventAction]?: RefMarket["status"] } = {
  "open-event": "draft",
  "pause-event": "active",
  "resume-event": "paused",
  "undo-event": "resolved",
};

/** Draws a step, mostly of an event that has a market whose status allows it. */
export function eventStepCommand(generator: Generator, type: EventAction): SimulatedCommandOf<EventAction> {
  const { random, reference } = generator;
  const fitting = reference.markets.filter(({ status }) => status === FROM[type]);
  const over = reference.markets.filter(
    ({ event }) => !reference.markets.some((other) => other.event === event && isOpen(other)),
  );
  const likely = type === "archive-event" && random.chance(80) ? over : fitting;
  return { type, eventId: eventOf(generator, likely) };
}

/** Id of the event of one of these markets, or of any other where there is none. */
function eventOf({ random, reference }: Generator, markets: readonly RefMarket[]): string {
  if (reference.markets.length === 0 || random.chance(4)) return "unknown";
  return random.pick(markets.length > 0 ? markets : reference.markets).event.id;
}

type Winner = { readonly eventId: string; readonly winner: string };

/** Draws a winner, mostly of an event of which exactly one market wins and is not decided. */
function drawWinner({ random, reference }: Generator): Winner {
  if (reference.markets.length === 0) return { eventId: "unknown", winner: "unknown" };
  const open = reference.markets.filter((market) => market.negativeRisk && isOpen(market));
  const market = random.pick(open.length > 0 && random.chance(85) ? open : reference.markets);
  const eventId = random.chance(4) ? "unknown" : market.event.id;
  return { eventId, winner: random.chance(5) ? random.pick(reference.markets).condition : market.condition };
}

export const proposeWinnerCommand = (generator: Generator): SimulatedCommandOf<"propose-winner"> => ({
  type: "propose-winner",
  ...drawWinner(generator),
  evidence: "It was seen.",
  link: "",
});

export function resolveEventCommand(generator: Generator): SimulatedCommandOf<"resolve-event"> {
  const { random, reference } = generator;
  const proposed = reference.markets.find(({ proposal }) => proposal?.payout[1] === 0);
  const winner =
    proposed !== undefined && random.chance(50)
      ? { eventId: proposed.event.id, winner: proposed.condition }
      : drawWinner(generator);
  return { type: "resolve-event", ...winner };
}
