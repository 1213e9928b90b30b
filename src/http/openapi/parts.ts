/** Parts of an OpenAPI document: schemas, security, answers, refusals. */
import { fieldMeaning } from "./field-meanings.ts";
import { Type } from "typebox";
import type { TSchema } from "typebox";
import { elementAt } from "../../core/values/element-at.ts";
import { MODE_CODES } from "../../core/mode.ts";
import { REJECTIONS, reject } from "../../core/rejection.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Access, DocumentedError, Endpoint } from "../operation/endpoint.ts";
import { mayChange } from "../operation/endpoint.ts";
import { isSchema, describeSchema } from "../operation/validation-fault.ts";
import type { Mount } from "../mounts/mount.ts";
import { PAGE_LIMIT_KEYWORD, pageMaximum } from "../operation/page-limit.ts";
import type { ErrorFormat, FailedRequest } from "../operation/error-format.ts";
import { cacheControl } from "../server/caching.ts";

// The schemas of an OpenAPI document, in JSON Schema 2020-12; TypeBox still uses a keyword of an older draft. A named
// schema is written once; all uses are references.

export type JsonObject = { readonly [key: string]: unknown };

export type NamedSchemas = { readonly [name: string]: TSchema };

export type SchemaWriter = {
  /** Writes a schema inline, or as a reference if it has a name. */
  write(schema: unknown): JsonObject;
  /** Returns the schemas to which the written references point, by name. */
  components(): { readonly [name: string]: JsonObject };
};

/** Creates the writer, which compares schemas by content, so that a copy of a named schema also becomes a reference. */
export function createSchemaWriter(named: NamedSchemas): SchemaWriter {
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]));
  const written = new Map<string, JsonObject>();
  const write = (schema: unknown): JsonObject => {
    const name = names.get(JSON.stringify(schema));
    if (name === undefined) return rewrite(schema, write, fieldMeaning);
    if (!written.has(name)) written.set(name, rewrite(schema, write, fieldMeaning));
    return { $ref: `#/components/schemas/${name}` };
  };
  const components = () => Object.fromEntries([...written].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return { write, components };
}

type Write = (schema: unknown) => JsonObject;
/** Gives the meaning of a field whose schema has none, by its name. */
type MeaningOf = (name: string) => string | undefined;

/** Converts a schema to JSON Schema 2020-12, whose keywords for tuples differ from TypeBox's. */
export const writeStandardSchema: Write = (schema) => rewrite(schema, writeStandardSchema, () => undefined);

/** Converts the schema itself; converts the schemas inside by `write`. */
function rewrite(schema: unknown, write: Write, meaningOf: MeaningOf): JsonObject {
  return simplify(
    Object.fromEntries(listFields(schema).flatMap((field) => rewriteKeyword(field, write, meaningOf))),
  );
}

type Field = readonly [keyword: string, value: unknown];

const listFields = (value: unknown): readonly Field[] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

function rewriteKeyword([keyword, value]: Field, write: Write, meaningOf: MeaningOf): readonly Field[] {
  switch (keyword) {
    case "properties":
      return [[keyword, writeProperties(value, write, meaningOf)]];
    case "patternProperties":
      return [rewritePatterns(value, write)];
    case "anyOf":
    case "allOf":
    case "oneOf":
      return [[keyword, asArray(value).map(write)]];
    case "items":
      return Array.isArray(value)
        ? [
            ["prefixItems", value.map(write)],
            ["items", false],
          ]
        : [[keyword, write(value)]];
    case "additionalProperties":
      return [[keyword, typeof value === "boolean" ? value : write(value)]];
    case "additionalItems":
    case PAGE_LIMIT_KEYWORD:
      return [];
    default:
      return [[keyword, value]];
  }
}

const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const writeEach = (schemas: unknown, write: Write): JsonObject =>
  Object.fromEntries(listFields(schemas).map(([name, schema]) => [name, write(schema)]));

