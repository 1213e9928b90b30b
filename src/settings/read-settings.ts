/** The text of every setting: from a flag, from the environment, or the default of the mode. */
import { didYouMean } from "../nearest-name.ts";
import { flagOf } from "./setting.ts";
import type { Setting } from "./setting.ts";
import { ALL_SETTINGS, SETTINGS } from "./settings-table.ts";

export type SettingText = {
  readonly setting: Setting;
  /** `undefined` if nobody set it and no text stands for its default. */
  readonly text: string | undefined;
  readonly source: "default" | "environment" | "flag";
};

type Texts = { readonly [name: string]: string | undefined };

/** Variables that the start banner gives clients, in the order trading, data, catalog. Every command accepts and ignores them. */
export const CLIENT_VARIABLES = ["PRESAGE_TRADING_URL", "PRESAGE_DATA_URL", "PRESAGE_CATALOG_URL"] as const;

const NAMES: readonly string[] = ALL_SETTINGS.map(({ name }) => name);
const KNOWN: ReadonlySet<string> = new Set([...NAMES, ...CLIENT_VARIABLES]);

const SETTING_OF_FLAG: ReadonlyMap<string, Setting> = new Map(
  ALL_SETTINGS.filter(({ kind }) => kind !== "commands").map((setting) => [flagOf(setting), setting]),
);

/** The flags of all settings, for subcommands that have flags of their own beside them. */
export const SETTING_FLAGS: readonly string[] = [...SETTING_OF_FLAG.keys()];

/** Tells if a flag of a setting may stand without a value. */
export const isSwitch = (flag: string): boolean => SETTING_OF_FLAG.get(flag)?.kind === "switch";

/** Reads the texts of all settings, in the order of the table. Throws an Error that names an unknown variable or flag. */
export function readSettings(environment: Texts, flags: readonly string[]): readonly SettingText[] {
  refuseUnknown(environment);
  const flagTexts = readFlags(flags);
  const { name, standard } = SETTINGS.mode;
  const mode = flagTexts[name] ?? environment[name] ?? standard;
  return ALL_SETTINGS.map((setting) => {
    const source = setting.name in flagTexts ? "flag" : "environment";
    const text = (source === "flag" ? flagTexts : environment)[setting.name] ?? "";
    if (text !== "") return { setting, text, source };
    const production = mode === "production" ? setting.production : undefined;
    return { setting, text: production ?? setting.standard, source: "default" };
  });
}

/** Gives the checked value of a setting. Throws an Error that names it, with the form that was expected and what came. */
export function parseSetting({ setting, text }: SettingText): unknown {
  if (text === undefined) return "unset" in setting ? setting.unset : undefined;
  try {
    return setting.parse(text);
  } catch (error) {
    throw new Error(`${setting.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Throws at the first variable `PRESAGE_...` that is no setting, naming the nearest one and then all. */
function refuseUnknown(environment: Texts): void {
  const unknown = Object.keys(environment).find((name) => name.startsWith("PRESAGE_") && !KNOWN.has(name));
  if (unknown === undefined) return;
  const near = didYouMean(unknown, [...KNOWN]);
  throw new Error(`${unknown} is not a setting${near}; known are ${NAMES.join(", ")}`);
}

/** Reads flags as settings: `--trading-port 7001`, `--trading-port=7001`; a switch alone is true. */
function readFlags(flags: readonly string[]): Texts {
  const texts: Record<string, string> = {};
  for (let index = 0; index < flags.length; index += 1) {
    const [flag, inline] = flags[index].split(/=(.*)/s, 2);
    const { name, kind } = getSetting(flag);
    if (inline === undefined && kind !== "switch") index += 1;
    const text = inline ?? (kind === "switch" ? "true" : flags[index]);
    if (text === undefined) throw new Error(`${flag} needs a value`);
    texts[name] = text;
  }
  return texts;
}

function getSetting(flag: string): Setting {
  const setting = SETTING_OF_FLAG.get(flag);
  if (setting === undefined) throw new Error(`${flag} is not a flag; known are ${SETTING_FLAGS.join(", ")}`);
  if (setting.kind !== "secret") return setting;
  throw new Error(`${flag}: every user of the machine can read arguments; set ${setting.name} instead`);
}
