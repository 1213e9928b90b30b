/**
 * Refusals of the operator API: the trading interface's refusals, with different texts about keys. Unknown parameters are
 * never ignored.
 */
import type { Rejection, RejectionCode } from "../../core/rejection.ts";
import type { FailedRequest, ErrorFormat, ErrorResponse } from "../operation/error-format.ts";
import { rejectUnknown, tradingErrorFormat } from "../trading/error-format.ts";

/** Error texts that replace the trading interface's texts about API keys. */
const ERRORS: { readonly [Code in RejectionCode]?: string } = {
  unauthorized: "unauthorized",
  key_not_found: "no such key",
};

export const operatorErrorFormat: ErrorFormat = {
  ...tradingErrorFormat,
  rejection: buildOperatorError,
  unknownParameter: (fault) => rejectUnknown(fault, buildOperatorError),
};

function buildOperatorError(rejection: Rejection, asked: FailedRequest): ErrorResponse {
  const errorResponse = tradingErrorFormat.rejection(rejection, asked);
  const error = ERRORS[rejection.code];
  return error === undefined
    ? errorResponse
    : { ...errorResponse, body: { ...Object(errorResponse.body), error } };
}
