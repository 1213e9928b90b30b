/** The languages of the page. English is included, and each other language is loaded on demand. */
import { en } from "./en.ts";
import type { Text } from "./en.ts";

type LanguageOfPage = {
  /** Name of the language in that language. */
  readonly name: string;
  readonly load: () => Promise<Text>;
};

export const LANGUAGES = {
  en: { name: "English", load: async () => en },
  pt: { name: "Português", load: async () => (await import("./pt.ts")).pt },
} as const satisfies Readonly<Record<string, LanguageOfPage>>;

export type LanguageCode = keyof typeof LANGUAGES;

/** The text of the page before another language is loaded. */
export const FIRST_TEXT = { code: "en", text: en } as const;
