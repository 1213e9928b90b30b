/**
 * Error bodies of the trading interface and the operator API: error, code, hint and request id; placements have more
 * fields.
 */
import { escapeHidden } from "../../core/people/hidden-characters.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { cutAfterWord, joinShort } from "../../base/short-list.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import { idForm } from "../operation/id-patterns.ts";
import type {
  ParameterFault,
  ErrorFormat,
  ErrorResponse,
  FailedRequest,
  UnknownParameter,
} from "../operation/error-format.ts";
import { describeMistake } from "../operation/validation-fault.ts";
import { PARAMETER_KEY, ERROR_TEXTS, findOwnText, buildWireError } from "./wire-error.ts";

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

export const tradingErrorFormat: ErrorFormat = {
  lists: (dialect) => DIFFERENCES.tradingLists.does[dialect],
  invalidParameter: rejectParameter,
  missingParameter: rejectParameter,
  unknownParameter: (fault) =>
    fault.strict || CLIENT_FILTERS.has(fault.name) ? rejectUnknown(fault) : undefined,
  rejection: buildTradingError,
  notFound: ({ hint, requestId }) => ({
    status: 404,
    body: {
      error: "not found",
      code: "not_found",
      hint: escapeHidden(cutAfterWord(hint, MAX_HINT)),
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
  tooMany: (asked, { hint, retryAfter }) => ({
    ...buildTradingError(reject("rate_limited", hint), asked),
    retryAfter,
  }),
  overloaded: (asked, { hint, retryAfter }) => ({
    ...buildTradingError(reject("not_accepting", hint), asked),
    retryAfter,
  }),
  unavailable: (asked, { code, hint }) => buildTradingError(reject(code, hint), asked),
  internalError: (requestId) => ({
    status: 500,
    body: { error: "internal_error", code: "internal_error", request_id: requestId },
  }),
  unreadable: ({ status, reason, hint, requestId }) => ({
    status,
    body: {
      error: reason.toLowerCase(),
      code: status === ERROR_TEXTS.payload_too_large.status ? "payload_too_large" : "invalid_payload",
      hint: escapeHidden(hint),
      request_id: requestId,
    },
  }),
};

/** Maximum length of a hint, characters. */
const MAX_HINT = 500;

function rejectParameter({ name, expected, got, nearest, instead, ...asked }: ParameterFault): ErrorResponse {
  const form = idForm(name, got);
  // An id of another kind gets no nearest number.
  const mistake =
    form === undefined ? { expected, got, nearest, instead } : { expected, got, instead: `it has ${form}` };
  return buildTradingError(
    reject("invalid_payload", describeMistake(name, mistake), { [PARAMETER_KEY]: name }),
    asked,
  );
}

/** Refuses a parameter that the operation does not define. */
export function rejectUnknown(
  { name, known, ...asked }: UnknownParameter,
  refused: ErrorFormat["rejection"] = buildTradingError,
): ErrorResponse {
  const expected = known.length === 0 ? "no parameters" : `only ${joinShort(known)}`;
  const mistake = { expected, got: name, nearest: nearestName(name, known) };
  return refused(reject("invalid_payload", describeMistake("the query", mistake)), asked);
}

/** Returns the status and the text of a rejection in the request's dialect and operation. */
export const buildWireErrorFor = (
  rejection: Rejection,
  asked: Omit<FailedRequest, "requestId">,
): ReturnType<typeof buildWireError> => ({
  ...buildWireError(rejection, asked.dialect, asked.placement),
  ...findOwnText({ ...rejection, hint: formatHint(rejection) }, asked),
});

function buildTradingError(rejection: Rejection, asked: FailedRequest): ErrorResponse {
  const { placement, requestId } = asked;
  const { code } = rejection;
  const hint = formatHint(rejection);
  const { status, error, retryAfter } = buildWireErrorFor(rejection, asked);
  const body = {
    error,
    code,
    hint,
    request_id: requestId,
    ...(placement && buildFailedPlacement(error)),
    // Clients wait this number of seconds in post-only mode.
    ...(code === "post_only_mode" && retryAfter !== undefined && { retry_after_seconds: retryAfter }),
    ...(code === "heartbeat_unknown" && buildExpectedHeartbeat(rejection, error)),
  };
  return { status, body, ...(retryAfter !== undefined && { retryAfter }) };
}

export const formatHint = ({ hint }: Rejection): string => cutAfterWord(hint, MAX_HINT);

/** Returns the fields that clients expect of a placement that placed nothing. */
const buildFailedPlacement = (error: string) => ({
  success: false,
  errorMsg: error,
  orderID: "",
  takingAmount: "",
  makingAmount: "",
  status: "",
});

/**
 * Returns the extra fields of a refused heartbeat: clients read the text in `error_msg`, and continue with the expected id.
 */
const buildExpectedHeartbeat = ({ values }: Rejection, error: string) => ({
  error_msg: error,
  heartbeat_id: values?.["heartbeat_id"] ?? "",
});

/** Builds the entry of a refused order in a batch's answer. */
export function describeRejectedPlacement(
  rejection: Rejection,
  asked: Pick<FailedRequest, "dialect" | "texts">,
) {
  const { error } = buildWireErrorFor(rejection, { ...asked, placement: true });
  return { ...buildFailedPlacement(error), error, code: rejection.code, hint: formatHint(rejection) };
}