/** Converts the schemas of fields; one without a description gets the meaning of its name. */
const writeProperties = (schemas: unknown, write: Write, meaningOf: MeaningOf): JsonObject =>
  Object.fromEntries(
    listFields(schemas).map(([name, schema]) => {
      const written = write(schema);
      const description = isExplained(written) ? undefined : meaningOf(name);
      return [name, description === undefined ? written : { ...written, description }];
    }),
  );

/** True if a schema says itself what it means: by a description, a constant, a reference, or those of its choices. */
function isExplained(schema: JsonObject): boolean {
  const { description, const: constant, $ref, anyOf, items } = schema;
  if (description !== undefined || constant !== undefined || $ref !== undefined) return true;
  return [...asArray(anyOf), items].some(
    (inner) => typeof inner === "object" && inner !== null && ("description" in inner || "$ref" in inner),
  );
}

/** Converts a record with any keys, which TypeBox describes by a pattern that matches every key. */
function rewritePatterns(patterns: unknown, write: Write): Field {
  const entries = listFields(patterns);
  const [first] = entries;
  return entries.length === 1 && first?.[0] === "^.*$"
    ? ["additionalProperties", write(first[1])]
    : ["patternProperties", writeEach(patterns, write)];
}

/** Converts a choice of texts to one form, whether declared as an enum or as a union of literals. */
function simplify(schema: JsonObject): JsonObject {
  const { anyOf, enum: values = listLiterals(anyOf), ...rest } = schema;
  const allTexts = Array.isArray(values) && values.every((value) => typeof value === "string");
  return allTexts ? { type: "string", enum: values, ...rest } : schema;
}

/** Lists the values of a union of literals; `undefined` for any other union. */
function listLiterals(anyOf: unknown): readonly unknown[] | undefined {
  const values = asArray(anyOf).map((option) => new Map(listFields(option)).get("const"));
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}

// Credentials of callers as OpenAPI security schemes, one for each header.

export type CredentialSettings = {
  /** Accepted prefixes of the authentication headers; the document names the first. */
  readonly headerPrefixes: readonly string[];
  /** True if orders and trades can be read without credentials. */
  readonly publicRecords: boolean;
};

const HEADERS = {
  ADDRESS: "Address of the wallet that asks",
  API_KEY: "The API key, a UUID or the ULID of the same bits",
  PASSPHRASE: "The API key's passphrase",
  TIMESTAMP: "When the request was signed, in unix seconds",
  SIGNATURE:
    "With an API key (L2): HMAC-SHA256 of timestamp, method, path and body under the secret, as base64url. With a " +
    "wallet alone (L1): the wallet's EIP-712 signature over address, timestamp and nonce",
  NONCE: "Which of the wallet's keys is meant; absent is 0",
  READONLY_API_KEY: "A read-only key of the wallet, which signs nothing",
  BUILDER_API_KEY:
    "The builder's key, a UUID. Its code is given to orders of version 1 only: those of version 2 sign the code in " +
    "`builder`, which counts as it is, and where it is zero nothing is attributed",
  BUILDER_PASSPHRASE: "Its passphrase",
  BUILDER_TIMESTAMP: "When the builder signed the request, in unix seconds",
  BUILDER_SIGNATURE: "As that of an API key, under the secret of the builder's",
} as const;
type Header = keyof typeof HEADERS;

const KEY: readonly Header[] = ["ADDRESS", "API_KEY", "PASSPHRASE", "TIMESTAMP", "SIGNATURE"];
const READER: readonly Header[] = ["ADDRESS", "READONLY_API_KEY"];
const BUILDER: readonly Header[] = [
  "BUILDER_API_KEY",
  "BUILDER_PASSPHRASE",
  "BUILDER_TIMESTAMP",
  "BUILDER_SIGNATURE",
];
const WALLET: readonly Header[] = ["ADDRESS", "TIMESTAMP", "SIGNATURE"];
const OPERATOR = "operatorToken";

type Requirement = { readonly [scheme: string]: readonly [] };

