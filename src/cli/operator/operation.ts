/**
 * Subcommands that call the operator API of a running exchange. Operands, flags and the person's answers are checked
 * before anything is sent.
 */
import type { Config } from "../../settings/config.ts";
import { isIdempotencyKey } from "../../http/operation/answer-once.ts";
import { ask, confirm, isTerminal } from "../terminal/ask.ts";
import {
  checkFlags,
  findOperandIndex,
  getNumberFlag,
  readCommandLine,
  textFlags,
  getTextFlags,
  URL_FLAG,
} from "../terminal/command-line.ts";
import type { CommandLine, FlagKinds, NamedFlags, Subcommand } from "../terminal/command-line.ts";
import { printResult } from "../terminal/table.ts";
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

/** Description of a subcommand by the operator API's operation that it calls. */
type SubcommandDescription<Answer, Sent> = Pick<OperatorSubcommand, "flags" | "check" | "warning"> & {
  readonly route: Route;
  /** Operands in order, each with its request field; an operand with an empty field name is not sent. */
  readonly operands?: Readonly<Record<string, string>>;
  /** Flags whose text goes unchanged into the request, each with its field. */
  readonly texts?: NamedFlags;
  /** Repeatable flags, each with the field of its list. */
  readonly lists?: NamedFlags;
  /** Switches, each with the field that it sets to true. */
  readonly switches?: NamedFlags;
  /** Flags of whole numbers of at most four digits, each with its field. */
  readonly numbers?: NamedFlags;
  /** Further flags, each with its field: a refusal of the field names the flag. */
  readonly named?: NamedFlags;
  /** Replaces words of the operation in a refusal by words of the command line. */
  readonly reword?: (refusal: string) => string;
  /**
   * Reads request fields from further flags; throws an Error of one line if a flag is wrong. Also called before
   * anything is sent.
   */
  readonly read?: (line: CommandLine) => object;
  /** Makes request fields from the input; they override the fields of operands and flags. */
  readonly fields?: (input: OperationInput) => object | Promise<object>;
  /** True if the operation needs a reason; the default is true for changes outside of /sandbox. */
  readonly changes?: boolean;
  /** Completes the answer by further requests. */
  readonly complete?: (sent: Sent, input: OperationInput) => Answer | Promise<Answer>;
  readonly text: (answer: Answer, input: OperationInput) => string | Promise<string>;
  readonly code?: (answer: Answer) => number;
};

/** Method and path of an operation, as in `DELETE /bans/:address`. */
type Route = `${ApiRequest["method"]} /${string}`;

/**
 * Makes a subcommand from a description. Fields that the route names go into the path, the rest into the query of a GET
 * or the body of a change.
 */
export function describeSubcommand<Answer, Sent = Answer>(
  described: SubcommandDescription<Answer, Sent>,
): OperatorSubcommand {
  const {
    route,
    operands = {},
    texts = {},
    lists = {},
    switches = {},
    numbers = {},
    named = {},
    reword = (refusal) => refusal,
    flags,
    ...rest
  } = described;
  const { changes = !route.startsWith("GET ") && !route.includes(" /sandbox/") } = described;
  const { read = () => ({}), fields = () => ({}), check, complete, text, code = () => 0, warning } = rest;
  const readFlags = (line: CommandLine): object => ({
    ...getTextFlags(line, texts),
    ...mapFields(lists, (flag) => line.flags.get(flag)),
    ...mapFields(switches, (flag) => line.flags.has(flag) || undefined),
    ...mapFields(numbers, (flag) => getNumberFlag(line, flag)),
    ...read(line),
  });
  return {
    operands: Object.keys(operands),
    flags: {
      ...textFlags({ ...texts, ...numbers }),
      ...mapFlags(lists, "list"),
      ...mapFlags(switches, "switch"),
      ...flags,
    },
    changes,
    check: (line) => {
      fillRequest(route, new Map(Object.entries(readOperands(operands, line.operands))));
      check?.(line);
      readFlags(line);
    },
    ...(warning !== undefined && { warning }),
    perform: async (input) => {
      const request = {
        ...readOperands(operands, input.line.operands),
        ...readFlags(input.line),
        ...(changes && { reason: input.reason }),
        ...(await fields(input)),
      };
      const sent: Sent & Answer = await callRoute<Sent & Answer>(input, route, request).catch(
        (error: unknown) => {
          if (!(error instanceof Error)) throw error;
          const flagged = nameFlag(error.message, { ...texts, ...lists, ...switches, ...numbers, ...named });
          throw new Error(reword(flagged), { cause: error });
        },
      );
      const answer = complete === undefined ? sent : await complete(sent, input);
      return { json: answer, text: await text(answer, input), code: code(answer) };
    },
  };
}

