/** Demo events about sport: three rounds of a weekly league and a race of tall ships. All teams and ships are made up. */
import type { DemoEvent, DemoQuestion } from "./demo-event.ts";

const DAY = 24;

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

const roundOf = (fixture: DatedFixture): DemoEvent => ({
  slug: `mbl-round-${fixture.round}-${fixture.home}-${fixture.away}`.toLowerCase(),
  title: `MBL round ${fixture.round}: ${fixture.homeCity} ${fixture.home} vs. ${fixture.awayCity} ${fixture.away}`,
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

export const SPORTS_EVENTS: readonly DemoEvent[] = [...FIXTURES.map(roundOf), tallShips];

export const LAST_ROUNDS: readonly DemoEvent[] = LAST_FIXTURES.map(roundOf);
