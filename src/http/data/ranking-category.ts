/** Categories of rankings: markets of the events that have certain tags. */
import { Type } from "typebox";

/** Slugs of the tags under which the services file what belongs to a category; `undefined` are all events. */
const TAG_SLUGS: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ["OVERALL", undefined],
  ["POLITICS", ["politics", "elections"]],
  ["SPORTS", ["sports"]],
  ["CRYPTO", ["crypto"]],
  ["FINANCE", ["finance", "business"]],
  ["CULTURE", ["culture", "pop-culture"]],
  ["MENTIONS", ["mentions"]],
  ["WEATHER", ["weather"]],
  ["ECONOMICS", ["economics", "economy"]],
  ["TECH", ["tech", "technology"]],
]);

const NAMES = [...TAG_SLUGS.keys()];
const TAGS = [...TAG_SLUGS.values()].flatMap((slugs) => slugs ?? []);

export const Category = Type.Enum([...NAMES, ...NAMES.map((name) => name.toLowerCase())], {
  default: "OVERALL",
  description: `Only markets of events that have a tag of the category, of ${TAGS.join(", ")}`,
});

/** Tags of a category, one of which an event has; `undefined` are all events. */
export const tagsOf = (category: string): readonly string[] | undefined =>
  TAG_SLUGS.get(category.toUpperCase());
