/** Headings of the catalog interface's document. */
import type { OperationGroup } from "../endpoint.ts";

export const EVENTS: OperationGroup = {
  name: "Events",
  description: "Questions that belong together, each with its markets",
};
export const MARKETS: OperationGroup = {
  name: "Markets",
  description: "Single questions with two outcomes",
};
export const TAGS: OperationGroup = { name: "Tags", description: "Subjects of events" };
export const SERIES: OperationGroup = { name: "Series", description: "Events that recur" };
export const SEARCH: OperationGroup = { name: "Search", description: "Events and tags by words" };
