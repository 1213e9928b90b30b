/**
 * Parser of a subcommand's command line: operands, the subcommand's own flags, and settings. It rejects a misspelt flag
 * and suggests the nearest name.
 */
import { readFileSync } from "node:fs";
import { parseConfig } from "../../settings/config.ts";
import type { Config } from "../../settings/config.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { isSwitch, readSettings, SETTING_FLAGS } from "../../settings/read-settings.ts";
import type { SettingText } from "../../settings/read-settings.ts";
import { SETTINGS } from "../../settings/settings-table.ts";

/** A subcommand of `presage`. */
export type Subcommand = {
  /** The text of `--help`: usage, and an example. */
  readonly help: string;
  /** True if the subcommand calls the operator API of a running exchange. */
  readonly asksRunning?: boolean;
  /** Runs with the arguments after the subcommand's name; returns the exit code. */
  readonly run: (args: readonly string[], name: string) => Promise<number>;
};

export type Subcommands = { readonly [name: string]: Subcommand };

/** Kinds of flags: one text, a list of texts by repeated use, or a switch without text. */
export type FlagKinds = { readonly [flag: string]: "text" | "list" | "switch" };

export type CommandLine = {
  readonly config: Config;
  /** The setting texts that the configuration was parsed from. */
  readonly settings: readonly SettingText[];
  readonly operands: readonly string[];
  /** Values of each given flag of the subcommand; a switch has an empty text. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
};

/** Reads the arguments of the subcommand `name`; `own` holds the subcommand's flags, without those of settings. */
export function readCommandLine(name: string, args: readonly string[], own: FlagKinds): CommandLine {
  const { settingFlags, operands, flags } = splitArguments(name, args, own);
  const settings = readSettings(makeEnvironment(flags, settingFlags), settingFlags);
  try {
    return { config: parseConfig(settings), settings, operands, flags };
  } catch (error) {
    // The address of --url is read as the setting of that address.
    if (!flags.has(URL_FLAG) || !(error instanceof Error)) throw error;
    throw new Error(error.message.replace(`${SETTINGS.adminUrl.name}:`, `${URL_FLAG}:`), { cause: error });
  }
}

type SplitArguments = Pick<CommandLine, "operands" | "flags"> & {
  /** Arguments that set settings, each with its value: `--data-dir=/srv/presage`. */
  readonly settingFlags: readonly string[];
};

/** Splits the arguments without parsing the values of settings. */
export function splitArguments(name: string, args: readonly string[], own: FlagKinds): SplitArguments {
  const settingFlags: string[] = [];
  const operands: string[] = [];
  const flags = new Map<string, string[]>();
  const given = args.values();
  for (const argument of given) {
    if (argument === "--") {
      operands.push(...given);
      break;
    }
    if (!isFlag(argument)) {
      operands.push(argument);
      continue;
    }
    const [flag = argument, inline] = argument.split(/=(.*)/s, 2);
    checkFlag(name, flag, own);
    const kind = own[flag];
    const alone = kind === "switch" || isSwitch(flag);
    const value = inline ?? (alone ? "" : given.next().value);
    if (value === undefined || (inline === undefined && value.startsWith("--")))
      throw new Error(`${flag} needs a value; see presage ${name} --help`);
    if (kind !== undefined) addFlag(flags, { flag, value, kind, inline });
    else settingFlags.push(alone && inline === undefined ? flag : `${flag}=${value}`);
  }
  return { settingFlags, operands, flags };
}

/** The flag with the address of the operator API, for subcommands that ask a running exchange. */
export const URL_FLAG = "--url";

/**
 * Returns the environment with `--url` as PRESAGE_ADMIN_URL, or without that variable if --data-dir names the exchange.
 */
function makeEnvironment(flags: CommandLine["flags"], settingFlags: readonly string[]): NodeJS.ProcessEnv {
  const url = flags.get(URL_FLAG)?.[0];
  const namesDirectory = settingFlags.some((flag) => flag.startsWith("--data-dir="));
  if (url !== undefined && namesDirectory)
    throw new Error(`${URL_FLAG} and --data-dir both name an exchange: give one of them`);
  return url === undefined && !namesDirectory ? process.env : { ...process.env, PRESAGE_ADMIN_URL: url };
}

/** Reads the configuration of a subcommand that takes settings only. */
export function readConfigArgs(name: string, args: readonly string[]): Config {
  const { config, operands } = readCommandLine(name, args, {});
  assertNoOperands(name, operands);
  return config;
}

/** Throws if a subcommand without operands has any. */
export function assertNoOperands(name: string, [first]: readonly string[]): void {
  if (first !== undefined)
    throw new Error(`${name} takes no operands, got "${first}"; see presage ${name} --help`);
}

/** Tells flags from operands. A lone dash and a negative number are operands. */
const isFlag = (argument: string): boolean => /^-[^\d.]/.test(argument);

/** Throws for the first unknown flag of a command line, for an operand that may be the value of it. */
export function checkFlags(name: string, args: readonly string[], own: FlagKinds): void {
  for (const argument of args) if (isFlag(argument)) checkFlag(name, argument.replace(/=.*/s, ""), own);
}

function checkFlag(name: string, flag: string, own: FlagKinds): void {
  const known = [...Object.keys(own), ...SETTING_FLAGS];
  if (known.includes(flag)) return;
  const longer = findLongerFlag(flag, Object.keys(own));
  const meant = longer === undefined ? didYouMean(flag, known) : ` (did you mean ${longer}?)`;
  throw new Error(`${flag} is not a flag of presage ${name}${meant}; see its --help`);
}

/** Finds the flag whose last words, or else some of its words, are those of the given one. */
function findLongerFlag(flag: string, own: readonly string[]): string | undefined {
  const words = `-${flag.replace(/^-+/, "").toLowerCase()}`;
  return own.find((one) => one.endsWith(words)) ?? own.find((one) => `${one}-`.includes(`${words}-`));
}

type FlagText = {
  readonly flag: string;
  readonly value: string;
  readonly kind: FlagKinds[string];
  readonly inline: string | undefined;
};

function addFlag(flags: Map<string, string[]>, { flag, value, kind, inline }: FlagText): void {
  const before = flags.get(flag) ?? [];
  if (kind === "switch" && inline !== undefined) throw new Error(`${flag} takes no value`);
  if (kind !== "list" && before.length > 0) throw new Error(`${flag} is given twice`);
  flags.set(flag, [...before, value]);
}

/** Finds the index of the first operand before the flags of its subcommand are known; -1 if there is none. */
export function findOperandIndex(args: readonly string[]): number {
  let index = 0;
  const flagsWithValue = new Set([...SETTING_FLAGS, URL_FLAG].filter((flag) => !isSwitch(flag)));
  for (let flag = args[index]; flag !== undefined && isFlag(flag); flag = args[index])
    index += flagsWithValue.has(flag) ? 2 : 1;
  return index < args.length ? index : -1;
}

/** Returns the text of a flag; `undefined` if the flag was not given. */
export const getTextFlag = ({ flags }: CommandLine, flag: string): string | undefined => flags.get(flag)?.[0];

/** Reads a whole number of at most four digits; `undefined` if the flag was not given. */
export function getNumberFlag(line: CommandLine, flag: string): number | undefined {
  const text = getTextFlag(line, flag);
  if (text === undefined || /^\d{1,4}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new Error(`${flag}: expected a whole number from 0 to 9999, got "${text}"`);
}

/** Reads one of these words; `name` is the flag or subcommand that takes the word. */
export function readChoice<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new Error(`${name}: expected one of ${words.join(", ")}, got "${text}"${didYouMean(text, words)}`);
}

/** Reads a file that an operator names, or a descriptor such as 0; `subject` names the content in errors. */
export function readNamedFile(file: string | number, subject: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${subject} cannot be read: ${why}`, { cause: error });
  }
}

/** Flags whose text goes unchanged into a request, each with its request field. */
export type NamedFlags = Readonly<Record<string, string>>;

export const textFlags = (names: NamedFlags): FlagKinds =>
  Object.fromEntries(Object.keys(names).map((flag) => [flag, "text"]));

/** Returns the flags' texts by request field; `undefined` for a flag that was not given. */
export function getTextFlags<Field extends string>(
  line: CommandLine,
  names: Readonly<Record<string, Field>>,
): Readonly<Record<Field, string | undefined>> {
  const texts = Object.entries<Field>(names).map(([flag, field]) => [field, getTextFlag(line, flag)]);
  return Object.fromEntries(texts) as Record<Field, string | undefined>;
}
