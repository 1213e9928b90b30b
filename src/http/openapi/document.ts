/**
 * Describes an interface as an OpenAPI 3.1 document, for one dialect at one address. The document is generated from the
 * same table of operations as the server.
 */
import type { TObject } from "typebox";
import { RELEASE } from "../../release.ts";
import { operationsIn } from "../dialects/dialect-parameters.ts";
import type { Role } from "../../signing/operators.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { DocumentedError, Endpoint, OperationGroup } from "../operation/endpoint.ts";
import { KEY_SCHEMA } from "../operation/answer-once.ts";
import type { Mount } from "../mounts/mount.ts";
import { createSchemaWriter, describeResponses, describeSecurity, listSecuritySchemes } from "./parts.ts";
import type { CredentialSettings, JsonObject, NamedSchemas, Responses, SchemaWriter } from "./parts.ts";

/** Texts and schemas of an interface's document, without the operations. */
export type InterfacePage = {
  readonly title: string;
  readonly description: string;
  /** Returns the schemas that the document contains once, by name. */
  readonly schemas: (dialect: Dialect) => NamedSchemas;
  readonly refusals: (endpoint: Endpoint, dialect: Dialect) => readonly DocumentedError[];
};

/** An interface at one of its addresses. */
export type ServedInterface = CredentialSettings &
  Pick<Mount, "dialect" | "prefix" | "endpoints" | "admission" | "publicUrl"> & {
    readonly page: InterfacePage;
  };

export type OpenApiDocument = {
  readonly openapi: string;
  readonly info: JsonObject & { readonly title: string };
  readonly servers: readonly JsonObject[];
  readonly tags: readonly OperationGroup[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: OpenApiOperation } };
  readonly components: {
    readonly schemas: JsonObject;
    readonly responses?: JsonObject;
    readonly securitySchemes?: JsonObject;
  };
};

export type OpenApiOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly JsonObject[];
  readonly requestBody?: JsonObject;
  readonly responses: Responses;
  readonly security: readonly JsonObject[];
};

const CLIENTS: { readonly [D in Dialect]: string } = {
  spec: "",
  polymarket: " for Polymarket clients",
  kuest: " for Kuest clients",
};

export const documentTitle = ({ title }: InterfacePage, dialect: Dialect): string =>
  `${title}${CLIENTS[dialect]}`;

/** Describes an interface, with every response inline. */
export function buildExpandedDocument(served: ServedInterface): OpenApiDocument {
  const { page, dialect } = served;
  const endpoints = operationsIn(served.endpoints, dialect);
  const schemas = createSchemaWriter(page.schemas(dialect));
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, served, schemas) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: documentTitle(page, dialect),
      version: RELEASE.version,
      description: page.description,
      license: { name: RELEASE.license, identifier: RELEASE.license },
    },
    servers: listServers(served),
    tags: [...new Set(endpoints.map(({ group }) => group))],
    paths,
    components: {
      schemas: schemas.components(),
      ...(endpoints.some(({ access }) => access !== "public") && {
        securitySchemes: listSecuritySchemes(endpoints, served),
      }),
    },
  };
}

/** Lists addresses of the interface: the published address, and the address that served the document. */
function listServers({ prefix, publicUrl }: ServedInterface): JsonObject[] {
  const here = { url: prefix === "" ? "/" : prefix };
  return publicUrl === undefined ? [here] : [{ url: publicUrl }, here];
}

function operation(endpoint: Endpoint, served: ServedInterface, schemas: SchemaWriter): OpenApiOperation {
  const { page, dialect } = served;
  const parameters = describeParameters(endpoint, schemas);
  return {
    operationId: makeOperationId(endpoint),
    summary: endpoint.summary,
    ...describe(endpoint),
    tags: [endpoint.group.name],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: describeRequestBody(schemas.write(endpoint.body)) }),
    responses: describeResponses(endpoint, {
      mount: served,
      schemas,
      refusals: page.refusals(endpoint, dialect),
    }),
    security: describeSecurity(endpoint.access, served),
  };
}

function describe({ role, once, access }: Endpoint): Pick<OpenApiOperation, "description"> {
  const sentences = [
    ...(role === undefined ? [] : [describeRole(role)]),
    ...(once && !UNSIGNED_ACCESS.has(access) ? [ONCE] : []),
  ];
  return sentences.length === 0 ? {} : { description: sentences.join(" ") };
}

/** Describes the needed role: others include `viewer`, and all include `metrics`. */
const describeRole = (role: Role): string =>
  role === "metrics"
    ? "Takes any role."
    : role === "viewer"
      ? "Takes any role except metrics."
      : `Takes the role ${role}.`;

/** Access kinds without an API key's signature. */
const UNSIGNED_ACCESS: ReadonlySet<Endpoint["access"]> = new Set(["public", "wallet", "operator"]);

const ONCE =
  "The same signed request again is not carried out again and gets the first answer. To do the same twice, send another Idempotency-Key or sign another timestamp (milliseconds are accepted).";

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Names the request among those of its caller for a day at least: sent again with the same path, query and body it is not carried out again and gets the first answer",
  schema: KEY_SCHEMA,
};

/** Describes the body; a body that may be null is optional. */
const describeRequestBody = (schema: JsonObject): JsonObject => ({
  required: !(Array.isArray(schema["type"]) && schema["type"].includes("null")),
  content: { "application/json": { schema } },
});

/** Builds an operation's name for generated clients: GET /markets/:condition_id is getMarketsByConditionId. */
export function makeOperationId({ method, path }: Pick<Endpoint, "method" | "path">): string {
  const words = path
    .replaceAll("/:", "/by-")
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== "");
  const name = words.length === 0 ? ["root"] : words;
  return method.toLowerCase() + name.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}

function describeParameters(
  { params, query, maxAgeSeconds, once }: Endpoint,
  schemas: SchemaWriter,
): JsonObject[] {
  return [
    ...parametersIn("path", params, schemas),
    ...parametersIn("query", query, schemas),
    ...(maxAgeSeconds === undefined ? [] : [IF_NONE_MATCH]),
    ...(once ? [IDEMPOTENCY_KEY] : []),
  ];
}

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  description: "The ETag of an earlier answer: 304 without a body when nothing changed since",
  schema: { type: "string" },
};

function parametersIn(
  place: "path" | "query",
  given: TObject | undefined,
  schemas: SchemaWriter,
): JsonObject[] {
  if (given === undefined) return [];
  const required: readonly unknown[] = given.required ?? [];
  return Object.entries(given.properties).map(([name, property]) => {
    const { description, ...schema } = schemas.write(property);
    const isRequired = required.includes(name) && !("default" in schema);
    return {
      name,
      in: place,
      ...(isRequired && { required: true }),
      description,
      // Lists are documented as one value with commas; the server also accepts repeated names.
      ...(schema["type"] === "array" && { style: "form", explode: false }),
      schema,
    };
  });
}
