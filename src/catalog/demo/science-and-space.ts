/** Demo events about physics and space: a solar flare in the next two weeks, a landing on Mars in the next ten years. */
import type { DemoEvent } from "./demo-event.ts";

const DAY = 24;
const YEAR = 365 * DAY;

const flare: DemoEvent = {
  slug: "x-class-solar-flare-within-two-weeks",
  title: "An X-class solar flare within two weeks?",
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
