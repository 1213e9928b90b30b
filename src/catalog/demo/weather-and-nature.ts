/** Demo events about weather, climate and nature: tonight's rain, a week of rainfall, a year of the planet's dials. */
import type { DemoEvent } from "./demo-event.ts";

const DAY = 24;

const paradeRain: DemoEvent = {
  slug: "rain-on-tonights-lantern-parade",
  title: "Will it rain on the lantern parade?",
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
  description:
    "Seven days of rain at the Sorrel Bay harbour station, added up. Exactly one of five ranges comes true; a value on a boundary belongs to the wetter range.",
  tags: ["weather", "this-week", "weekly", "aldermere"],
  openedHoursAgo: DAY,
  endsInHours: 7 * DAY,
  questions: {
    kind: "exclusive",
    question: "Will this week's rainfall in Sorrel Bay be {option}?",
    rules:
      "Resolves to Yes if the harbour station's total for the seven days before {end} is {option}, read to a tenth of a millimetre; otherwise to No. A value on a boundary belongs to the wetter range.",
    rewards: { dailyRate: 5, minSize: 10, maxSpread: 3.5 },
    options: [
      { slug: "below-5-mm", name: "below 5 mm" },
      { slug: "5-to-10-mm", name: "5 to 10 mm" },
      { slug: "10-to-20-mm", name: "10 to 20 mm" },
      { slug: "20-to-40-mm", name: "20 to 40 mm" },
      { slug: "40-mm-or-more", name: "40 mm or more", tick: "0.001" },
    ],
  },
};

const planetDials: DemoEvent = {
  slug: "four-dials-of-the-planet",
  title: "Four dials of the planet, one year on",
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
