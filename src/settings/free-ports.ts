/** Settings that give every address any free port. */
import { PORT_SETTINGS } from "./address-settings.ts";
import { parseInterfacePorts } from "./parsers.ts";
import { listSettings } from "./setting.ts";

/** Values of free ports, by setting name. */
export const FREE_PORTS: Readonly<Record<string, string>> = Object.fromEntries(
  listSettings(PORT_SETTINGS).map(({ name, parse }) => [name, parse === parseInterfacePorts ? "0,0,0" : "0"]),
);
