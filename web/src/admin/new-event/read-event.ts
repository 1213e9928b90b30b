/** Reads the form of a new event: its request, and the start prices for house market makers. */
import type { Operations } from "../../api/generated/operator.ts";
import { buildTerms } from "../parts/market/market-terms.ts";
import { readFilledFields, readFilledInstants, readPrice, readVersion } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { readTags } from "../parts/tags.ts";

export type EventRequest = NonNullable<Operations["POST /events"]["body"]>;
type MarketRequest = NonNullable<EventRequest["markets"]>[number];

/** Name of an option's field, which is its path in the request. */
export const buildOptionField = (index: number, name: string): string => `markets.${index}.${name}`;

/** Reads the question of an option: its own question, or the pattern with title and name filled in. */
export function readQuestion(readField: FieldReader, index: number): string {
  const own = readField(buildOptionField(index, "question"));
  if (own !== "") return own;
  const name = readField(buildOptionField(index, "label"));
  return readField("pattern")
    .replaceAll("{title}", () => readField("title"))
    .replaceAll("{name}", () => name)
    .trim();
}

export function buildEvent(readField: FieldReader, count: number): EventRequest {
  const terms = { ...buildTerms(readField), ...readVersion(readField) };
  return {
    title: readField("title"),
    ...readFilledFields(readField, ["slug", "description", "resolutionSource", "image", "reason"]),
    ...readFilledInstants(readField, ["startDate", "endDate"]),
    tags: readTags(readField("tags")),
    negativeRisk: readField("exclusive") !== "",
    markets: Array.from({ length: count }, (_, index) => ({ ...buildMarket(readField, index), ...terms })),
  };
}

function buildMarket(readField: FieldReader, index: number): MarketRequest {
  const own: FieldReader = (name) => readField(buildOptionField(index, name));
  return {
    question: readQuestion(readField, index),
    ...readFilledFields(own, ["label", "slug", "image"]),
    ...readFilledInstants(own, ["endDate"]),
    ...readFilledFields(readField, ["description", "resolutionSource"]),
  };
}

/** Reads the start price of an option, between 0 and 1; "" if it has none. Text that is no price stays as it is. */
export function readStartPrice(readField: FieldReader, index: number): string {
  const text = readField(buildOptionField(index, "price"));
  return readPrice(text) ?? text;
}
