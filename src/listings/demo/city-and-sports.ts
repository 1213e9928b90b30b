/** Demo events about a made-up city, and about its sport. */
import type { DemoEvent, DemoQuestion } from "./demo-event.ts";

// Demo events about a made-up city: its election, its tram, its film festival, its daily coin toss, its pumpkins.

const DAY = 24;

const mayor: DemoEvent = {
  slug: "port-calder-city-hall-election",
  title: "Which list wins Port Calder's city hall?",
  picture: "ballot",
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
  picture: "film-prize",
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
  picture: "tram",
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
  picture: "coin",
  description:
    "Every day the town crier of Lindwick tosses the silver market penny on the steps of the guildhall. Sun on one side, ship on the other.",
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
      },
    ],
  },
};

/** The previous toss, which is over. */
export const LAST_NOON_TOSS: DemoEvent = {
  slug: "noon-toss-last",
  title: "The last noon toss: sun or ship?",
  picture: "coin",
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
  picture: "pumpkin",
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

// Demo events about sport: three rounds of a weekly league and a race of tall ships. All teams and ships are made up.

type Fixture = {
  round: number;
  home: string;
  away: string;
  homeCity: string;
  awayCity: string;
  points: number;
};

type DatedFixture = Fixture & { readonly openedHoursAgo: number; readonly endsInHours: number };

const NEXT_OPENED = 5 * DAY;

const FIXTURES: readonly DatedFixture[] = [
  {
    round: 21,
    home: "Comets",
    away: "Owls",
    homeCity: "Port Calder",
    awayCity: "Lindwick",
    points: 168,
    openedHoursAgo: NEXT_OPENED,
    endsInHours: 2 * DAY + 5,
  },
  {
    round: 22,
    home: "Owls",
    away: "Breakers",
    homeCity: "Lindwick",
    awayCity: "Sorrel Bay",
    points: 159,
    openedHoursAgo: NEXT_OPENED,
    endsInHours: 9 * DAY + 5,
  },
  {
    round: 23,
    home: "Breakers",
    away: "Comets",
    homeCity: "Sorrel Bay",
    awayCity: "Port Calder",
    points: 174,
    openedHoursAgo: NEXT_OPENED,
    endsInHours: 16 * DAY + 5,
  },
];

/** Rounds that are over. */
const LAST_FIXTURES: readonly DatedFixture[] = [
  {
    round: 19,
    home: "Comets",
    away: "Breakers",
    homeCity: "Port Calder",
    awayCity: "Sorrel Bay",
    points: 171,
    openedHoursAgo: 26 * DAY,
    endsInHours: -12 * DAY + 5,
  },
  {
    round: 20,
    home: "Breakers",
    away: "Owls",
    homeCity: "Sorrel Bay",
    awayCity: "Lindwick",
    points: 163,
    openedHoursAgo: 19 * DAY,
    endsInHours: -5 * DAY + 5,
  },
];

function fixtureQuestions({ round, home, away, points }: Fixture): readonly DemoQuestion[] {
  const teams = `${home}-${away}`.toLowerCase();
  return [
    {
      slug: `mbl-round-${round}-${teams}-winner`,
      question: `MBL round ${round}: ${home} vs. ${away}`,
      label: "Winner",
      outcomes: [home, away],
      rules: `Pays the team that leads the final score on the league's match sheet, overtime included. If the match is abandoned and not replayed within seven days of {end}, each outcome pays one half.`,
      rewards: { dailyRate: 20, minSize: 10, maxSpread: 3.5 },
    },
    {
      slug: `mbl-round-${round}-${teams}-points`,
      question: `MBL round ${round}: will ${home} vs. ${away} see ${points + 1} points or more?`,
      label: `Over ${points}.5 points`,
      outcomes: ["Over", "Under"],
      rules: `Adds the points of both teams on the league's match sheet, overtime included. ${points + 1} or more pays Over, ${points} or fewer pays Under. An abandoned match pays one half each.`,
    },
    {
      slug: `mbl-round-${round}-${teams}-overtime`,
      question: `MBL round ${round}: will ${home} vs. ${away} go to overtime?`,
      label: "Overtime",
      rules: `Resolves to Yes if the league's match sheet records at least one overtime period in the match that starts at {end}, otherwise to No.`,
    },
  ];
}

const buildRoundEvent = (fixture: DatedFixture): DemoEvent => ({
  slug: `mbl-round-${fixture.round}-${fixture.home}-${fixture.away}`.toLowerCase(),
  title: `MBL round ${fixture.round}: ${fixture.homeCity} ${fixture.home} vs. ${fixture.awayCity} ${fixture.away}`,
  picture: "basketball",
  description: `The top match of round ${fixture.round} of the Meridian Basketball League, played in ${fixture.homeCity}. It starts at {end}; all its markets settle on the league's match sheet.`,
  tags: ["sports", "basketball", "weekly", "aldermere"],
  series: "meridian-basketball-weekly",
  openedHoursAgo: fixture.openedHoursAgo,
  endsInHours: fixture.endsInHours,
  startsAtEnd: true,
  questions: { kind: "independent", list: fixtureQuestions(fixture) },
});

const tallShips: DemoEvent = {
  slug: "tall-ships-race-first-across-the-line",
  title: "Tall Ships Race: first across the line",
  picture: "tall-ship",
  description:
    "Eight square-riggers leave Port Calder and race 640 nautical miles around the Orrin Isles. The first hull across the line at Sorrel Bay wins line honours; corrected time does not count here.",
  background:
    "The wind over the northern passage decides most editions. Gudrun's Wake won the last two, both in strong westerlies; Paper Lantern is the lightest ship of the fleet and the favourite in a calm.",
  tags: ["sports", "sailing", "culture", "aldermere"],
  openedHoursAgo: 3 * DAY,
  endsInHours: 24 * DAY,
  questions: {
    kind: "exclusive",
    question: "Will {option} be first across the line in the Tall Ships Race?",
    rules:
      "Resolves to Yes if the race committee's finishing list names {option} as the first ship across the line, otherwise to No. If no ship has finished by {end}, the leader in the committee's last position report counts as first.",
    options: [
      { slug: "gudruns-wake", name: "Gudrun's Wake" },
      { slug: "paper-lantern", name: "Paper Lantern" },
      { slug: "northern-thrift", name: "Northern Thrift" },
      { slug: "halcyon-days", name: "Halcyon Days" },
      { slug: "the-patient-heron", name: "The Patient Heron" },
      { slug: "salt-and-cedar", name: "Salt and Cedar" },
      { slug: "second-breakfast", name: "Second Breakfast", tick: "0.001" },
      { slug: "fair-copy", name: "Fair Copy", tick: "0.001" },
    ],
  },
};

export const SPORTS_EVENTS: readonly DemoEvent[] = [...FIXTURES.map(buildRoundEvent), tallShips];

export const LAST_ROUNDS: readonly DemoEvent[] = LAST_FIXTURES.map(buildRoundEvent);
