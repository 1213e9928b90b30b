/** Headings of the catalog interface's API document. */
import { operationGroup } from "../operation/endpoint.ts";

export const EVENTS = operationGroup("Events", "Questions that belong together, each with its markets");
export const MARKETS = operationGroup("Markets", "Single questions with two outcomes");
export const TAGS = operationGroup("Tags", "Subjects of events");
export const SERIES = operationGroup("Series", "Events that recur");
export const SEARCH = operationGroup("Search", "Events and tags by words");
export const PROFILES = operationGroup("Profiles", "People by their names");
export const SPORTS = operationGroup("Sports", "Sports and teams, of which there are none");
export const COMMENTS = operationGroup("Comments", "What people write about events, which is nothing");
export const CLARIFICATIONS = operationGroup(
  "Clarifications",
  "Additions to the rules of markets, of which there are none",
);
export const SERVICE = operationGroup("Service", "Whether the interface answers");
