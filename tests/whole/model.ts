/**
 * The journal against the reference: finds the commands that each batch came from, and checks that the reference does
 * exactly the same with them. A batch whose answers got lost is explained by commands in flight. All facts of a
 * command are in the batch, or none.
 */
import assert from "node:assert/strict";
import { viewReference } from "../simulation/view.ts";
import type { Times } from "../simulation/reference-exchange.ts";
import { executeWhole, requestFact } from "./once-command.ts";
import type { WholeCommand, WholeReference } from "./once-command.ts";

/** Facts of one batch of the journal. */
export type BatchFacts = Times & { readonly seq: number; readonly facts: readonly string[] };

export const factsOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));

/** Sorts facts, where prices of a record, refunds and payouts come in any order. */
export const sortFacts = (facts: readonly string[]): string[] =>
  facts.map((fact) => (fact.startsWith("prices ") ? sortedParts(fact) : fact)).sort();

function sortedParts(fact: string): string {
  const [prices, minute, ...parts] = fact.split(" ");
  return [prices, minute, ...parts.join(" ").split(", ").sort()].join(" ");
}

/** Finds the commands that an unanswered batch came from, and executes them on the reference. */
export function explainBatch<T extends { readonly command: WholeCommand }>(
  reference: WholeReference,
  { seq, at, now, facts }: BatchFacts,
  underway: readonly T[],
): T[] {
  const left = underway.filter(({ command }) => canExplainAny(command, facts));
  const found: T[] = [];
  const expired = factsOf(executeWhole(reference, { type: "expire-orders" }, { at, now }));
  assert.deepEqual(facts.slice(0, expired.length), expired, `what expired in batch ${seq}`);
  let rest = facts.slice(expired.length);
  for (;;) {
    const best = findLongestExplanation(reference, { rest, at, now }, left);
    if (best === undefined) break;
    Object.assign(reference, best.after);
    rest = rest.slice(best.length);
    found.push(best.from);
    left.splice(left.indexOf(best.from), 1);
  }
  const recorded = factsOf(executeWhole(reference, { type: "record-prices" }, { at, now }));
  assert.deepEqual(
    sortFacts(rest),
    sortFacts(recorded),
    `batch ${seq}, of which nobody was told, does what no command that was underway does`,
  );
  return found;
}

const canExplainAny = (command: WholeCommand, facts: readonly string[]): boolean =>
  command.type !== "cancel-order" || facts.some((fact) => fact.startsWith(`canceled ${command.id} `));

type Match<T> = { readonly from: T; readonly length: number; readonly after: WholeReference };

/** Finds the command that explains most of the next facts. */
function findLongestExplanation<T extends { readonly command: WholeCommand }>(
  reference: WholeReference,
  { rest, ...times }: Times & { readonly rest: readonly string[] },
  underway: readonly T[],
): Match<T> | undefined {
  let best: Match<T> | undefined;
  if (rest.length === 0) return best;
  for (const from of underway) {
    if (!canExplain(from.command, rest)) continue;
    const after = structuredClone(reference);
    const text = executeWhole(after, from.command, times);
    const facts = text.startsWith("refused: ") ? [] : factsOf(text);
    if (facts.length <= (best?.length ?? 0) || facts.length > rest.length) continue;
    const same = sortFacts(facts).join("\n") === sortFacts(rest.slice(0, facts.length)).join("\n");
    if (same) best = { from, length: facts.length, after };
  }
  return best;
}

/**
 * Rules out most commands, to spare copies of the reference. An order is found by its id; facts of orders that it
 * removes stand before its own.
 */
function canExplain(command: WholeCommand, rest: readonly string[]): boolean {
  if (command.type === "once") return rest.includes(requestFact(command.name));
  if (command.type === "cancel-order") return rest[0]?.startsWith(`canceled ${command.id} `) === true;
  if (command.type !== "place-order") return true;
  const placed = rest.find((fact) => fact.startsWith("placed "));
  return placed?.split(" ")[2] === command.id;
}

/** Throws when the reference differs from this view of the exchange. */
export function compareViews(reference: WholeReference, view: readonly string[], what: string): void {
  const wanted = viewReference(reference);
  if (view.join("\n") !== wanted.join("\n")) assert.deepEqual(view, wanted, what);
}
