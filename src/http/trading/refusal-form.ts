/** How the trading interface and the operator API say no: error, code, hint and request id, for an order more. */
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Asked, RefusalForm, Refused } from "../refusal-form.ts";
import { clip, describeFault } from "../validation-fault.ts";
import { refusalOf } from "./refusal.ts";

export const tradingRefusals: RefusalForm = {
  lists: "repeated",
  invalidParameter: ({ name, part, expected, got, ...asked }) =>
    refuse(reject("invalid_payload", describeFault({ place: `${part}.${name}`, expected, got })), asked),
  missingParameter: ({ name, part, ...asked }) =>
    refuse(reject("invalid_payload", `${part} must have required property '${name}'`), asked),
  unknownParameter: () => undefined,
  rejection: refuse,
  notFound: () => ({ status: 404, body: { error: "not found" } }),
  methodNotAllowed: (allowed) => ({
    status: 405,
    body: { error: "method not allowed", hint: `expected ${allowed.join(" or ")}` },
  }),
  unavailable: (asked) =>
    refuse(reject("not_accepting", "the database did not answer in time; try again"), asked),
  internalError: (requestId) => ({
    status: 500,
    body: { error: "internal_error", code: "internal_error", request_id: requestId },
  }),
  unreadable: ({ status, reason, hint, requestId }) => ({
    status,
    body: { error: reason.toLowerCase(), code: "invalid_payload", hint, request_id: requestId },
  }),
};

/** Characters of a hint. */
const MAX_HINT = 500;

function refuse(rejection: Rejection, { dialect, placement, requestId }: Asked): Refused {
  const { status, error, retryAfter } = refusalOf(rejection, dialect, placement);
  const nothingPlaced = {
    success: false,
    errorMsg: error,
    orderID: "",
    takingAmount: "",
    makingAmount: "",
    status: "",
  };
  const body = {
    error,
    code: rejection.code,
    hint: clip(rejection.hint, MAX_HINT),
    request_id: requestId,
    ...(placement && nothingPlaced),
  };
  return { status, body, ...(retryAfter !== undefined && { retryAfter }) };
}