type NeededChange = {
  readonly subcommand: string;
  /** Words whose help shows the flags, unless these are the subcommand's own. */
  readonly help?: string;
  /** Flags that change something. */
  readonly flags: readonly string[];
};

/** Throws unless one of the flags that change something is given. */
export function requireChange(
  { flags: given }: CommandLine,
  { subcommand, help = subcommand, flags }: NeededChange,
): void {
  if (flags.some((flag) => given.has(flag))) return;
  throw new Error(`${subcommand}: expected a flag of what changes, got none; see presage ${help} --help`);
}

/** Names the flag in the place of its field at the start of a refusal, and without the place in a list. */
function nameFlag(refusal: string, flags: NamedFlags): string {
  const [, field] = /^([\w.]+): /.exec(refusal) ?? [];
  const isOf = (own: string): boolean => field === own || field?.replace(/\.\d+$/, "") === own;
  const found = Object.entries(flags).find(([, own]) => isOf(own));
  return found === undefined || field === undefined ? refusal : found[0] + refusal.slice(field.length);
}

const mapFields = (names: NamedFlags, read: (flag: string) => unknown): object =>
  Object.fromEntries(Object.entries(names).map(([flag, field]) => [field, read(flag)]));

const mapFlags = (names: NamedFlags, kind: "list" | "switch"): FlagKinds =>
  Object.fromEntries(Object.keys(names).map((flag) => [flag, kind]));

function readOperands(fields: NamedFlags, given: readonly string[]): object {
  const values = Object.values(fields).map((field, index): [string, unknown] => [field, given[index]]);
  return Object.fromEntries(values.filter(([field]) => field !== ""));
}

/** Sends a request with these fields, and returns the answer. */
export const callRoute = async <Answer>(
  { call }: Pick<OperationInput, "call">,
  route: Route,
  fields: object = {},
): Promise<Answer> => JSON.parse(await call(fillRequest(route, new Map(Object.entries(fields)))));

/** Parameter of a path with the segment before it; a parameter without a value is left out together with the slash before it. */
const PATH_PARAMETER = /(\w+)\/:(\w+)/g;

/** Refusals of a name that no thing has, by the field or by the segment of the path before it. */
const UNKNOWN_NAMES: Readonly<Record<string, (got: string) => string>> = {
  event: (got) => `no event has the id or the slug ${got}`,
  market: (got) => `no market has the condition id, token id, number or slug ${got}`,
  address: (got) => `address: expected a wallet address, 0x and 40 hex digits, got ${got}`,
  key: (got) => `no key is ${got}`,
  image: (got) => `image: expected the id of a picture that was added, got ${got}`,
  fingerprint: (got) => `no command in quarantine has the fingerprint ${got}; see presage quarantine list`,
  webhooks: (got) => `no webhook has the id ${got}; see presage webhooks list`,
  invites: (got) => `no invite has the id ${got}`,
  announcements: (got) =>
    `id: expected one of an announcement that has neither ended nor been withdrawn, got ${got}`,
  faults: (got) => `faults off: no fault ${got} is in force; see presage faults`,
  snapshots: (got) => `snapshot remove: there is no snapshot ${got}; see presage snapshot`,
};

/** Throws the refusal of the field if it would change which path is called, as an empty segment and dots do. */
function assertSegment(value: string, field: string, collection: string): void {
  if (!["", ".", ".."].includes(value)) return;
  const describeUnknown = UNKNOWN_NAMES[field] ?? UNKNOWN_NAMES[collection];
  throw new Error(describeUnknown?.(`"${value}"`) ?? `${field}: expected a name, got "${value}"`);
}

