/** Demo events about money and machines, physics and space, weather and nature. */
import type { DemoEvent } from "./demo-event.ts";

// Demo events about money and machines: the rate decision of a made-up central bank, and what robots and provers can
// do.

const DAY = 24;
const YEAR = 365 * DAY;

const rateDecision: DemoEvent = {
  slug: "bank-of-aldermere-next-rate-decision",
  title: "Bank of Aldermere: next rate decision",
  picture: "bank",
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
  picture: "bank",
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
  picture: "salt-sack",
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
        hasLegs: true,
      },
    ],
  },
};

const machines: DemoEvent = {
  slug: "machines-against-the-clock",
  title: "Machines against the clock",
  picture: "robot",
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

// Demo events about physics and space: a solar flare in the next two weeks, a landing on Mars in the next ten years.

const flare: DemoEvent = {
  slug: "x-class-solar-flare-within-two-weeks",
  title: "An X-class solar flare within two weeks?",
  picture: "flare",
  description:
    "The strongest flares carry the letter X. They black out short-wave radio on the day side of the Earth and, with luck, colour the sky two nights later.",
  resolutionSource: "https://www.swpc.noaa.gov/products/goes-x-ray-flux",
  tags: ["space", "science", "world"],
  openedHoursAgo: 8,
  endsInHours: 14 * DAY,
  asksFromOpening: true,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "x-class-solar-flare",
        question: "Will the Sun release an X-class flare within two weeks?",
        rules:
          "Resolves to Yes if NOAA's list of solar events shows a flare of class X1.0 or stronger whose peak lies between the opening of this market and {end}, otherwise to No.",
        rewards: { dailyRate: 12, minSize: 10, maxSpread: 3.5 },
      },
    ],
  },
};

const launches: DemoEvent = {
  slug: "orbital-launches-in-thirty-days",
  title: "How many rockets reach orbit in thirty days?",
  picture: "rocket",
  description:
    "Counts every launch on Earth that brings at least one object into orbit during the thirty days before {end}. Partial failures count when something stays up; suborbital flights never do.",
  background:
    "More than 250 orbital launches were made in 2024, most of them by reusable boosters. Weather at three coasts and the holidays move a single month more than any trend does.",
  tags: ["space", "tech", "world"],
  openedHoursAgo: 2,
  endsInHours: 30 * DAY,
  questions: {
    kind: "exclusive",
    question: "Will {option} rockets reach orbit in thirty days?",
    rules:
      "Resolves to Yes if the count of successful orbital launches worldwide in the thirty days before {end}, as listed one week later in the launch log of the General Catalog of Artificial Space Objects, is {option}; otherwise to No.",
    options: [
      { slug: "fewer-than-18", name: "fewer than 18" },
      { slug: "18-to-22", name: "18 to 22" },
      { slug: "23-to-27", name: "23 to 27" },
      { slug: "28-to-32", name: "28 to 32" },
      { slug: "33-or-more", name: "33 or more" },
    ],
  },
};

const mars: DemoEvent = {
  slug: "humans-on-mars-within-ten-years",
  title: "Humans on Mars within ten years?",
  picture: "mars",
  description:
    "A long question with a short answer. Launch windows open every 26 months, so ten years hold four of them, perhaps five.",
  tags: ["space", "science", "long-term", "world"],
  openedHoursAgo: 40 * DAY,
  endsInHours: 10 * YEAR,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "human-lands-on-mars-within-ten-years",
        question: "Will a human being land alive on Mars within ten years?",
        rules:
          "Resolves to Yes if a spacecraft with at least one living human aboard lands on the surface of Mars before {end}, confirmed by two national space agencies; otherwise to No.",
        tick: "0.001",
      },
    ],
  },
};

const physics: DemoEvent = {
  slug: "physics-milestones-within-five-years",
  title: "Physics: which milestones fall within five years?",
  picture: "atom",
  description:
    "Four open ends of physics, four independent questions. A claim alone is never enough: each needs the confirmation that its rules name.",
  tags: ["science", "physics", "long-term", "tech"],
  openedHoursAgo: 33 * DAY,
  endsInHours: 5 * YEAR,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "element-119-recognised-within-five-years",
        question: "Will the discovery of element 119 be recognised within five years?",
        label: "Element 119",
        rules:
          "Resolves to Yes if IUPAC announces before {end} that the criteria for the discovery of the element with atomic number 119 are met, otherwise to No.",
      },
      {
        slug: "room-temperature-superconductor-confirmed-within-five-years",
        question:
          "Will a superconductor at room temperature and ordinary pressure be confirmed within five years?",
        label: "Superconductor",
        rules:
          "Resolves to Yes if three groups of different institutions publish, in refereed journals before {end}, zero resistance and the Meissner effect in one material above 0 degrees Celsius and below two atmospheres; otherwise to No.",
        tick: "0.0001",
      },
      {
        slug: "fusion-power-to-the-grid-within-five-years",
        question: "Will a fusion plant feed the grid for an hour within five years?",
        label: "Fusion",
        rules:
          "Resolves to Yes if a grid operator confirms that a fusion plant fed at least one megawatt net into a public grid for sixty minutes without a break before {end}; otherwise to No.",
        tick: "0.001",
      },
      {
        slug: "neutrino-mass-ordering-settled-within-five-years",
        question: "Will the order of the neutrino masses be settled within five years?",
        label: "Neutrinos",
        rules:
          "Resolves to Yes if one experiment, or one joint analysis, publishes a preference for one mass ordering of at least five standard deviations in a refereed journal before {end}; otherwise to No.",
      },
    ],
  },
};

export const SCIENCE_AND_SPACE_EVENTS: readonly DemoEvent[] = [flare, launches, mars, physics];

// Demo events about weather, climate and nature: tonight's rain, a week of rainfall, a year of the planet's dials.

