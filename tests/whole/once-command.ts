/** Commands of requests that are carried out once, and their execution on the reference, by plain rules of its own. */
import type { RequestName } from "../../src/core/request.ts";
import type { AppliedCommand } from "../../src/engine/repeats/entry.ts";
import { decisionText, outcomeText } from "../simulation/outcome.ts";
import type { SimulatedCommand } from "../simulation/outcome.ts";
import { executeReference } from "../simulation/reference-exchange.ts";
import type { Times } from "../simulation/reference-exchange.ts";
import { createReference } from "../simulation/reference-state.ts";
import type { Reference } from "../simulation/reference-state.ts";

export type OnceCommand = {
  readonly type: "once";
  readonly name: RequestName;
  readonly command: SimulatedCommand;
};
export type WholeCommand = SimulatedCommand | OnceCommand;

export const innerOf = (command: WholeCommand): SimulatedCommand =>
  command.type === "once" ? command.command : command;

/** The reference with the requests that it carried out. */
export type WholeReference = Reference & { requests: RequestName[] };

export const createWholeReference = (rules: Reference["rules"]): WholeReference => ({
  ...createReference(rules),
  requests: [],
});

/** Executes on the reference; returns the facts, or the code of the refusal. */
export function executeWhole(reference: WholeReference, command: WholeCommand, { at, now }: Times): string {
  if (command.type !== "once") return outcomeText(executeReference(reference, command, at, now));
  const { name } = command;
  const same = findEarlierRequest(reference.requests, name);
  if (same !== undefined) return repeatText(same, name);
  const text = outcomeText(executeReference(reference, command.command, at, now));
  if (text.startsWith("refused: ")) return text;
  reference.requests.push(name);
  return [...(text === "" ? [] : [text]), requestFact(name)].join("\n");
}

/** Answer to a request that was carried out before: empty, or a refusal when its content or its signature differs. */
function repeatText(same: RequestName, { key, content }: RequestName): string {
  const byKey = key !== undefined && same.key === key;
  if (byKey) return same.content === content ? "" : "refused: idempotency_key_reused";
  return same.content === content && key === undefined ? "" : "refused: signature_reused";
}

/** Finds the earlier request that this one repeats. */
export function findEarlierRequest(
  requests: readonly RequestName[],
  { key, signed }: RequestName,
): RequestName | undefined {
  const byKey = requests.find((one) => key !== undefined && one.key === key);
  const bySignature = requests.find(
    (one) => signed !== undefined && one.signed === signed && (key === undefined || one.key === undefined),
  );
  return byKey ?? bySignature;
}

export const requestFact = ({ caller, key, signed, content }: RequestName): string =>
  `request of ${caller}: ${key} ${signed} ${content}`;

/** The result that the engine remembers for a request in a run: the facts of its command. */
export const resultText = ({ events }: AppliedCommand): string => decisionText([...events]);
