/**
 * The refusals of an interface as its OpenAPI document shows them: statuses and bodies are what the interface's own
 * form of refusal makes of them.
 */
import type { TSchema } from "typebox";
import { reject, REJECTIONS } from "../../core/rejection.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { DocumentedRefusal } from "../documented-refusal.ts";
import { isSchema, wordsFor } from "../expected-value.ts";
import type { Endpoint } from "../endpoint.ts";
import type { RefusedRequest, RefusalForm } from "../refusal-form.ts";

/** Form of refusals in a dialect. */
export type RefusalContext = {
  readonly form: RefusalForm;
  readonly schema: TSchema;
  readonly dialect: Dialect;
};

/** An id of a request, as it stands in examples. */
const REQUEST_ID = "6f1c9f0e-3a52-4d0b-9a57-2f6d1f1f0c7e";

const askedOf = ({ texts, placement }: Endpoint, { dialect }: RefusalContext): RefusedRequest => ({
  dialect,
  texts,
  placement,
  requestId: REQUEST_ID,
});

/** The refusals with these codes, one for each status that the operation gives them. */
export const showCodes = (
  codes: readonly RejectionCode[],
  endpoint: Endpoint,
  shown: RefusalContext,
): DocumentedRefusal[] =>
  codes.flatMap((code) => {
    const particular = endpoint.texts.filter(
      (text) => text.code === code && text.of !== undefined && text.dialects.includes(shown.dialect),
    );
    const refusals = [undefined, ...particular.map(({ of }) => of)].map((values) => {
      const { status, body } = shown.form.rejection(
        reject(code, EXAMPLE_HINT, values),
        askedOf(endpoint, shown),
      );
      return { status, description: `\`${code}\`: ${REJECTIONS[code]}`, schema: shown.schema, example: body };
    });
    return [...new Map(refusals.map((refusal) => [refusal.status, refusal])).values()];
  });

const EXAMPLE_HINT = "what was expected, what came, and the nearest valid value";

/** Refusal of a path or query value that is missing, not of its type or out of bounds. */
export function showParameters(endpoint: Endpoint, shown: RefusalContext): DocumentedRefusal[] {
  const { schema, form } = shown;
  const [first] = Object.entries({ ...endpoint.params?.properties, ...endpoint.query?.properties });
  if (first === undefined) return [];
  const [name, parameter] = first;
  const expected = isSchema(parameter) ? wordsFor(parameter) : "another value";
  const fault = { ...askedOf(endpoint, shown), name, expected, got: "" };
  const { status, body } = form.invalidParameter(fault);
  return [{ status, description: "A parameter is missing or invalid", schema, example: body }];
}

/** Refusals of more requests than there is room for: of one client, and of all together. */
export function showExcess(endpoint: Endpoint, shown: RefusalContext): DocumentedRefusal[] {
  if (endpoint.kind === "service") return [];
  const { schema, form } = shown;
  const asked = askedOf(endpoint, shown);
  const excess = { hint: EXAMPLE_HINT, retryAfter: 1 };
  return [
    { description: "The client asks for more than it may at a time", ...form.tooMany(asked, excess) },
    { description: "The exchange has more to do than it can", ...form.overloaded(asked, excess) },
  ].map(({ status, description, body }) => ({ status, description, schema, example: body }));
}

/** Refusal of a read that the store does not answer in time. */
export function showUnavailable(endpoint: Endpoint, shown: RefusalContext): DocumentedRefusal[] {
  if (endpoint.kind !== "read") return [];
  const code = "read_unavailable";
  const { status, body } = shown.form.unavailable(askedOf(endpoint, shown), { code, hint: EXAMPLE_HINT });
  return [{ status, description: REJECTIONS[code], schema: shown.schema, example: body }];
}

/** Refusal of parameters that the operation does not have; none where they are ignored. */
export function showUnknownParameter(endpoint: Endpoint, shown: RefusalContext): DocumentedRefusal[] {
  const asked = { ...askedOf(endpoint, shown), strict: endpoint.strict };
  const refused = shown.form.unknownParameter({ ...asked, name: "colour", known: [] });
  if (refused === undefined) return [];
  const { status, body } = refused;
  const description = "A parameter was sent that the operation does not have";
  return [{ status, description, schema: shown.schema, example: body }];
}

export const showInternalError = ({ schema, form }: RefusalContext): DocumentedRefusal => {
  const { status, body } = form.internalError(REQUEST_ID);
  return { status, description: "A bug; it was logged with the request id", schema, example: body };
};
