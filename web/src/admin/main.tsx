/** The entry point of the operators' console. */
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Router } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { startPage } from "../pages/start-page.tsx";
import { consoleEn } from "../text/console-en.ts";
import { useLanguageChoice } from "../text/language.tsx";
import type { LanguageCode } from "../text/languages.ts";
import { ConsoleTextContext } from "./parts/console-text.ts";
import type { ConsoleText } from "./parts/console-text.ts";
import { Console } from "./console.tsx";
import { OperatorProvider } from "./session/operator-session.tsx";
import "../styles/admin/admin.css";

/** Loaders of the console's texts. English comes with the console, as with the page. */

const LOADERS: Readonly<Record<LanguageCode, () => Promise<ConsoleText>>> = {
  en: async () => consoleEn,
  pt: async () => (await import("../text/console-pt.ts")).consolePt,
};

/** Provides the texts. Shows nothing until a first language is loaded; keeps the previous language until a new one is loaded. */
function ConsoleTextProvider({ children }: { readonly children: ReactNode }) {
  const { code } = useLanguageChoice();
  const [text, setText] = useState<ConsoleText | undefined>(code === "en" ? consoleEn : undefined);
  useEffect(() => {
    let isWanted = true;
    LOADERS[code]().then(
      (loaded) => isWanted && setText(loaded),
      () => isWanted && setText((before) => before ?? consoleEn),
    );
    return () => {
      isWanted = false;
    };
  }, [code]);
  return text && <ConsoleTextContext value={text}>{children}</ConsoleTextContext>;
}

startPage(
  <Router hook={useHashLocation}>
    <OperatorProvider>
      <ConsoleTextProvider>
        <Console />
      </ConsoleTextProvider>
    </OperatorProvider>
  </Router>,
  { staleTime: 2_000, retry: false },
);
