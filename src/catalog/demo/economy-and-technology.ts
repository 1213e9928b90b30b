/** Demo events about money and machines: the rate decision of a made-up central bank, and what robots and provers can do. */
import type { DemoEvent } from "./demo-event.ts";

const DAY = 24;
const YEAR = 365 * DAY;

const rateDecision: DemoEvent = {
  slug: "bank-of-aldermere-next-rate-decision",
  title: "Bank of Aldermere: next rate decision",
  description:
    "The seven governors of the Bank of Aldermere meet once a month; the key rate stands at 3.25 %. Inflation came in at 2.4 %, a little above their target. Exactly one of four options comes true.",
  background:
    "The last three decisions were unanimous holds. Two governors have since spoken of a bias to ease, and the futures on the mark price about half a cut for this meeting.",
  tags: ["economy", "interest-rates", "aldermere"],
  series: "bank-of-aldermere-monthly",
  openedHoursAgo: 7 * DAY,
  endsInHours: 18 * DAY,
  questions: {
    kind: "exclusive",
    question: "Will the Bank of Aldermere {option} at its next meeting?",
    rules:
      "Resolves to Yes if the decision published after the next regular meeting is to {option}, otherwise to No. Compares the key rate before and after. If no meeting ends before {end}, the option to hold resolves to Yes.",
    rewards: { dailyRate: 40, minSize: 20, maxSpread: 2.5 },
    options: [
      { slug: "cut-by-half-a-point-or-more", name: "cut by half a point or more", tick: "0.001" },
      { slug: "cut-by-less-than-half-a-point", name: "cut by less than half a point" },
      { slug: "hold-its-rate", name: "hold its rate" },
      { slug: "raise-its-rate", name: "raise its rate", tick: "0.001" },
    ],
  },
};

/** The previous month's decision, which is over. */
export const LAST_RATE_DECISION: DemoEvent = {
  slug: "bank-of-aldermere-last-rate-decision",
  title: "Bank of Aldermere: last rate decision",
  description:
    "The seven governors of the Bank of Aldermere met and voted on the key rate, which stood at 3.25 %. Exactly one of four options came true.",
  tags: ["economy", "interest-rates", "aldermere"],
  series: "bank-of-aldermere-monthly",
  openedHoursAgo: 29 * DAY,
  endsInHours: -12 * DAY,
  questions: {
    kind: "exclusive",
    question: "Did the Bank of Aldermere {option} at its last meeting?",
    rules:
      "Resolves to Yes if the decision published after the meeting that ends before {end} is to {option}, otherwise to No. Compares the key rate before and after.",
    options: [
      { slug: "cut-by-half-a-point-or-more", name: "cut by half a point or more", tick: "0.001" },
      { slug: "cut-by-less-than-half-a-point", name: "cut by less than half a point" },
      { slug: "hold-its-rate", name: "hold its rate" },
      { slug: "raise-its-rate", name: "raise its rate", tick: "0.001" },
    ],
  },
};

const saltPrice: DemoEvent = {
  slug: "orrin-sea-salt-above-forty",
  title: "Orrin sea salt: above 40 marks a sack?",
  description:
    "The salt auction at Sorrel Bay closes every Friday with one official price per 25 kg sack. Three wet summers emptied the stores; the pans are filling again.",
  tags: ["economy", "aldermere", "this-week"],
  openedHoursAgo: 3 * DAY,
  endsInHours: 5 * DAY,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "orrin-sea-salt-closes-above-40-marks",
        question: "Will Orrin sea salt close above 40 marks a sack at the next auction?",
        rules:
          "Resolves to Yes if the official closing price of the last auction at Sorrel Bay before {end} is above 40.00 marks for a 25 kg sack, otherwise to No. Exactly 40.00 resolves to No.",
      },
    ],
  },
};

const machines: DemoEvent = {
  slug: "machines-against-the-clock",
  title: "Machines against the clock",
  description:
    "Running, proving, translating: three things that people do well, and three dates by which a machine may do them on its own.",
  tags: ["tech", "robotics", "mathematics", "long-term"],
  openedHoursAgo: 15 * DAY,
  endsInHours: 3 * YEAR,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "robot-half-marathon-under-one-hour",
        question: "Will a two-legged robot run a half marathon in under one hour within three years?",
        label: "Half marathon",
        rules:
          "Resolves to Yes if a two-legged robot covers 21.0975 km on a public course in less than 60 minutes before {end}, with independent timekeepers, without being carried and with at most three battery changes; otherwise to No.",
      },
      {
        slug: "millennium-problem-solved-by-machine",
        question: "Will a machine find an accepted proof of a Millennium Prize Problem within three years?",
        label: "Millennium problem",
        rules:
          "Resolves to Yes if a proof of one of the open Millennium Prize Problems, whose main argument was found by a program, passes a proof checker or appears in a refereed journal before {end}; otherwise to No.",
        tick: "0.001",
      },
      {
        slug: "linear-a-read-aloud",
        question: "Will scholars agree on a reading of Linear A within three years?",
        label: "Linear A",
        rules:
          "Resolves to Yes if a reading of at least fifty signs of Linear A is endorsed before {end} in a joint statement or a refereed review by scholars of five universities; otherwise to No.",
        tick: "0.001",
      },
    ],
  },
};

export const ECONOMY_AND_TECHNOLOGY_EVENTS: readonly DemoEvent[] = [rateDecision, saltPrice, machines];
