/**
 * Error bodies of the trading interface and the operator API: error, code, hint and request id; placements have more
 * fields.
 */
import { escapeHidden } from "../../core/hidden-characters.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { nearestName } from "../../nearest-name.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import { idForm } from "../id-patterns.ts";
import type {
  ParameterFault,
  RefusalForm,
  Refused,
  RefusedRequest,
  UnknownParameter,
} from "../refusal-form.ts";
import { clip, describeMistake } from "../validation-fault.ts";
import { PARAMETER, REFUSALS, ownText, refusalOf } from "./refusal.ts";

/**
 * Filters that clients send to at least one read. An operation without such a filter refuses it instead of ignoring it:
 * otherwise the answer would hold more than the client asked for.
 */
export const CLIENT_FILTERS: ReadonlySet<string> = new Set([
  "after",
  "asset_id",
  "before",
  "builder_code",
  "id",
  "maker",
  "maker_address",
  "market",
  "no_competition",
  "order_by",
  "page_size",
  "position",
  "sponsored",
  "taker",
]);

export const tradingRefusals: RefusalForm = {
  lists: (dialect) => DIFFERENCES.tradingLists.does[dialect],
  invalidParameter: refuseParameter,
  missingParameter: refuseParameter,
  unknownParameter: (fault) =>
    fault.strict || CLIENT_FILTERS.has(fault.name) ? refuseUnknown(fault) : undefined,
  rejection: refuse,
  notFound: ({ hint, requestId }) => ({
    status: 404,
    body: {
      error: "not found",
      code: "not_found",
      hint: escapeHidden(clip(hint, MAX_HINT)),
      request_id: requestId,
    },
  }),
  methodNotAllowed: ({ allowed, got, requestId }) => ({
    status: 405,
    body: {
      error: "method not allowed",
      code: "method_not_allowed",
      hint: `expected ${allowed.join(" or ")}, got ${got}`,
      request_id: requestId,
    },
  }),
  tooMany: (asked, { hint, retryAfter }) => ({ ...refuse(reject("rate_limited", hint), asked), retryAfter }),
  overloaded: (asked, { hint, retryAfter }) => ({
    ...refuse(reject("not_accepting", hint), asked),
    retryAfter,
  }),
  unavailable: (asked, { code, hint }) => refuse(reject(code, hint), asked),
  internalError: (requestId) => ({
    status: 500,
    body: { error: "internal_error", code: "internal_error", request_id: requestId },
  }),
  unreadable: ({ status, reason, hint, requestId }) => ({
    status,
    body: {
      error: reason.toLowerCase(),
      code: status === REFUSALS.payload_too_large.status ? "payload_too_large" : "invalid_payload",
      hint: escapeHidden(hint),
      request_id: requestId,
    },
  }),
};

/** Maximum length of a hint, characters. */
const MAX_HINT = 500;

function refuseParameter({ name, expected, got, nearest, instead, ...asked }: ParameterFault): Refused {
  const form = idForm(name, got);
  // An id of another kind gets no nearest number.
  const mistake =
    form === undefined ? { expected, got, nearest, instead } : { expected, got, instead: `it has ${form}` };
  return refuse(reject("invalid_payload", describeMistake(name, mistake), { [PARAMETER]: name }), asked);
}

/** Refuses a parameter that the operation does not define. */
export function refuseUnknown(
  { name, known, ...asked }: UnknownParameter,
  refused: RefusalForm["rejection"] = refuse,
): Refused {
  const expected = known.length === 0 ? "no parameters" : `only ${known.join(", ")}`;
  const mistake = { expected, got: name, nearest: nearestName(name, known) };
  return refused(reject("invalid_payload", describeMistake("the query", mistake)), asked);
}

/** Returns the status and the text of a rejection in the request's dialect and operation. */
export const refusalWhere = (
  rejection: Rejection,
  asked: Omit<RefusedRequest, "requestId">,
): ReturnType<typeof refusalOf> => ({
  ...refusalOf(rejection, asked.dialect, asked.placement),
  ...ownText({ ...rejection, hint: hintOf(rejection) }, asked),
});

function refuse(rejection: Rejection, asked: RefusedRequest): Refused {
  const { placement, requestId } = asked;
  const { code } = rejection;
  const hint = hintOf(rejection);
  const { status, error, retryAfter } = refusalWhere(rejection, asked);
  const body = {
    error,
    code,
    hint,
    request_id: requestId,
    ...(placement && nothingPlaced(error)),
    // Clients wait this number of seconds in post-only mode.
    ...(code === "post_only_mode" && retryAfter !== undefined && { retry_after_seconds: retryAfter }),
    ...(code === "heartbeat_unknown" && expectedBeat(rejection, error)),
  };
  return { status, body, ...(retryAfter !== undefined && { retryAfter }) };
}

export const hintOf = ({ hint }: Rejection): string => clip(hint, MAX_HINT);

/** Returns the fields that clients expect of a placement that placed nothing. */
const nothingPlaced = (error: string) => ({
  success: false,
  errorMsg: error,
  orderID: "",
  takingAmount: "",
  makingAmount: "",
  status: "",
});

/** Returns the extra fields of a refused heartbeat: clients read the text there, and continue with the expected id. */
const expectedBeat = ({ values }: Rejection, error: string) => ({
  error_msg: error,
  heartbeat_id: values?.["heartbeat_id"] ?? "",
});

/** Returns the entry of one refused order in the answer of a batch. */
export function refusedPlacement(rejection: Rejection, asked: Pick<RefusedRequest, "dialect" | "texts">) {
  const { error } = refusalWhere(rejection, { ...asked, placement: true });
  return { ...nothingPlaced(error), error, code: rejection.code, hint: hintOf(rejection) };
}