/** Lists the accepted kinds of credentials of an operation; empty if the operation needs none. */
export function describeSecurity(access: Access, credentials: CredentialSettings): readonly Requirement[] {
  const all = (headers: readonly Header[]): Requirement =>
    Object.fromEntries(headers.map((header) => [schemeName(header, credentials), []]));
  switch (access) {
    case "public":
      return [];
    case "wallet":
      return [all(WALLET), all([...WALLET, "NONCE"])];
    case "key":
      return [all(KEY)];
    case "key-and-builder":
      return [all(KEY), all([...KEY, ...BUILDER])];
    case "key-or-builder":
      return [all(KEY), all(BUILDER)];
    case "key-or-reader":
      return [all(KEY), all(READER)];
    case "key-or-public":
      return [all(KEY), all(READER), ...(credentials.publicRecords ? [{}] : [])];
    case "key-or-code":
      return [all(KEY), all(BUILDER), {}];
    case "operator":
      return [{ [OPERATOR]: [] }];
  }
}

const schemeName = (header: Header, { headerPrefixes }: CredentialSettings): string =>
  `${headerPrefixes[0] ?? ""}${header}`;

/** Lists the schemes that the operations refer to. */
export function listSecuritySchemes(
  endpoints: readonly Endpoint[],
  credentials: CredentialSettings,
): JsonObject {
  const used = new Set(
    endpoints.flatMap(({ access }) => describeSecurity(access, credentials).flatMap(Object.keys)),
  );
  const others = credentials.headerPrefixes.slice(1);
  const note =
    others.length === 0 ? "" : `; also with the prefix ${others.join(" or ")}, the same on all headers`;
  const headers = Object.entries(HEADERS).map(([header, description]) => {
    const name = `${credentials.headerPrefixes[0] ?? ""}${header}`;
    return [name, { type: "apiKey", in: "header", name, description: `${description}${note}` }] as const;
  });
  const operator = { type: "http", scheme: "bearer", description: "The operator's token" };
  return Object.fromEntries([...headers, [OPERATOR, operator] as const].filter(([name]) => used.has(name)));
}

// Answers of an operation as OpenAPI responses: success, 304 for cached answers, and refusals.

/** Answers of an operation, by status. */
export type Responses = Readonly<Record<string, JsonObject>>;

type ResponseContext = {
  readonly mount: Pick<Mount, "dialect" | "admission">;
  readonly schemas: SchemaWriter;
  readonly refusals: readonly DocumentedError[];
};

export function describeResponses(
  endpoint: Endpoint,
  { mount, schemas, refusals }: ResponseContext,
): Responses {
  const { answer, mediaType = "application/json", ownRefusal } = endpoint;
  const schema = schemas.write(typeof answer === "function" ? answer(mount.dialect) : answer);
  const headers = describeHeaders(endpoint, mount);
  return {
    200: {
      description: "OK",
      ...(Object.keys(headers).length > 0 && { headers }),
      content: { [mediaType]: { schema } },
    },
    ...(endpoint.maxAgeSeconds !== undefined && {
      304: { description: "Not changed since the answer whose ETag came in If-None-Match" },
    }),
    ...describeErrorResponses(ownRefusal === undefined ? refusals : [ownRefusal, ...refusals], schemas),
  };
}

function describeHeaders(
  { maxAgeSeconds, query, once }: Endpoint,
  mount: ResponseContext["mount"],
): JsonObject {
  const isPaged = Object.values(query?.properties ?? {}).some((one) => pageMaximum(one) !== undefined);
  return {
    ...(maxAgeSeconds !== undefined && {
      "Cache-Control": header("How long the answer may be kept: the second value comes at the one port", {
        type: "string",
        enum: ["", "/one-port"].map((prefix) => cacheControl({ ...mount, prefix }, maxAgeSeconds)),
      }),
      ETag: header("Changes when the answer does; send it back in If-None-Match", { type: "string" }),
    }),
    ...(once && {
      "Idempotency-Replayed": {
        description: "Comes when an earlier request was carried out, of which this is the answer",
        schema: { type: "string", const: "true" },
      },
    }),
    ...(isPaged && { "X-Page-Limit": header("How many rows a page has", { type: "integer" }) }),
  };
}

const header = (description: string, schema: JsonObject): JsonObject => ({
  description,
  required: true,
  schema,
});

