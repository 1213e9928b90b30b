/** Flags of `presage start` for an exchange that nobody keeps: any free ports, and a data directory that goes with it. */
import { parseConfig } from "../config.ts";
import type { Config } from "../config.ts";
import { FREE_PORTS } from "../settings/free-ports.ts";
import type { SettingText } from "../settings/read-settings.ts";
import { SETTINGS } from "../settings/settings-table.ts";
import type { CommandLine, FlagKinds } from "./command-line.ts";

export const THROW_AWAY_FLAGS = {
  "--free-ports": "switch",
  "--temporary": "switch",
} as const satisfies FlagKinds;

export type Place = { readonly config: Config; readonly temporary: boolean };

/** Gives the configuration with what the flags change. Throws an Error of one line where settings say otherwise. */
export function choosePlace({ settings, flags }: Pick<CommandLine, "settings" | "flags">): Place {
  const config = parseConfig(flags.has("--free-ports") ? settings.map(withFreePort) : settings);
  const temporary = flags.has("--temporary");
  if (!temporary) return { config, temporary };
  for (const { name } of [SETTINGS.dataDirectory, SETTINGS.databaseUrl])
    if (settings.some(({ setting, source }) => setting.name === name && source !== "default"))
      throw new Error(`--temporary brings a data directory and a database of its own: leave ${name} out`);
  if (config.mode === "production")
    throw new Error("--temporary removes all that was acknowledged, which production promises to keep");
  return { config, temporary };
}

/** Puts a free port in place of a default one; an address that is off by default stays so. */
function withFreePort(given: SettingText): SettingText {
  const free = FREE_PORTS[given.setting.name];
  return free === undefined || given.source !== "default" || given.text === "off"
    ? given
    : { ...given, text: free };
}
