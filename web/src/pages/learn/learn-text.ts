import { useSuspenseQuery } from "@tanstack/react-query";
import type { LearnText } from "../../text/learn-en.ts";
import { useLanguageChoice } from "../../text/language.tsx";
import type { LanguageCode } from "../../text/languages.ts";

const LEARN: Readonly<Record<LanguageCode, () => Promise<LearnText>>> = {
  en: async () => (await import("../../text/learn-en.ts")).learnEn,
  pt: async () => (await import("../../text/learn-pt.ts")).learnPt,
};

/**
 * Returns the texts that explain how the exchange works, in the language of the page. Suspends until they are loaded, which
 * only visitors who read them need. Failures are shown by the parts that load on demand.
 */
export function useLearnText(): LearnText {
  const { code } = useLanguageChoice();
  const query = { queryKey: ["text", "learn", code], queryFn: LEARN[code], staleTime: Infinity };
  return useSuspenseQuery({ ...query, retry: false }).data;
}
