/** Builds the request for a new market from its form. */
import type { Operations } from "../../api/generated/operator.ts";
import { filled, filledInstants } from "../parts/given.ts";
import type { Given } from "../parts/given.ts";

/** Replaces the decimal comma of some languages. */
const decimal = (text: string): string => text.replace(",", ".");

export function marketOf(given: Given): Operations["POST /markets"]["body"] {
  const [first, second] = [given("first"), given("second")];
  const redeem = given("autoRedeem");
  return {
    event: given("event"),
    question: given("question"),
    ...(first !== "" && second !== "" && { outcomes: [first, second] as const }),
    ...filled(given, ["slug", "label", "description", "resolutionSource", "image", "icon", "creator"]),
    ...filledInstants(given, ["startDate", "endDate", "gameStartTime"]),
    ...filled(given, ["tick"]),
    ...(given("minimumSize") !== "" && { minimumSize: decimal(given("minimumSize")) }),
    ...feesOf(given),
    ...(redeem !== "" && { autoRedeem: redeem === "all" }),
    open: given("open") !== "",
    reason: given("reason"),
  };
}

/** Builds the fee fields. A market without a fee rate is free. */
function feesOf(given: Given) {
  const rate = decimal(given("rate"));
  if (/^[0.]*$/.test(rate)) return {};
  const exponent = Number(given("exponent") || "1");
  return { fees: { rate, exponent, takerOnly: given("makersPay") === "" } };
}
