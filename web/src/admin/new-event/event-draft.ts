/** Initial contents of the form of a new event: from a template, or from an event to repeat. */
import { STANDARD_AMOUNTS } from "../parts/market/market-terms.ts";
import type { AmountTexts } from "../parts/market/market-terms.ts";

export type OptionDraft = {
  /** Number that identifies the row within the form. */
  readonly key: number;
  readonly label: string;
  readonly question: string;
  readonly slug: string;
  readonly image: string;
  readonly price: string;
  /** Local date and time; "" for an option that ends with the event. */
  readonly endDate: string;
};

export type EventDraft = AmountTexts & {
  readonly title: string;
  readonly slug: string;
  readonly description: string;
  readonly resolutionSource: string;
  readonly tags: string;
  readonly image: string;
  readonly exclusive: boolean;
  readonly startDate: string;
  readonly endDate: string;
  readonly rate: string;
  readonly exponent: string;
  readonly makersPay: boolean;
  /** True for markets of Protocol V2. */
  readonly protocolV2: boolean;
  /** Question of options without their own, with {title} and {name} as placeholders. */
  readonly pattern: string;
  readonly maximumLoss: string;
  readonly options: readonly OptionDraft[];
};

export const EMPTY: EventDraft = {
  title: "",
  slug: "",
  description: "",
  resolutionSource: "",
  tags: "",
  image: "",
  exclusive: false,
  startDate: "",
  endDate: "",
  ...STANDARD_AMOUNTS,
  rate: "",
  exponent: "1",
  makersPay: false,
  protocolV2: false,
  pattern: "{title}",
  maximumLoss: "",
  options: [],
};

export const createOption = (key: number, given: Partial<OptionDraft> = {}): OptionDraft => ({
  key,
  label: "",
  question: "",
  slug: "",
  image: "",
  price: "",
  endDate: "",
  ...given,
});

const findNextKey = (options: readonly OptionDraft[]): number =>
  Math.max(0, ...options.map(({ key }) => key + 1));

/** Inserts options with the given names at an index. */
export function insertOptions(
  options: readonly OptionDraft[],
  at: number,
  labels: readonly string[],
): readonly OptionDraft[] {
  const first = findNextKey(options);
  return options.toSpliced(at, 0, ...labels.map((label, index) => createOption(first + index, { label })));
}

/** Moves a row up or down by one. */
export function moveOption(
  options: readonly OptionDraft[],
  index: number,
  by: -1 | 1,
): readonly OptionDraft[] {
  const moved = options[index];
  return moved === undefined ? options : options.toSpliced(index, 1).toSpliced(index + by, 0, moved);
}

/** Tells whether an option has entries. */
export const hasTypedOptions = ({ options }: EventDraft): boolean =>
  options.some((option) => Object.values(option).some((entry) => entry !== "" && entry !== option.key));

/** Replaces the options of a draft by those of a template, and keeps the other entries. */
export const replaceOptions = (draft: EventDraft, template: EventDraft): EventDraft => ({
  ...draft,
  exclusive: template.exclusive,
  pattern: template.pattern,
  options: template.options,
  endDate: draft.endDate || template.endDate,
});

export const buildYesNoDraft = (): EventDraft => ({ ...EMPTY, options: [createOption(0)] });

const INITIAL_OPTION_COUNT = 3;

/** Builds a draft of several options, of which exactly one wins. */
export const buildOptionsDraft = (pattern: string): EventDraft => ({
  ...EMPTY,
  exclusive: true,
  pattern,
  options: Array.from({ length: INITIAL_OPTION_COUNT }, (_, key) => createOption(key)),
});

export type RangeParams = {
  readonly from: number;
  readonly to: number;
  readonly step: number;
};

type RangeWords = {
  readonly pattern: string;
  readonly below: (number: string) => string;
  readonly between: (from: string, to: string) => string;
  readonly above: (number: string) => string;
};

/** Maximum number of options in a template. */
export const MAX_OPTIONS = 100;

/** Builds a draft whose options cover every number: below the first limit, between limits, and from the last limit on. */
export function buildRangesDraft({ from, to, step }: RangeParams, words: RangeWords): EventDraft {
  // Repeated addition would accumulate binary rounding errors.
  const limits = Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, index) =>
    String(Number((from + index * step).toPrecision(12))),
  );
  const between = limits.slice(1).map((limit, index) => words.between(limits[index] ?? "", limit));
  const labels = [words.below(limits[0] ?? ""), ...between, words.above(limits.at(-1) ?? "")];
  return {
    ...EMPTY,
    exclusive: true,
    pattern: words.pattern,
    options: labels.map((label, key) => createOption(key, { label })),
  };
}

export type SeriesParams = { readonly first: Date; readonly days: number };

type SeriesWords = { readonly pattern: string; readonly day: (at: number) => string };

/** Builds a draft with an option for each day. An option ends with its day. */
export function buildSeriesDraft({ first, days }: SeriesParams, words: SeriesWords): EventDraft {
  const options = Array.from({ length: days }, (_, key) => {
    const day = new Date(first.getFullYear(), first.getMonth(), first.getDate() + key);
    const end = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1);
    return createOption(key, { label: words.day(day.getTime()), endDate: formatLocalTime(end) });
  });
  return { ...EMPTY, pattern: words.pattern, endDate: options.at(-1)?.endDate ?? "", options };
}

const padTwoDigits = (number: number): string => String(number).padStart(2, "0");

/** Formats a time for fields of local date and time. */
export const formatLocalTime = (at: Date): string =>
  `${at.getFullYear()}-${padTwoDigits(at.getMonth() + 1)}-${padTwoDigits(at.getDate())}T${padTwoDigits(at.getHours())}:${padTwoDigits(at.getMinutes())}`;
