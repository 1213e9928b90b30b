/** The texts of the console, in the language of the page. They are no part of what traders load. */
import { createContext, use } from "react";
import { consoleEn } from "../../text/console-en.ts";
import type { ConsoleText } from "../../text/console-en.ts";

export const ConsoleTextContext = createContext<ConsoleText>(consoleEn);

export type { ConsoleText };
export const useConsoleText = (): ConsoleText => use(ConsoleTextContext);
