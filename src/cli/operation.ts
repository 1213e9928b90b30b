/**
 * Subcommands that ask the operator API of a running exchange. What such a subcommand is
 * given is checked, and a person asked for what is missing, before anything is sent.
 */
import type { Config } from "../config.ts";
import { isIdempotencyKey } from "../http/idempotency-key.ts";
import { ask, confirm, isTerminal } from "./ask.ts";
import { findOperand, readCommandLine, URL_FLAG } from "./command-line.ts";
import type { CommandLine, FlagKinds } from "./command-line.ts";
import { didYouMean } from "../nearest-name.ts";
import { callOperator, findOperator } from "./operator-api.ts";
import type { Operator, OperatorRequest } from "./operator-api.ts";

export type Operation = {
  /** The names of its operands: "MARKET", or "[WALLET]" where it may be left out. */
  readonly operands: readonly string[];
  readonly flags?: FlagKinds;
  /** Whether it changes something: then it takes a reason. */
  readonly changes: boolean;
  /** Throws one clear line when its flags cannot be used, before anything is sent. */
  readonly check?: (line: CommandLine) => void;
  /** What a person is told, and has to confirm, before something is done that is hard or impossible to take back. */
  readonly warning?: (input: OperationInput) => Promise<string>;
  readonly perform: (input: OperationInput) => Promise<CommandOutput>;
};

export type OperationInput = {
  readonly line: CommandLine;
  /** Those that were left out are empty. */
  readonly operands: readonly string[];
  /** Empty when nothing is changed. */
  readonly reason: string;
  /** The JSON of the exchange's answer; throws one clear line when it refuses. */
  readonly call: (request: OperatorRequest) => Promise<string>;
};

/** An answer for programs, and for people; and the exit code, where it is not 0. */
export type CommandOutput = { readonly json: unknown; readonly text: string; readonly code?: number };

export type OperationGroup = { readonly [name: string]: Operation };

/** Runs the operation of a group that the first operand names. */
export async function runOperationGroup(
  name: string,
  group: OperationGroup,
  args: readonly string[],
): Promise<number> {
  const at = findOperand(args);
  const chosen = at === -1 ? "" : args[at];
  const operation = Object.hasOwn(group, chosen) ? group[chosen] : undefined;
  if (operation !== undefined) return runOperation(`${name} ${chosen}`, operation, args.toSpliced(at, 1));
  const names = Object.keys(group);
  const got = at === -1 ? "none" : `"${chosen}"${didYouMean(chosen, names)}`;
  throw new Error(`${name}: expected one of ${names.join(", ")}, got ${got}; see presage ${name} --help`);
}

export async function runOperation(
  name: string,
  operation: Operation,
  args: readonly string[],
): Promise<number> {
  const line = readCommandLine(name, args, flagsOf(operation));
  checkOperands(name, operation, line.operands);
  operation.check?.(line);
  refuseUnanswerable(name, { changes: operation.changes, warns: operation.warning !== undefined }, line);
  const key = readKey(line);
  const operator = getOperator(line.config);
  const input: OperationInput = {
    line,
    operands: operation.operands.map((_, index) => line.operands[index] ?? ""),
    reason: operation.changes ? await getReason(line) : "",
    call: (request) => callOperator(operator, request.method === "GET" ? request : { ...request, key }),
  };
  if (operation.warning !== undefined && !line.flags.has("--yes"))
    await confirm(await operation.warning(input));
  const { json, text, code = 0 } = await operation.perform(input);
  process.stdout.write(line.config.json ? `${JSON.stringify(json)}\n` : text);
  return code;
}

const flagsOf = ({ flags, changes, warning }: Operation): FlagKinds => ({
  ...flags,
  [URL_FLAG]: "text",
  ...(changes && { "--reason": "text", [KEY_FLAG]: "text" }),
  ...(warning !== undefined && { "--yes": "switch" }),
});

/** The flag by which a change is carried out once, however often the command is run. */
const KEY_FLAG = "--idempotency-key";

function readKey({ flags }: CommandLine): string | undefined {
  const key = flags.get(KEY_FLAG)?.[0];
  if (key === undefined || isIdempotencyKey(key)) return key;
  throw new Error(`${KEY_FLAG}: expected 1 to 255 visible ASCII characters without blanks, got "${key}"`);
}

function checkOperands(name: string, { operands }: Operation, given: readonly string[]): void {
  const missing = operands.find((operand, index) => !operand.startsWith("[") && given[index] === undefined);
  if (missing !== undefined)
    throw new Error(`${name} needs ${operands.join(" ")}: ${missing} is missing; see presage ${name} --help`);
  if (given.length > operands.length)
    throw new Error(
      `${name} takes ${operands.join(" ") || "no operands"}, and "${given[operands.length]}" is one too many; quote a text of several words`,
    );
}

/** What a person would be input must be on the command line where there is none. */
export function refuseUnanswerable(
  name: string,
  { changes, warns }: { readonly changes: boolean; readonly warns: boolean },
  { flags }: CommandLine,
): void {
  if (isTerminal()) return;
  if (changes && !flags.has("--reason"))
    throw new Error(`${name} needs --reason TEXT, which the audit log keeps`);
  if (warns && !flags.has("--yes"))
    throw new Error(`${name} has to be confirmed: add --yes when you are sure`);
}

function getOperator(config: Config): Operator {
  const operator = findOperator(config);
  if (operator !== undefined) return operator;
  throw new Error(
    `No exchange runs on ${config.dataDirectory}: start it, set PRESAGE_DATA_DIR, or name one that runs elsewhere with ${URL_FLAG}`,
  );
}

/** The reason that was given, or that a person now gives; throws when it is empty. */
export async function getReason({ flags }: CommandLine): Promise<string> {
  const reason = flags.get("--reason")?.[0] ?? (await ask("Why? "));
  if (reason.trim() !== "") return reason;
  throw new Error("nothing was done: the reason is empty");
}
