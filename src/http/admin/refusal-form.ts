/**
 * Refusals of the operator API: those of the trading interface, with texts of their own for keys, and nothing ignored.
 */
import { reject } from "../../core/rejection.ts";
import type { Rejection, RejectionCode } from "../../core/rejection.ts";
import { nearestName } from "../../nearest-name.ts";
import type { RefusedRequest, RefusalForm, Refused } from "../refusal-form.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";
import { describeMistake } from "../validation-fault.ts";

/** Texts of which the trading interface's are about its own keys. */
const ERRORS: { readonly [Code in RejectionCode]?: string } = {
  unauthorized: "unauthorized",
  key_not_found: "no such key",
};

export const operatorRefusals: RefusalForm = {
  ...tradingRefusals,
  rejection: refuse,
  unknownParameter: ({ name, known, ...asked }) => {
    const expected = known.length === 0 ? "no parameters" : `only ${known.join(", ")}`;
    const mistake = { expected, got: name, nearest: nearestName(name, known) };
    return refuse(reject("invalid_payload", describeMistake("the query", mistake)), asked);
  },
};

function refuse(rejection: Rejection, asked: RefusedRequest): Refused {
  const refused = tradingRefusals.rejection(rejection, asked);
  const error = ERRORS[rejection.code];
  return error === undefined ? refused : { ...refused, body: { ...Object(refused.body), error } };
}
