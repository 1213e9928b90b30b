/** The texts of the console, in the language of the page. */
import { useText } from "../text/language.tsx";
import type { Text } from "../text/en.ts";

export type Words = Text["console"];
export const useWords = (): Words => useText().console;
