/** Reader of every setting's text: from a flag, the environment, a secret file, or the default of the mode. */
import { readFileSync, statSync } from "node:fs";
import { nearestName } from "../base/nearest-name.ts";
import { formatFlag } from "./setting.ts";
import type { Setting } from "./setting.ts";
import { ALL_SETTINGS, SETTINGS } from "./settings-table.ts";

// Secrets in files, as containers and systemd provide them: the variable NAME_FILE names the file with the setting
// NAME.

/** Tells if a setting contains a secret, and may therefore be in a file. */
export const mayBeInFile = ({ kind, conceal }: Setting): boolean =>
  kind === "secret" || conceal !== undefined;

/** Returns the name of the variable that names the setting's file. */
export const fileVariableName = ({ name }: Pick<Setting, "name">): string => `${name}_FILE`;

type SecretFile = {
  readonly text: string;
  /** A warning if other users can read the file; else `undefined`. */
  readonly warning: string | undefined;
};

/** Maximum bytes of a file: a larger one is no secret. */
const MAX_BYTES = 64 * 1024;
/** Permission bits that let the group or all users read. */
const FOR_OTHERS = 0o044;

/** Reads the secret, without a final line break. Throws an Error of one line that reveals nothing of the content. */
function readSecretFile(setting: Setting, path: string): SecretFile {
  const variable = fileVariableName(setting);
  const { text, mode } = readText(variable, path);
  const secret = text.replace(/\r?\n$/, "");
  if (secret === "") throw new Error(`${variable}: expected a secret in ${path}, got an empty file`);
  const warning =
    (mode & FOR_OTHERS) === 0
      ? undefined
      : `${variable}: other accounts of this machine can read ${path}: its mode should be 0600`;
  return { text: secret, warning };
}

function readText(variable: string, path: string): { readonly text: string; readonly mode: number } {
  try {
    const { size, mode } = statSync(path);
    if (size > MAX_BYTES) throw new Error(`expected at most ${MAX_BYTES} bytes, got ${size}`);
    return { text: readFileSync(path, "utf8"), mode };
  } catch (error) {
    throw new Error(`${variable}: ${describeFault(path, error)}`, { cause: error });
  }
}

function describeFault(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return `there is no file ${path}`;
  if (code === "EISDIR") return `expected a file, got the directory ${path}`;
  return `the file ${path} cannot be read: ${message}`;
}

export type SettingText = {
  readonly setting: Setting;
  /** Text of the setting; `undefined` for an unset setting without a default text. */
  readonly text: string | undefined;
  readonly source: "default" | "environment" | "file" | "flag";
  /** A warning if other users can read the setting's secret file. */
  readonly warning?: string | undefined;
};

type CollectedSettings = {
  readonly texts: readonly SettingText[];
  /** A line for each variable that is no setting, and for each unusable file. */
  readonly faults: readonly string[];
};

type Texts = { readonly [name: string]: string | undefined };

/**
 * Variables for clients that a start prints, in the order trading, data, catalog. Every subcommand accepts and ignores
 * these variables.
 */
export const CLIENT_VARIABLES = ["PRESAGE_TRADING_URL", "PRESAGE_DATA_URL", "PRESAGE_CATALOG_URL"] as const;
/** Variable with the address of the page, and of all interfaces on one port; accepted and ignored like those above. */
export const WEB_VARIABLE = "PRESAGE_URL";

const NAMES: readonly string[] = ALL_SETTINGS.map(({ name }) => name);
const FILES: readonly string[] = ALL_SETTINGS.filter(mayBeInFile).map(fileVariableName);
const KNOWN: ReadonlySet<string> = new Set([...NAMES, ...FILES, ...CLIENT_VARIABLES, WEB_VARIABLE]);

/** Removes the common prefix of names, which would make any two names look similar. */
const withoutPrefix = (name: string): string => name.replace(/^PRESAGE_/, "");
const BY_REST: ReadonlyMap<string, string> = new Map([...KNOWN].map((name) => [withoutPrefix(name), name]));

const SETTING_BY_FLAG: ReadonlyMap<string, Setting> = new Map(
  ALL_SETTINGS.filter(({ kind }) => kind !== "commands").map((setting) => [formatFlag(setting), setting]),
);

/** The flags of all settings, for subcommands that also have their own flags. */
export const SETTING_FLAGS: readonly string[] = [...SETTING_BY_FLAG.keys()];

