/** The settings of the exchange, for every component. */
import { createContext, use } from "react";
import type { Settings } from "../api/settings.ts";

export const SettingsContext = createContext<Settings | undefined>(undefined);

export function useSettings(): Settings {
  const settings = use(SettingsContext);
  if (settings === undefined) throw new Error("no settings are around this part of the page");
  return settings;
}
