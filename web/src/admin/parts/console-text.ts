/** Texts of the console in the language of the page, loaded apart from those of the traders' page. */
import { createContext, use } from "react";
import { consoleEn } from "../../text/console-en.ts";
import type { ConsoleText } from "../../text/console-en.ts";

export const ConsoleTextContext = createContext<ConsoleText>(consoleEn);

export type { ConsoleText };
export const useConsoleText = (): ConsoleText => use(ConsoleTextContext);