function describeErrorResponses(refusals: readonly DocumentedError[], schemas: SchemaWriter): Responses {
  const byStatus = Map.groupBy(refusals, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, documented]) => {
      const { schema, example } = elementAt(documented, 0);
      return [
        status,
        {
          description: joinSentences(documented.map(({ description }) => description)),
          content: { "application/json": { schema: schemas.write(schema), example } },
        },
      ];
    }),
  );
}

/** Joins sentences: returns a single sentence unchanged, several as a list. */
const joinSentences = (texts: readonly string[]): string =>
  texts.length === 1 ? texts.join() : texts.map((text) => `- ${text}`).join("\n");

// Refusals with a code, of the trading interface and the operator API: their schema, and the codes of each operation.

export const ErrorResponseSchema = Type.Object({
  error: Type.String({ description: "The text that the dialect's clients match" }),
  code: Type.Enum([...Object.keys(REJECTIONS), "method_not_allowed", "internal_error"], {
    description: "Stable, and the same in every dialect",
  }),
  hint: Type.Optional(
    Type.String({ description: "For people: what was expected, what came, the nearest valid value" }),
  ),
  request_id: Type.String(),
  trace_id: Type.Optional(
    Type.String({ description: "Id of the request's trace, where requests are traced" }),
  ),
});

/** Rejection codes that every command can cause. */
const COMMAND_CODES: readonly RejectionCode[] = ["outcome_unknown", "quarantined", "exchange_halted"];

const PRECEDENCE: readonly string[] = Object.keys(REJECTIONS);

/** Lists codes of exceeded limits, of one client or of all clients; operators are answered under any load. */
const listLimitCodes = (endpoint: Endpoint): readonly RejectionCode[] =>
  endpoint.kind === "service"
    ? []
    : endpoint.access === "operator"
      ? ["rate_limited"]
      : ["rate_limited", "not_accepting"];

/** Lists every rejection code that an operation can give, in order of precedence. */
export function listRejectionCodes(endpoint: Endpoint): RejectionCode[] {
  const { method, access, role, body, query, params, strict } = endpoint;
  /** A body is parsed even if none is expected, except for GET. */
  const hasBody = body !== undefined || method !== "GET";
  const pages = query !== undefined && "next_cursor" in query.properties;
  const codes: readonly RejectionCode[] = [
    ...(hasBody ? (["payload_too_large", "malformed_json"] as const) : []),
    ...(access === "wallet" ? (["wallet_unauthorized"] as const) : []),
    ...(access === "public" || access === "wallet" ? [] : (["unauthorized"] as const)),
    ...(role === undefined || role === "metrics" ? [] : (["forbidden"] as const)),
    // Requests of operators are also refused for unknown parameters.
    ...(hasBody || (query ?? params) || strict || access === "operator"
      ? (["invalid_payload"] as const)
      : []),
    ...(pages ? (["invalid_cursor"] as const) : []),
    ...endpoint.refuses,
    ...(endpoint.kind === "read" ? (["read_unavailable"] as const) : []),
    ...(mayChange(endpoint) ? (["outcome_unknown"] as const) : []),
    ...(endpoint.once ? (["idempotency_key_reused", "signature_reused", "request_underway"] as const) : []),
  ];
  const usedCodes = codes.includes("not_accepting") ? [...codes, ...COMMAND_CODES] : codes;
  const ofMode =
    access !== "operator" && usedCodes.length > codes.length
      ? [...usedCodes, "read_only" as const]
      : usedCodes;
  // Requests for cancels are answered in every mode; the mode then appears as the reason of each order.
  const all = endpoint.kind === "cancel" ? ofMode.filter((code) => !MODE_CODES.has(code)) : ofMode;
  return [...new Set([...listLimitCodes(endpoint), ...all])].toSorted(
    (a, b) => PRECEDENCE.indexOf(a) - PRECEDENCE.indexOf(b),
  );
}

// Refusals in an interface's OpenAPI document, with the statuses and bodies that the interface uses.

