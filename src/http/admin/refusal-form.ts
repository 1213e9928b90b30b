/** How the operator API says no: as the trading interface does, with its own words for keys, and nothing ignored. */
import { reject } from "../../core/rejection.ts";
import type { Rejection, RejectionCode } from "../../core/rejection.ts";
import type { Asked, RefusalForm, Refused } from "../refusal-form.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";

/** Texts of which the trading interface's are about its own keys. */
const ERRORS: { readonly [Code in RejectionCode]?: string } = {
  unauthorized: "unauthorized",
  key_not_found: "no such key",
};

export const operatorRefusals: RefusalForm = {
  ...tradingRefusals,
  rejection: refuse,
  unknownParameter: ({ name, ...asked }) =>
    refuse(reject("invalid_payload", `querystring.${name} is not a parameter here`), asked),
};

function refuse(rejection: Rejection, asked: Asked): Refused {
  const refused = tradingRefusals.rejection(rejection, asked);
  const error = ERRORS[rejection.code];
  return error === undefined ? refused : { ...refused, body: { ...Object(refused.body), error } };
}
