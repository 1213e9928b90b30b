/** Builds the request for a new market from its form. */
import type { Operations } from "../../api/generated/operator.ts";
import { decimal, readFilled, readFilledInstants } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";

export function buildMarketRequest(readField: FieldReader): Operations["POST /markets"]["body"] {
  const [first, second] = [readField("first"), readField("second")];
  const redeem = readField("autoRedeem");
  return {
    event: readField("event"),
    question: readField("question"),
    ...(first !== "" && second !== "" && { outcomes: [first, second] as const }),
    ...readFilled(readField, [
      "slug",
      "label",
      "description",
      "resolutionSource",
      "image",
      "icon",
      "creator",
    ]),
    ...readFilledInstants(readField, ["startDate", "endDate", "gameStartTime"]),
    ...readFilled(readField, ["tick"]),
    ...(readField("minimumSize") !== "" && { minimumSize: decimal(readField("minimumSize")) }),
    ...feesOf(readField),
    ...(redeem !== "" && { autoRedeem: redeem === "all" }),
    open: readField("open") !== "",
    reason: readField("reason"),
  };
}

/** Builds the fee fields. A market without a fee rate is free. */
export function feesOf(readField: FieldReader) {
  const rate = decimal(readField("rate"));
  if (/^[0.]*$/.test(rate)) return {};
  const exponent = Number(readField("exponent") || "1");
  return { fees: { rate, exponent, takerOnly: readField("makersPay") === "" } };
}
