/**
 * The journal against an independent exchange: which commands every batch must have come from, and that these,
 * executed one after the other by the reference, do exactly what was written. A batch whose answers nobody got is
 * explained by commands that were underway: all of what one of them does, or nothing of it.
 */
import assert from "node:assert/strict";
import { viewReference } from "../simulation/view.ts";
import type { Times } from "../simulation/reference-exchange.ts";
import { executeWhole, requestFact } from "./once-command.ts";
import type { WholeCommand, WholeReference } from "./once-command.ts";

/** What one batch of the journal did, as facts. */
export type Written = Times & { readonly seq: number; readonly facts: readonly string[] };

export const factsOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));

/** Markets of a record, and whoever leaves or is paid at once, come in any order. */
export const inAnyOrder = (facts: readonly string[]): string[] =>
  facts.map((fact) => (fact.startsWith("prices ") ? sortedParts(fact) : fact)).sort();

function sortedParts(fact: string): string {
  const [prices, minute, ...parts] = fact.split(" ");
  return [prices, minute, ...parts.join(" ").split(", ").sort()].join(" ");
}

/** Does to the reference what an unanswered batch did, and gives the commands that it came from. */
export function explain<T extends { readonly command: WholeCommand }>(
  reference: WholeReference,
  { seq, at, now, facts }: Written,
  underway: readonly T[],
): T[] {
  const left = underway.filter(({ command }) => mayDoAny(command, facts));
  const found: T[] = [];
  const expired = factsOf(executeWhole(reference, { type: "expire-orders" }, { at, now }));
  assert.deepEqual(facts.slice(0, expired.length), expired, `what expired in batch ${seq}`);
  let rest = facts.slice(expired.length);
  for (;;) {
    const best = longest(reference, { rest, at, now }, left);
    if (best === undefined) break;
    Object.assign(reference, best.after);
    rest = rest.slice(best.length);
    found.push(best.from);
    left.splice(left.indexOf(best.from), 1);
  }
  const recorded = factsOf(executeWhole(reference, { type: "record-prices" }, { at, now }));
  assert.deepEqual(
    inAnyOrder(rest),
    inAnyOrder(recorded),
    `batch ${seq}, of which nobody was told, does what no command that was underway does`,
  );
  return found;
}

const mayDoAny = (command: WholeCommand, facts: readonly string[]): boolean =>
  command.type !== "cancel-order" || facts.some((fact) => fact.startsWith(`canceled ${command.id} `));

type Match<T> = { readonly from: T; readonly length: number; readonly after: WholeReference };

/** The command that explains most of the facts that come next. */
function longest<T extends { readonly command: WholeCommand }>(
  reference: WholeReference,
  { rest, ...times }: Times & { readonly rest: readonly string[] },
  underway: readonly T[],
): Match<T> | undefined {
  let best: Match<T> | undefined;
  if (rest.length === 0) return best;
  for (const from of underway) {
    if (!mayDo(from.command, rest)) continue;
    const after = structuredClone(reference);
    const text = executeWhole(after, from.command, times);
    const facts = text.startsWith("refused: ") ? [] : factsOf(text);
    if (facts.length <= (best?.length ?? 0) || facts.length > rest.length) continue;
    const same = inAnyOrder(facts).join("\n") === inAnyOrder(rest.slice(0, facts.length)).join("\n");
    if (same) best = { from, length: facts.length, after };
  }
  return best;
}

/** Spares most of the copies: an order is told by its id, and what it pushes out of the book stands before it. */
function mayDo(command: WholeCommand, rest: readonly string[]): boolean {
  if (command.type === "once") return rest.includes(requestFact(command.name));
  if (command.type === "cancel-order") return rest[0]?.startsWith(`canceled ${command.id} `) === true;
  if (command.type !== "place-order") return true;
  const placed = rest.find((fact) => fact.startsWith("placed "));
  return placed?.split(" ")[2] === command.id;
}

/** Throws when the reference stands elsewhere than this view of the exchange. */
export function compareViews(reference: WholeReference, view: readonly string[], what: string): void {
  const wanted = viewReference(reference);
  if (view.join("\n") !== wanted.join("\n")) assert.deepEqual(view, wanted, what);
}
