/** The texts of the console, in the language of the page. They are no part of what traders load. */
import { consoleEn } from "../text/console-en.ts";
import type { ConsoleText } from "../text/console-en.ts";
import { consolePt } from "../text/console-pt.ts";
import { useLanguageChoice } from "../text/language.tsx";
import type { LanguageCode } from "../text/languages.ts";

const TEXTS: Readonly<Record<LanguageCode, ConsoleText>> = { en: consoleEn, pt: consolePt };

export type { ConsoleText };
export const useConsoleText = (): ConsoleText => TEXTS[useLanguageChoice().code];
