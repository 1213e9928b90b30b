/** Reading of the filters of a subscription, which clients send as JSON or as its text. */
import { parseJson } from "../../http/json-text.ts";

/** Reads filters; `undefined` where the text is blank. Text that is no JSON stays text, which no filter accepts. */
export function readFilters(filters: unknown): unknown {
  if (typeof filters !== "string") return filters;
  if (filters.trim() === "") return undefined;
  try {
    return parseJson(filters);
  } catch {
    return filters;
  }
}
