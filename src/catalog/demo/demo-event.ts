/**
 * How the demo catalog is written down: events as plain data, without ids and without dates. Times are whole
 * hours from the first start. In texts, `{end}` stands for the written-out end of the event and `{option}` for
 * the option that a market is about. A question must not contain `{end}`: ids derive from it, and they are meant
 * to be the same in every sandbox.
 */
import type { DemoSeriesSlug } from "./series.ts";
import type { DemoTagSlug } from "./tags.ts";

/** Price steps that the demo uses, as decimal text; "0.01" where none is given. */
export type DemoTick = "0.1" | "0.01" | "0.005" | "0.0025" | "0.001" | "0.0001";

/** What the sandbox pays for resting orders: collateral a day, shares, and cents from the midpoint. */
export type DemoRewards = { dailyRate: number; minSize: number; maxSpread: number };

/** A question of its own: its outcomes are Yes and No unless it names two others. */
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
  /** The topic comes first. */
  tags: readonly DemoTagSlug[];
  series?: DemoSeriesSlug;
  openedHoursAgo: number;
  endsInHours: number;
  /** A contest that starts at the end time of its event: its markets carry a game start. */
  startsAtEnd?: boolean;
  /** A few sentences of background, shown beside the event. */
  background?: string;
  questions: DemoQuestions;
};
