/** Headings of the catalog interface's document. */
import { operationGroup } from "../endpoint.ts";

export const EVENTS = operationGroup("Events", "Questions that belong together, each with its markets");
export const MARKETS = operationGroup("Markets", "Single questions with two outcomes");
export const TAGS = operationGroup("Tags", "Subjects of events");
export const SERIES = operationGroup("Series", "Events that recur");
export const SEARCH = operationGroup("Search", "Events and tags by words");
