/**
 * Tells an order that was accepted before from a new one, by its id. Orders are in memory only while they rest, so
 * an order is looked for among those on their way, and then in the store; look-ups run while a commit is in flight.
 */
import type { PlaceOrder } from "../core/command.ts";
import type { Outcome } from "./engine.ts";

type Answer = (outcome: Outcome) => void;
type Placement = { readonly command: PlaceOrder; readonly answer: Answer };
type Next = (placement: Placement) => void;

export type DuplicateFilter = {
  /** Answers a placement that repeats an order, and hands on any other. Fails when the look-up does. */
  pass(placement: Placement, next: Next): Promise<void>;
};

export function createDuplicateFilter(
  findOrders: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): DuplicateFilter {
  /** Orders on their way, with who else waits for their outcome. */
  const underway = new Map<string, Answer[]>();
  let waiting: [placement: Placement, next: Next][] = [];
  let looking = false;

  async function pass({ command, answer }: Placement, next: Next): Promise<void> {
    const others = underway.get(command.id);
    if (others !== undefined) {
      others.push(answer);
      return;
    }
    underway.set(command.id, []);
    const conclude = (outcome: Outcome): void => answerAll(command.id, answer, outcome);
    waiting.push([{ command, answer: conclude }, next]);
    if (!looking) await lookUp();
  }

  function answerAll(id: string, answer: Answer, outcome: Outcome): void {
    const others = underway.get(id) ?? [];
    underway.delete(id);
    answer(outcome);
    for (const other of others) other(outcome.type === "committed" ? { type: "duplicate", id } : outcome);
  }

  async function lookUp(): Promise<void> {
    looking = true;
    // One turn of the event loop gathers what arrived together.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const looked = waiting;
      waiting = [];
      const known = await findOrders(looked.map(([{ command }]) => command.id));
      for (const [placement, next] of looked) {
        const { id } = placement.command;
        if (known.has(id)) placement.answer({ type: "duplicate", id });
        else next(placement);
      }
    }
    looking = false;
  }

  return { pass };
}