const paradeRain: DemoEvent = {
  slug: "rain-on-tonights-lantern-parade",
  title: "Will it rain on the lantern parade?",
  picture: "umbrella",
  description:
    "Two thousand paper lanterns cross the old bridge of Port Calder in the evening, and paper does not like rain. The gauge on the bridge reports once a minute.",
  tags: ["weather", "daily", "port-calder", "city-life"],
  openedHoursAgo: 30,
  endsInHours: 6,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "rain-on-the-lantern-parade",
        question: "Will the bridge gauge record rain during the lantern parade in Port Calder?",
        rules:
          "Resolves to Yes if the gauge on the old bridge records 0.2 mm or more in the two hours before {end}, otherwise to No. If the gauge is out of order, the airport's gauge counts.",
        tick: "0.001",
        rewards: { dailyRate: 10, minSize: 5, maxSpread: 4.5 },
      },
    ],
  },
};

const rainfallWeek: DemoEvent = {
  slug: "sorrel-bay-rainfall-this-week",
  title: "How much rain will fall in Sorrel Bay this week?",
  picture: "rain-gauge",
  description:
    "Seven days of rain at the Sorrel Bay harbour station, added up. Exactly one of five ranges comes true.",
  tags: ["weather", "this-week", "weekly", "aldermere"],
  openedHoursAgo: DAY,
  endsInHours: 7 * DAY,
  questions: {
    kind: "exclusive",
    question: "Will this week's rainfall in Sorrel Bay be {option}?",
    rules:
      "Resolves to Yes if the harbour station's total for the seven days before {end} is {option}, read to a tenth of a millimetre; otherwise to No.",
    rewards: { dailyRate: 5, minSize: 10, maxSpread: 3.5 },
    options: [
      { slug: "below-5-mm", name: "below 5 mm" },
      { slug: "5-to-9-9-mm", name: "5 to 9.9 mm" },
      { slug: "10-to-19-9-mm", name: "10 to 19.9 mm" },
      { slug: "20-to-39-9-mm", name: "20 to 39.9 mm" },
      { slug: "40-mm-or-more", name: "40 mm or more", tick: "0.001" },
    ],
  },
};

const planetDials: DemoEvent = {
  slug: "four-dials-of-the-planet",
  title: "Four dials of the planet, one year on",
  picture: "planet-dial",
  description:
    "Carbon dioxide, sea ice, ocean heat and lightning: four public measurements and four independent questions. Each resolves on the published series of the institute that keeps it.",
  background:
    "Carbon dioxide at Mauna Loa has grown by 2 to 3.5 ppm a year lately and peaks every May. The lowest Arctic sea-ice extent of the satellite record, 3.39 million square kilometres, dates from September 2012.",
  tags: ["climate", "science", "world", "records", "long-term"],
  openedHoursAgo: 12 * DAY,
  endsInHours: 365 * DAY,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "mauna-loa-co2-growth-above-3-ppm",
        question: "Will carbon dioxide at Mauna Loa grow by more than 3.0 ppm in a year?",
        label: "Carbon dioxide",
        rules:
          "Compares the last monthly mean that the Mauna Loa observatory published before {end} with the mean of the same month one year earlier. A rise above 3.00 ppm resolves to Yes, anything else to No.",
        rewards: { dailyRate: 15, minSize: 20, maxSpread: 3.5 },
      },
      {
        slug: "arctic-sea-ice-record-low",
        question: "Will Arctic sea ice set a new record-low daily extent within a year?",
        label: "Sea ice",
        rules:
          "Resolves to Yes if a daily Arctic extent below the record low of the satellite era at the opening of this market is published in the NSIDC Sea Ice Index before {end}, otherwise to No.",
        tick: "0.005",
      },
      {
        slug: "ocean-heat-record-year",
        question: "Will the upper ocean hold more heat than in any year before?",
        label: "Ocean heat",
        rules:
          "Resolves to Yes if the latest yearly value of NOAA's global ocean heat content for 0 to 2000 metres that is published before {end} is the highest of its series, otherwise to No.",
      },
      {
        slug: "lightning-flash-longer-than-830-km",
        question: "Will a lightning flash longer than 830 km be certified within a year?",
        label: "Lightning",
        rules:
          "Resolves to Yes if the World Meteorological Organization certifies, before {end}, a single flash with a horizontal length above 830 km, whenever that flash happened; otherwise to No.",
        tick: "0.001",
      },
    ],
  },
};

const fenmoor: DemoEvent = {
  slug: "fenmoor-nature-watch",
  title: "Fenmoor nature watch",
  picture: "stork",
  description:
    "Two cameras, one moor: a stork's nest on the old mill and a beaver dam on the Linder brook. The wardens of the Fenmoor reserve keep the log that decides.",
  tags: ["nature", "science", "aldermere"],
  openedHoursAgo: 2 * DAY,
  endsInHours: 45 * DAY,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "fenmoor-mill-nest-three-storks",
        question: "Will three or more young storks leave the nest on the Fenmoor mill?",
        label: "The mill nest",
        rules:
          "Resolves to Yes if the wardens' log records a first flight for at least three young storks of the mill nest before {end}, otherwise to No. Birds that are moved to another nest do not count.",
      },
      {
        slug: "fenmoor-beavers-second-dam",
        question: "Will the Fenmoor beavers finish a second dam?",
        label: "The second dam",
        rules:
          "Resolves to Yes if the wardens' log notes, before {end}, a second dam that holds back water across the whole width of the Linder brook for 48 hours; otherwise to No.",
      },
    ],
  },
};

export const WEATHER_AND_NATURE_EVENTS: readonly DemoEvent[] = [
  paradeRain,
  rainfallWeek,
  planetDials,
  fenmoor,
];