function fillRequest(route: Route, values: ReadonlyMap<string, unknown>): ApiRequest {
  const [method, template = ""] = route.split(" ") as [ApiRequest["method"], string];
  const path = template.replaceAll(PATH_PARAMETER, (_, collection: string, name: string) => {
    const value = values.get(name);
    if (value === undefined) return collection;
    assertSegment(String(value), name, collection);
    return `${collection}/${encodeURIComponent(String(value))}`;
  });
  const others = [...values].filter(
    ([name, value]) => value !== undefined && !template.split("/").includes(`:${name}`),
  );
  if (method === "DELETE" && others.length === 0) return { method, path };
  if (method !== "GET") return { method, path, body: Object.fromEntries(others) };
  // An empty name in a query would be no filter at all.
  for (const [name, value] of others) if (name in UNKNOWN_NAMES) assertSegment(String(value), name, "");
  const query = new URLSearchParams(others.map(([name, value]): [string, string] => [name, String(value)]));
  return { method, path: query.size === 0 ? path : `${path}?${query}` };
}

// Subcommands of the program, made from operations.

/** Makes a subcommand whose first operand names the operation. */
export const describeFamily = (help: string, family: OperationFamily, otherwise = "one of"): Subcommand => ({
  help: helpWithKey(help),
  asksRunning: true,
  run: (args, name) => runOperationGroup({ name, group: family, otherwise }, args),
});

/** Adds the flag of all changes to the help of a subcommand that has changes. */
export const helpWithKey = (help: string): string =>
  help.includes("--reason TEXT")
    ? `${help}
${KEY_FLAG} KEY goes with every change: the same command with the same key is carried out once.
`
    : help;

/** Makes a subcommand from one operation, or from a function that chooses the operation by the first operand. */
export const describeCommand = (
  help: string,
  operation: OperatorSubcommand | ((word: string | undefined, args: readonly string[]) => OperatorSubcommand),
): Subcommand => ({
  help: helpWithKey(help),
  asksRunning: true,
  run: async (args, name) =>
    runOperation(
      name,
      typeof operation === "function" ? operation(args[findOperandIndex(args)], args) : operation,
      args,
    ),
});

/** Throws an Error that lists the accepted words and the nearest one. */
export function rejectWord(name: string, word: string, words: readonly string[]): never {
  throw new Error(
    `${name}: expected nothing or one of ${words.join(", ")}, got "${word}"${didYouMean(word, words)}; see presage ${name} --help`,
  );
}

type OperationGroup = {
  readonly name: string;
  readonly group: OperationFamily;
  /** Words before the names of the operations in a refusal: "one of", or another operand that is taken. */
  readonly otherwise: string;
};

/** Runs the operation of a group, named by the first operand. */
async function runOperationGroup(
  { name, group, otherwise }: OperationGroup,
  args: readonly string[],
): Promise<number> {
  const at = findOperandIndex(args);
  const chosen = args[at] ?? "";
  const operation = Object.hasOwn(group, chosen) ? group[chosen] : undefined;
  if (operation !== undefined) return runOperation(`${name} ${chosen}`, operation, args.toSpliced(at, 1));
  checkFlags(name, args, Object.assign({}, ...Object.values(group).map(listFlagKinds)));
  const names = Object.keys(group);
  const got = at === -1 ? "none" : `"${chosen}"${didYouMean(chosen, names)}`;
  throw new Error(
    `${name}: expected ${otherwise} ${names.join(", ")}, got ${got}; see presage ${name} --help`,
  );
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
  printResult(line.config, json, text);
  return code;
}

const listFlagKinds = ({ flags, changes, warning }: OperatorSubcommand): FlagKinds => ({
  ...flags,
  [URL_FLAG]: "text",
  ...(changes && { "--reason": "text", [KEY_FLAG]: "text" }),
  ...(warning !== undefined && { "--yes": "switch" }),
});

/** Flag with the idempotency key of a change: the change is applied once, however often the command runs. */
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

/** Refuses a command that would have to ask a question without a terminal. */
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

/** Returns the reason from the command line, or asks for a reason; throws if the reason is empty. */
export async function getReason({ flags }: CommandLine): Promise<string> {
  const reason = flags.get("--reason")?.[0] ?? (await ask("Why? "));
  if (reason.trim() !== "") return reason;
  throw new Error("nothing was done: the reason is empty");
}
