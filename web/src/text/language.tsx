/** The language of the page: the user's choice, else the browser's, else English. */
import { createContext, use, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { Text } from "./en.ts";
import { createFormats, translateOutcome } from "./formats.ts";
import type { Formats } from "./formats.ts";
import { FIRST_TEXT, LANGUAGES } from "./languages.ts";
import type { LanguageCode } from "./languages.ts";

type Language = {
  readonly code: LanguageCode;
  readonly text: Text;
  readonly formats: Formats;
  choose(code: string): void;
};

const STORAGE_KEY = "presage.language";
const LanguageContext = createContext<Language | undefined>(undefined);

const isKnown = (code: string): code is LanguageCode => Object.hasOwn(LANGUAGES, code);

function chooseLanguage(): LanguageCode {
  const wanted = [
    localStorage.getItem(STORAGE_KEY) ?? "",
    ...navigator.languages.map((tag) => tag.slice(0, 2)),
  ];
  return wanted.find(isKnown) ?? "en";
}

/** Adds the browser's region to a language, since date formats differ by region. */
const addRegion = (code: string): string =>
  navigator.languages.find((tag) => tag.startsWith(`${code}-`) && WITH_REGION.test(tag)) ?? code;

/** Pattern of language tags with a region. Some systems report tags that no formatter accepts. */
const WITH_REGION = /^[a-z]{2}-[A-Z]{2}$/;

function useLanguage(): Language {
  const language = use(LanguageContext);
  if (language === undefined) throw new Error("no language is around this part of the page");
  return language;
}

export const useText = (): Text => useLanguage().text;
export const useFormats = (): Formats => useLanguage().formats;

/** Returns a function that translates the names of outcomes. */
export function useOutcomeName(): (name: string) => string {
  const { text } = useLanguage();
  return (name) => translateOutcome(name, text);
}

export const useLanguageChoice = (): Pick<Language, "code" | "choose"> => useLanguage();

type LoadedText = { readonly code: LanguageCode; readonly text: Text };

/** Loads the text of a language. The previous text stays until then, and if loading fails. */
function useLoadedText(code: LanguageCode): LoadedText | undefined {
  const [loaded, setLoaded] = useState<LoadedText | undefined>(
    code === FIRST_TEXT.code ? FIRST_TEXT : undefined,
  );
  const isLoaded = loaded?.code === code;
  useEffect(() => {
    if (isLoaded) return undefined;
    let isWanted = true;
    LANGUAGES[code].load().then(
      (text) => isWanted && setLoaded({ code, text }),
      () => isWanted && setLoaded((before) => before ?? FIRST_TEXT),
    );
    return () => {
      isWanted = false;
    };
  }, [code, isLoaded]);
  return loaded;
}

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [chosen, setChosen] = useState(chooseLanguage);
  const loaded = useLoadedText(chosen);
  const code = loaded?.code ?? chosen;
  useEffect(() => {
    document.documentElement.lang = code;
  }, [code]);
  const language = useMemo(
    (): Language | undefined =>
      loaded && {
        ...loaded,
        formats: createFormats(addRegion(loaded.code)),
        choose: (wanted) => {
          if (!isKnown(wanted)) return;
          localStorage.setItem(STORAGE_KEY, wanted);
          setChosen(wanted);
        },
      },
    [loaded],
  );
  return language && <LanguageContext value={language}>{children}</LanguageContext>;
}
