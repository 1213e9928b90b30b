/** The texts of the console, in the language of the page. */
import { useText } from "../text/language.tsx";
import type { Text } from "../text/en.ts";

export type ConsoleText = Text["console"];
export const useConsoleText = (): ConsoleText => useText().console;
