/** The language of the page: the user's choice, else the browser's, else English. */
import { createContext, use, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { en } from "./en.ts";
import type { Text } from "./en.ts";
import { createFormats } from "./formats.ts";
import type { Formats } from "./formats.ts";
import { pt } from "./pt.ts";

const LANGUAGES = { en, pt } as const satisfies Readonly<Record<string, Text>>;
export type LanguageCode = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES = Object.entries(LANGUAGES).map(([code, { language }]) => ({ code, language }));

type Language = {
  readonly code: LanguageCode;
  readonly text: Text;
  readonly formats: Formats;
  choose(code: string): void;
};

const NAME = "presage.language";
const LanguageContext = createContext<Language | undefined>(undefined);

const isKnown = (code: string): code is LanguageCode => Object.hasOwn(LANGUAGES, code);

function firstLanguage(): LanguageCode {
  const wanted = [localStorage.getItem(NAME) ?? "", ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isKnown) ?? "en";
}

/** Adds the browser's region to a language, since formats of dates differ by region. */
const regionalTag = (code: string): string =>
  navigator.languages.find((tag) => tag.startsWith(`${code}-`) && WITH_REGION.test(tag)) ?? code;

/** Tags with a region. Some systems report tags that no formatter accepts. */
const WITH_REGION = /^[a-z]{2}-[A-Z]{2}$/;

function useLanguage(): Language {
  const language = use(LanguageContext);
  if (language === undefined) throw new Error("no language is around this part of the page");
  return language;
}

export const useText = (): Text => useLanguage().text;
export const useFormats = (): Formats => useLanguage().formats;
export const useLanguageChoice = (): Pick<Language, "code" | "choose"> => useLanguage();

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [code, setCode] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = code;
  }, [code]);
  const language = useMemo(
    (): Language => ({
      code,
      text: LANGUAGES[code],
      formats: createFormats(regionalTag(code)),
      choose: (chosen) => {
        if (!isKnown(chosen)) return;
        localStorage.setItem(NAME, chosen);
        setCode(chosen);
      },
    }),
    [code],
  );
  return <LanguageContext value={language}>{children}</LanguageContext>;
}
