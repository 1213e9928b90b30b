/** Builds the request for a new market from its form. */
import type { Operations } from "../../../api/generated/operator.ts";
import { buildTerms } from "../../parts/market/market-terms.ts";
import { readFilledFields, readFilledInstants, readVersion } from "../../parts/read-form.ts";
import type { FieldReader } from "../../parts/read-form.ts";

export function buildMarketRequest(readField: FieldReader): Operations["POST /markets"]["body"] {
  const [first, second] = [readField("first"), readField("second")];
  return {
    event: readField("event"),
    question: readField("question"),
    ...(first !== "" && second !== "" && { outcomes: [first, second] as const }),
    ...readFilledFields(readField, [
      "slug",
      "label",
      "description",
      "resolutionSource",
      "image",
      "icon",
      "creator",
      "reason",
    ]),
    ...readFilledInstants(readField, ["startDate", "endDate", "gameStartTime"]),
    ...buildTerms(readField),
    ...readVersion(readField),
    open: readField("open") !== "",
  };
}
