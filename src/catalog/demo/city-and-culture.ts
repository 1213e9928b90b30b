/** Demo events about a made-up city: its election, its tram, its film festival, its daily coin toss, its pumpkins. */
import type { DemoEvent } from "./demo-event.ts";

const DAY = 24;

const mayor: DemoEvent = {
  slug: "port-calder-city-hall-election",
  title: "Which list wins Port Calder's city hall?",
  description:
    "Port Calder elects its council, and the strongest list names the mayor. Five ways it can end, exactly one of them true. Turnout was 71 % last time and the harbour wards counted until dawn.",
  background:
    "The Harbour List has held city hall for two terms on ferries and rents. The Green Quarter Alliance gained in every by-election since; the Old Town Independents campaign on a single bridge.",
  tags: ["elections", "city-life", "port-calder", "aldermere"],
  openedHoursAgo: 20 * DAY,
  endsInHours: 60 * DAY,
  questions: {
    kind: "exclusive",
    question: "Will {option} win the most seats in Port Calder's city hall?",
    rules:
      "Resolves to Yes if {option} holds the most council seats in the electoral office's final count, otherwise to No. Equal seats are decided by votes. If there is no final count by {end}, it resolves on the provisional one.",
    rewards: { dailyRate: 50, minSize: 20, maxSpread: 3.5 },
    options: [
      { slug: "the-harbour-list", name: "the Harbour List" },
      { slug: "the-green-quarter-alliance", name: "the Green Quarter Alliance" },
      { slug: "the-civic-union", name: "the Civic Union" },
      { slug: "the-old-town-independents", name: "the Old Town Independents" },
      { slug: "any-other-list", name: "any other list", tick: "0.001" },
    ],
  },
};

const goldenLantern: DemoEvent = {
  slug: "golden-lantern-best-film",
  title: "Golden Lantern: best film of the festival",
  description:
    "Nine days, six films in competition, one lantern. The jury of the Port Calder Film Festival names its best film on the closing night; a shared prize is not allowed by its statutes.",
  tags: ["film", "culture", "port-calder"],
  openedHoursAgo: 4 * DAY,
  endsInHours: 11 * DAY,
  questions: {
    kind: "exclusive",
    question: "Will {option} win the Golden Lantern?",
    rules:
      "Resolves to Yes if the festival jury announces {option} as the winner of the Golden Lantern for best film before {end}, otherwise to No. Audience prizes do not count.",
    options: [
      { slug: "the-cartographers-daughter", name: "The Cartographer's Daughter" },
      { slug: "low-tide-high-street", name: "Low Tide, High Street" },
      { slug: "eleven-kinds-of-snow", name: "Eleven Kinds of Snow" },
      { slug: "a-quiet-engine", name: "A Quiet Engine" },
      { slug: "the-last-switchboard", name: "The Last Switchboard" },
      { slug: "moth-season", name: "Moth Season" },
    ],
  },
};

const cityMonth: DemoEvent = {
  slug: "port-calder-this-month",
  title: "Port Calder this month: tram, harbour bath, night bus",
  description:
    "Three promises from one press conference. Each stands on its own: the tram may come while the harbour bath stays shut.",
  tags: ["city-life", "transport", "port-calder"],
  openedHoursAgo: 6 * DAY,
  endsInHours: 30 * DAY,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "port-calder-tram-line-4-opens",
        question: "Will tram line 4 carry paying passengers in Port Calder this month?",
        label: "Tram line 4",
        rules:
          "Resolves to Yes if tram line 4 runs a scheduled service with paying passengers on its whole length before {end}. Test runs and the opening ceremony alone do not count; otherwise to No.",
        rewards: { dailyRate: 8, minSize: 10, maxSpread: 4.5 },
      },
      {
        slug: "port-calder-harbour-bath-open-seven-days",
        question: "Will the harbour bath stay open for seven days in a row this month?",
        label: "Harbour bath",
        rules:
          "Resolves to Yes if the city's bathing water bulletin shows the harbour bath open on seven consecutive days that end before {end}, otherwise to No.",
      },
      {
        slug: "port-calder-night-bus-every-twenty-minutes",
        question: "Will the night bus run every twenty minutes on all lines this month?",
        label: "Night bus",
        rules:
          "Resolves to Yes if the transport office publishes a timetable, in force before {end}, in which every night line leaves at least every twenty minutes from midnight to four; otherwise to No.",
      },
    ],
  },
};

const noonToss: DemoEvent = {
  slug: "noon-toss-tomorrow",
  title: "The noon toss: sun or ship?",
  description:
    "Every day the town crier of Lindwick tosses the silver market penny on the steps of the guildhall. Sun on one side, ship on the other. Prices here move in steps of ten cents.",
  tags: ["culture", "daily", "city-life", "aldermere"],
  series: "noon-toss-daily",
  openedHoursAgo: 10,
  endsInHours: 20,
  asksFromOpening: true,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "noon-toss-tomorrow-sun-or-ship",
        question: "Which side will the market penny show at the next noon toss?",
        outcomes: ["Sun", "Ship"],
        rules:
          "Pays the side that the town crier writes into the guildhall's book for the last toss before {end}. If the penny is lost or no toss is written down, each outcome pays one half.",
        tick: "0.1",
      },
    ],
  },
};

/** The previous toss, which is over. */
export const LAST_NOON_TOSS: DemoEvent = {
  slug: "noon-toss-last",
  title: "The last noon toss: sun or ship?",
  description:
    "The town crier of Lindwick tosses the silver market penny every day. This toss is over: its result is proposed, and can be disputed until it is settled.",
  tags: ["culture", "daily", "city-life", "aldermere"],
  series: "noon-toss-daily",
  openedHoursAgo: 34,
  endsInHours: -4,
  asksFromOpening: true,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "noon-toss-last-sun-or-ship",
        question: "Which side did the market penny show at the last noon toss?",
        outcomes: ["Sun", "Ship"],
        rules:
          "Pays the side that the town crier writes into the guildhall's book for the last toss before {end}. If the penny is lost or no toss is written down, each outcome pays one half.",
      },
    ],
  },
};

const pumpkin: DemoEvent = {
  slug: "heaviest-pumpkin-record",
  title: "Will the pumpkin record fall this season?",
  description:
    "Giant pumpkins put on twenty kilograms a day in August. The scale decides: one official weigh-off, one number, a damage inspection before and a photograph after.",
  tags: ["records", "nature", "world"],
  openedHoursAgo: 9 * DAY,
  endsInHours: 150 * DAY,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "heaviest-pumpkin-new-world-record",
        question: "Will a pumpkin heavier than every pumpkin before it be weighed this season?",
        rules:
          "Resolves to Yes if the Great Pumpkin Commonwealth lists, before {end}, a pumpkin from an official weigh-off that is heavier than the record at the opening of this market; otherwise to No.",
        tick: "0.0025",
      },
    ],
  },
};

export const CITY_AND_CULTURE_EVENTS: readonly DemoEvent[] = [
  mayor,
  goldenLantern,
  cityMonth,
  noonToss,
  pumpkin,
];
