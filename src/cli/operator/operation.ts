/**
 * Subcommands that call the operator API of a running exchange. Operands, flags and the person's answers are checked
 * before anything is sent.
 */
import type { Config } from "../../settings/config.ts";
import { isIdempotencyKey } from "../../http/operation/answer-once.ts";
import { ask, confirm, isTerminal } from "../ask.ts";
import { findOperandIndex, readCommandLine, textFlags, getTextFlags, URL_FLAG } from "../command-line.ts";
import type { CommandLine, FlagKinds, NamedFlags } from "../command-line.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { callOperator, findOperator } from "./operator-api.ts";
import type { OperatorApi, ApiRequest } from "./operator-api.ts";

export type OperatorSubcommand = {
  /** Names of the operands, at most two: "MARKET", or "[WALLET]" for an optional one. */
  readonly operands: readonly string[];
  readonly flags?: FlagKinds;
  /** True if the operation changes something and therefore takes a reason. */
  readonly changes: boolean;
  /** Checks the flags before anything is sent. Throws an Error of one line if they are wrong. */
  readonly check?: (line: CommandLine) => void;
  /** Returns the warning to confirm before a change that is hard or impossible to undo. */
  readonly warning?: (input: OperationInput) => Promise<string>;
  readonly perform: (input: OperationInput) => Promise<CommandOutput>;
};

export type OperationInput = {
  readonly line: CommandLine;
  /** The texts of all operands; empty for an omitted one. */
  readonly operands: readonly [first: string, second: string];
  /** Reason for the audit log; empty for an operation without changes. */
  readonly reason: string;
  /** Sends a request and returns the JSON of the answer; throws an Error of one line if the exchange rejects it. */
  readonly call: (request: ApiRequest) => Promise<string>;
};

/** A result as JSON and as text, with the exit code if it is not 0. */
export type CommandOutput = { readonly json: unknown; readonly text: string; readonly code?: number };

export type OperationFamily = { readonly [name: string]: OperatorSubcommand };

/** A subcommand that sends one request, described by the operation of the operator API that takes it. */
type Described<Answer> = Pick<OperatorSubcommand, "flags" | "check" | "warning"> & {
  /** Method and path of the operation, as in `DELETE /bans/:address`. */
  readonly route: `${ApiRequest["method"]} /${string}`;
  /** Operands in order, each with its field; an empty field is not sent. */
  readonly operands?: Readonly<Record<string, string>>;
  /** Flags whose text goes unchanged into the request, each with its field. */
  readonly texts?: NamedFlags;
  /** Fields that are made of the input; they count before those of operands and flags. */
  readonly fields?: (input: OperationInput) => object;
  /** True for a change that takes a reason; the default is all changes but those of a sandbox. */
  readonly changes?: boolean;
  readonly text: (answer: Answer, input: OperationInput) => string | Promise<string>;
  readonly code?: (answer: Answer) => number;
};

/**
 * Makes a subcommand of a description. A field goes into the path if the route names it, else into the query of a GET
 * or the body of a change.
 */
export function describeSubcommand<Answer>({
  route,
  operands = {},
  texts = {},
  flags,
  fields = () => ({}),
  changes = !route.startsWith("GET ") && !route.includes(" /sandbox/"),
  text,
  code = () => 0,
  ...rest
}: Described<Answer>): OperatorSubcommand {
  return {
    ...rest,
    operands: Object.keys(operands),
    flags: { ...textFlags(texts), ...flags },
    changes,
    perform: async (input) => {
      const given = Object.values(operands).map((field, index) => [field, input.operands[index]]);
      const values = {
        ...Object.fromEntries(given.filter(([field]) => field !== "")),
        ...getTextFlags(input.line, texts),
        ...(changes && { reason: input.reason }),
        ...fields(input),
      };
      const answer: Answer = JSON.parse(await input.call(fillRequest(route, values)));
      return { json: answer, text: await text(answer, input), code: code(answer) };
    },
  };
}

const PARAMETER = /:(\w+)/g;

