/** Pictures of categories, for events that have no picture of their own. */

const PICTURES: Readonly<Record<string, string>> = import.meta.glob("./topics/*.svg", {
  eager: true,
  query: "?url",
  import: "default",
});

/** Other slugs of the same categories. */
const SLUGS: Readonly<Record<string, string>> = {
  city: "city-life|local",
  climate: "environment|energy",
  crypto: "bitcoin|ethereum",
  culture: "pop-culture|entertainment|awards|arts",
  economy: "finance|business|interest-rates|stocks|fed",
  film: "movies|tv",
  games: "gaming|esports",
  nature: "animals|agriculture",
  politics: "elections|election|government",
  science: "physics|mathematics",
  sports: "basketball|football|soccer|tennis|baseball|hockey|sailing|nba|nfl|records",
  tech: "ai|technology|robotics",
  transport: "travel|aviation",
  world: "geopolitics|global",
};

const PICTURES_BY_SLUG = new Map(
  Object.entries(PICTURES).flatMap(([path, picture]) => {
    const topic = path.slice("./topics/".length, -".svg".length);
    return [topic, ...(SLUGS[topic] ?? "").split("|")].map((slug) => [slug, picture] as const);
  }),
);

/** Finds the picture of the first of these categories that has one. */
export const findTopicPicture = (slugs: readonly string[]): string | undefined =>
  slugs.map((slug) => PICTURES_BY_SLUG.get(slug)).find((picture) => picture !== undefined);
