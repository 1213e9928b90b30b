/** Settings by which every address gets any free port. */
import { PORT_SETTINGS } from "./address-settings.ts";
import { parseInterfacePorts } from "./parsers.ts";
import { listSettings } from "./setting.ts";

/** The texts of free ports, by the names of their settings. */
export const FREE_PORTS: Readonly<Record<string, string>> = Object.fromEntries(
  listSettings(PORT_SETTINGS).map(({ name, parse }) => [name, parse === parseInterfacePorts ? "0,0,0" : "0"]),
);