/** Form of refusals in a dialect. */
export type ErrorFormatContext = {
  readonly form: ErrorFormat;
  readonly schema: TSchema;
  readonly dialect: Dialect;
};

/** A request's id in examples. */
const REQUEST_ID = "6f1c9f0e-3a52-4d0b-9a57-2f6d1f1f0c7e";

const exampleRequest = ({ texts, placement }: Endpoint, { dialect }: ErrorFormatContext): FailedRequest => ({
  dialect,
  texts,
  placement,
  requestId: REQUEST_ID,
});

/** Documents the refusals with these codes, one for each status. */
export const showCodes = (
  codes: readonly RejectionCode[],
  endpoint: Endpoint,
  shown: ErrorFormatContext,
): DocumentedError[] =>
  codes.flatMap((code) => {
    const particular = endpoint.texts.filter(
      (text) => text.code === code && text.of !== undefined && text.dialects.includes(shown.dialect),
    );
    const refusals = [undefined, ...particular.map(({ of }) => of)].map((values) => {
      const { status, body } = shown.form.rejection(
        reject(code, EXAMPLE_HINT, values),
        exampleRequest(endpoint, shown),
      );
      return { status, description: `\`${code}\`: ${REJECTIONS[code]}`, schema: shown.schema, example: body };
    });
    return [...new Map(refusals.map((refusal) => [refusal.status, refusal])).values()];
  });

const EXAMPLE_HINT = "what was expected, what came, and the nearest valid value";

/** Documents the refusal of a path or query value that is missing, of the wrong type or out of bounds. */
export function showParameters(endpoint: Endpoint, shown: ErrorFormatContext): DocumentedError[] {
  const { schema, form } = shown;
  const [first] = Object.entries({ ...endpoint.params?.properties, ...endpoint.query?.properties });
  if (first === undefined) return [];
  const [name, parameter] = first;
  const expected = isSchema(parameter) ? describeSchema(parameter) : "another value";
  const fault = { ...exampleRequest(endpoint, shown), name, expected, got: "" };
  const { status, body } = form.invalidParameter(fault);
  return [{ status, description: "A parameter is missing or invalid", schema, example: body }];
}

/** Documents refusals for exceeded limits: of one client, and of all clients together. */
export function showExcess(endpoint: Endpoint, shown: ErrorFormatContext): DocumentedError[] {
  if (endpoint.kind === "service") return [];
  const { schema, form } = shown;
  const asked = exampleRequest(endpoint, shown);
  const excess = { hint: EXAMPLE_HINT, retryAfter: 1 };
  return [
    { description: "The client asks for more than it may at a time", ...form.tooMany(asked, excess) },
    { description: "The exchange has more to do than it can", ...form.overloaded(asked, excess) },
  ].map(({ status, description, body }) => ({ status, description, schema, example: body }));
}

/** Documents the refusal of a read that the store does not answer in time. */
export function showUnavailable(endpoint: Endpoint, shown: ErrorFormatContext): DocumentedError[] {
  if (endpoint.kind !== "read") return [];
  const code = "read_unavailable";
  const { status, body } = shown.form.unavailable(exampleRequest(endpoint, shown), {
    code,
    hint: EXAMPLE_HINT,
  });
  return [{ status, description: REJECTIONS[code], schema: shown.schema, example: body }];
}

/** Documents the refusal of unknown parameters; empty for an operation that ignores unknown parameters. */
export function showUnknownParameter(endpoint: Endpoint, shown: ErrorFormatContext): DocumentedError[] {
  const asked = { ...exampleRequest(endpoint, shown), strict: endpoint.strict };
  const refused = shown.form.unknownParameter({ ...asked, name: "colour", known: [] });
  if (refused === undefined) return [];
  const { status, body } = refused;
  const description = "A parameter was sent that the operation does not have";
  return [{ status, description, schema: shown.schema, example: body }];
}

export const showInternalError = ({ schema, form }: ErrorFormatContext): DocumentedError => {
  const { status, body } = form.internalError(REQUEST_ID);
  return { status, description: "A bug; it was logged with the request id", schema, example: body };
};
