/**
 * The tags of the demo catalog. Their ids are far above those of the public catalogs, so that no imported tag has the
 * same id.
 */
const FIRST_TAG_ID = 900_001;

const DEMO_TAG_LABELS = {
  science: "Science",
  physics: "Physics",
  space: "Space",
  weather: "Weather",
  climate: "Climate",
  nature: "Nature",
  sports: "Sports",
  basketball: "Basketball",
  sailing: "Sailing",
  film: "Film",
  culture: "Culture",
  economy: "Economy",
  "interest-rates": "Interest rates",
  tech: "Tech",
  robotics: "Robotics",
  mathematics: "Mathematics",
  elections: "Elections",
  "city-life": "City life",
  transport: "Transport",
  records: "Records",
  daily: "Daily",
  weekly: "Weekly",
  "this-week": "This week",
  "long-term": "Long term",
  "port-calder": "Port Calder",
  aldermere: "Aldermere",
  world: "World",
} as const;

export type DemoTagSlug = keyof typeof DEMO_TAG_LABELS;

export const DEMO_TAGS: readonly { id: string; slug: string; label: string }[] = Object.entries(
  DEMO_TAG_LABELS,
).map(([slug, label], index) => ({ id: String(FIRST_TAG_ID + index), slug, label }));