function fillRequest(route: Described<unknown>["route"], values: Record<string, unknown>): ApiRequest {
  const [method, template = ""] = route.split(" ") as [ApiRequest["method"], string];
  const path = template.replaceAll(PARAMETER, (_, name: string) => encodeURIComponent(String(values[name])));
  const others = Object.entries(values).filter(
    ([name, value]) => value !== undefined && !template.split("/").includes(`:${name}`),
  );
  if (method !== "GET") return { method, path, body: Object.fromEntries(others) };
  const query = new URLSearchParams(others.map(([name, value]): [string, string] => [name, String(value)]));
  return { method, path: query.size === 0 ? path : `${path}?${query}` };
}

/** Runs the operation of a group, named by the first operand. */
export async function runOperationGroup(
  name: string,
  group: OperationFamily,
  args: readonly string[],
): Promise<number> {
  const at = findOperandIndex(args);
  const chosen = args[at] ?? "";
  const operation = Object.hasOwn(group, chosen) ? group[chosen] : undefined;
  if (operation !== undefined) return runOperation(`${name} ${chosen}`, operation, args.toSpliced(at, 1));
  const names = Object.keys(group);
  const got = at === -1 ? "none" : `"${chosen}"${didYouMean(chosen, names)}`;
  throw new Error(`${name}: expected one of ${names.join(", ")}, got ${got}; see presage ${name} --help`);
}

export async function runOperation(
  name: string,
  operation: OperatorSubcommand,
  args: readonly string[],
): Promise<number> {
  const line = readCommandLine(name, args, listFlagKinds(operation));
  const [first = "", second = ""] = line.operands;
  checkOperands(name, operation, line.operands);
  operation.check?.(line);
  assertAnswerable(name, { changes: operation.changes, warns: operation.warning !== undefined }, line);
  const key = readKey(line);
  const operator = getOperator(line.config);
  const input: OperationInput = {
    line,
    operands: [first, second],
    reason: operation.changes ? await getReason(line) : "",
    call: (request) => callOperator(operator, request.method === "GET" ? request : { ...request, key }),
  };
  if (operation.warning !== undefined && !line.flags.has("--yes"))
    await confirm(await operation.warning(input));
  const { json, text, code = 0 } = await operation.perform(input);
  process.stdout.write(line.config.json ? `${JSON.stringify(json)}\n` : text);
  return code;
}

const listFlagKinds = ({ flags, changes, warning }: OperatorSubcommand): FlagKinds => ({
  ...flags,
  [URL_FLAG]: "text",
  ...(changes && { "--reason": "text", [KEY_FLAG]: "text" }),
  ...(warning !== undefined && { "--yes": "switch" }),
});

/** Flag with the idempotency key of a change: it is applied once, however often the command runs. */
const KEY_FLAG = "--idempotency-key";

function readKey({ flags }: CommandLine): string | undefined {
  const key = flags.get(KEY_FLAG)?.[0];
  if (key === undefined || isIdempotencyKey(key)) return key;
  throw new Error(`${KEY_FLAG}: expected 1 to 255 visible ASCII characters without blanks, got "${key}"`);
}

function checkOperands(name: string, { operands }: OperatorSubcommand, given: readonly string[]): void {
  const missing = operands.find((operand, index) => !operand.startsWith("[") && given[index] === undefined);
  if (missing !== undefined)
    throw new Error(`${name} needs ${operands.join(" ")}: ${missing} is missing; see presage ${name} --help`);
  if (given.length > operands.length)
    throw new Error(
      `${name} takes ${operands.join(" ") || "no operands"}, and "${given[operands.length]}" is one too many; quote a text of several words`,
    );
}

/** Refuses a command that would have to ask its person a question without a terminal. */
export function assertAnswerable(
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

function getOperator(config: Config): OperatorApi {
  const operator = findOperator(config);
  if (operator !== undefined) return operator;
  throw new Error(
    `No exchange runs on ${config.dataDirectory}: start it, set PRESAGE_DATA_DIR, or name one that runs elsewhere with ${URL_FLAG}`,
  );
}

/** Returns the reason from the command line, or asks for it; throws if it is empty. */
export async function getReason({ flags }: CommandLine): Promise<string> {
  const reason = flags.get("--reason")?.[0] ?? (await ask("Why? "));
  if (reason.trim() !== "") return reason;
  throw new Error("nothing was done: the reason is empty");
}
