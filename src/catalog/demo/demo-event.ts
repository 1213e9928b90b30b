/**
 * Form of the demo catalog: events as plain data, without ids and dates. Times are whole hours from the first start. In
 * texts, `{end}` stands for the written-out end of the event and `{option}` for the option of a market. A question must
 * not contain `{end}`: ids derive from it, and must be the same in every sandbox.
 */
import type { DemoSeriesSlug } from "./series.ts";
import type { DemoTagSlug } from "./tags.ts";

/** Price steps of the demo, as decimal text; "0.01" is the default. */
export type DemoTick = "0.1" | "0.01" | "0.005" | "0.0025" | "0.001" | "0.0001";

/** Rewards for resting orders: collateral a day, shares, and cents from the midpoint. */
export type DemoRewards = { dailyRate: number; minSize: number; maxSpread: number };

/** An independent question; its outcomes are Yes and No unless it names two others. */
export type DemoQuestion = {
  slug: string;
  question: string;
  rules: string;
  /** Short name of the market inside its event. */
  label?: string;
  outcomes?: readonly [string, string];
  tick?: DemoTick;
  rewards?: DemoRewards;
};

/** One option of an event in which exactly one option comes true. */
export type DemoOption = { slug: string; name: string; tick?: DemoTick };

/**
 * `independent`: every question stands alone. `exclusive`: exactly one option is Yes (negative risk); `question`
 * and `rules` are templates over the options.
 */
export type DemoQuestions =
  | { kind: "independent"; list: readonly DemoQuestion[] }
  | {
      kind: "exclusive";
      question: string;
      rules: string;
      options: readonly DemoOption[];
      rewards?: DemoRewards;
    };

export type DemoEvent = {
  slug: string;
  title: string;
  description: string;
  resolutionSource?: string;
  /** Tags; the topic comes first. */
  tags: readonly DemoTagSlug[];
  series?: DemoSeriesSlug;
  openedHoursAgo: number;
  /** Negative for an event that is over. */
  endsInHours: number;
  /** True where the question's time begins with its opening, so that no sandbox has an older listing of it. */
  asksFromOpening?: true;
  /** True for a contest that starts at the end time of its event: its markets have a game start. */
  startsAtEnd?: boolean;
  /** Background in a few sentences, shown beside the event. */
  background?: string;
  questions: DemoQuestions;
};
