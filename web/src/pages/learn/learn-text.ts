/** The texts for newcomers, in the language of the page, loaded only by visitors who read them. */
import { useSuspenseQuery } from "@tanstack/react-query";
import type { GuideText } from "../../text/guide-en.ts";
import type { LearnText } from "../../text/learn-en.ts";
import { useLanguageChoice } from "../../text/language.tsx";
import type { LanguageCode } from "../../text/languages.ts";

type Loaders<Text> = Readonly<Record<LanguageCode, () => Promise<Text>>>;

const LEARN: Loaders<LearnText> = {
  en: async () => (await import("../../text/learn-en.ts")).learnEn,
  pt: async () => (await import("../../text/learn-pt.ts")).learnPt,
};

const GUIDE: Loaders<GuideText> = {
  en: async () => (await import("../../text/guide-en.ts")).guideEn,
  pt: async () => (await import("../../text/guide-pt.ts")).guidePt,
};

/** Suspends until the text is loaded. Failures are shown by the parts that load it on demand. */
function useLoadedTexts<Text>(name: string, loaders: Loaders<Text>): Text {
  const { code } = useLanguageChoice();
  const query = { queryKey: ["text", name, code], queryFn: loaders[code], staleTime: Infinity };
  return useSuspenseQuery({ ...query, retry: false }).data;
}

/** Returns the texts that explain how the exchange works. */
export const useLearnText = (): LearnText => useLoadedTexts("learn", LEARN);

export const useGuideText = (): GuideText => useLoadedTexts("guide", GUIDE);
