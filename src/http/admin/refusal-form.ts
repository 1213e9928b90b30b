/**
 * Refusals of the operator API: those of the trading interface, with different texts for keys. Unknown parameters are never
 * ignored.
 */
import type { Rejection, RejectionCode } from "../../core/rejection.ts";
import type { RefusedRequest, RefusalForm, Refused } from "../refusal-form.ts";
import { refuseUnknown, tradingRefusals } from "../trading/refusal-form.ts";

/** Error texts that replace those of the trading interface, which are about its own keys. */
const ERRORS: { readonly [Code in RejectionCode]?: string } = {
  unauthorized: "unauthorized",
  key_not_found: "no such key",
};

export const operatorRefusals: RefusalForm = {
  ...tradingRefusals,
  rejection: refuse,
  unknownParameter: (fault) => refuseUnknown(fault, refuse),
};

function refuse(rejection: Rejection, asked: RefusedRequest): Refused {
  const refused = tradingRefusals.rejection(rejection, asked);
  const error = ERRORS[rejection.code];
  return error === undefined ? refused : { ...refused, body: { ...Object(refused.body), error } };
}