/** Tells if the flag of a setting may have no value. */
export const isSwitch = (flag: string): boolean => SETTING_BY_FLAG.get(flag)?.kind === "switch";

/**
 * Reads the texts of all settings, in table order. Throws an Error that names an unknown variable or flag, or an
 * unusable secret file.
 */
export function readSettings(environment: Texts, flags: readonly string[]): readonly SettingText[] {
  const { texts, faults } = collectSettings(environment, flags);
  const [fault] = faults;
  if (fault !== undefined) throw new Error(fault);
  return texts;
}

/** Reads the texts of all settings and collects their faults. An unknown flag throws instead. */
export function collectSettings(environment: Texts, flags: readonly string[]): CollectedSettings {
  const faults = listUnknown(environment);
  const flagTexts = readFlags(flags);
  const { name, standard } = SETTINGS.mode;
  const mode = flagTexts[name] ?? environment[name] ?? standard;
  const texts = ALL_SETTINGS.map((setting): SettingText => {
    const given = givenText(setting, environment, flagTexts);
    try {
      const settingFromFile = readSettingFile(setting, environment, given);
      if (settingFromFile !== undefined) return settingFromFile;
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
    if (given !== undefined) return given;
    const production = mode === "production" ? setting.production : undefined;
    return { setting, text: production ?? setting.standard, source: "default" };
  });
  return { texts, faults };
}

function givenText(setting: Setting, environment: Texts, flagTexts: Texts): SettingText | undefined {
  const source = setting.name in flagTexts ? "flag" : "environment";
  const text = (source === "flag" ? flagTexts : environment)[setting.name] ?? "";
  return text === "" ? undefined : { setting, text, source };
}

function readSettingFile(
  setting: Setting,
  environment: Texts,
  given: SettingText | undefined,
): SettingText | undefined {
  const variable = fileVariableName(setting);
  const path = mayBeInFile(setting) ? (environment[variable] ?? "") : "";
  if (path === "") return undefined;
  if (given !== undefined)
    throw new Error(`${variable}: ${setting.name} is given as well, give one of the two`);
  return { setting, source: "file", ...readSecretFile(setting, path) };
}

/** Returns the checked value of a setting. Throws an Error with its name, the expected form and the given text. */
export function parseSetting({ setting, text, source }: SettingText): unknown {
  if (text === undefined) return "unset" in setting ? setting.unset : undefined;
  try {
    return setting.parse(text);
  } catch (error) {
    throw new Error(
      `${givenName(setting, source)}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Returns the name under which the text was given: a flag, a variable, or the variable of a file. */
function givenName(setting: Setting, source: SettingText["source"]): string {
  if (source === "flag") return formatFlag(setting);
  return source === "file" ? fileVariableName(setting) : setting.name;
}

/**
 * Lists a fault for each variable `PRESAGE_...` that is no setting, with the nearest setting, or all settings if none
 * is near.
 */
const listUnknown = (environment: Texts): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith("PRESAGE_") && !KNOWN.has(name))
    .map((name) => `${name} is not a setting${describeRemedy(name)}`);

function describeRemedy(name: string): string {
  const bare = NAMES.find((known) => fileVariableName({ name: known }) === name);
  if (bare !== undefined) return `: only secrets can stand in a file, set ${bare}`;
  const near = nearestName(withoutPrefix(name), [...BY_REST.keys()]);
  return near === undefined
    ? `; known are ${NAMES.join(", ")}`
    : ` (did you mean ${BY_REST.get(near)}?); presage start --help lists all`;
}

/**
 * Reads flags as settings: `--trading-port 7001`, `--trading-port=7001`; a switch without value is true. The last use
 * of a flag counts.
 */
function readFlags(flags: readonly string[]): Texts {
  const texts: Record<string, string> = {};
  const given = flags.values();
  for (const argument of given) {
    const [flag = argument, inline] = argument.split(/=(.*)/s, 2);
    const { name, kind } = getSetting(flag);
    const text = inline ?? (kind === "switch" ? "true" : given.next().value);
    if (text === undefined) throw new Error(`${flag} needs a value`);
    texts[name] = text;
  }
  return texts;
}

function getSetting(flag: string): Setting {
  const setting = SETTING_BY_FLAG.get(flag);
  if (setting === undefined) throw new Error(`${flag} is not a flag; known are ${SETTING_FLAGS.join(", ")}`);
  if (setting.kind !== "secret") return setting;
  throw new Error(`${flag}: every user of the machine can read arguments; set ${setting.name} instead`);
}
