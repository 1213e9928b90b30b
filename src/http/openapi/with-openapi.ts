/** GET /openapi.json of an interface: its OpenAPI document, in its dialect. The document does not list itself. */
import { STATUS_CODES } from "node:http";
import { Type } from "typebox";
import { endpoint, operationGroup } from "../operation/endpoint.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import type { Mount } from "../mounts/mount.ts";
import { buildExpandedDocument } from "./document.ts";
import type { InterfacePage, OpenApiDocument, OpenApiOperation, ServedInterface } from "./document.ts";
import type { CredentialSettings, JsonObject } from "./parts.ts";

// Sharing of common responses in an OpenAPI document, since most operations have the same refusals:
// `components.responses` has each response once, and operations refer to it.

type ResponseUse = {
  readonly name: string;
  readonly text: string;
  readonly response: JsonObject;
  count: number;
};

/** Describes an interface as an OpenAPI document with shared responses. */
export const openApiDocument = (served: ServedInterface): OpenApiDocument =>
  shareResponses(buildExpandedDocument(served));

/** Moves responses that several operations give, except successes, into the document's components. */
function shareResponses(document: OpenApiDocument): OpenApiDocument {
  const shared = listShared(document);
  const names = new Map(shared.map(({ text, name }) => [text, name]));
  const refer = (response: JsonObject): JsonObject => {
    const name = names.get(JSON.stringify(response));
    return name === undefined ? response : { $ref: `#/components/responses/${name}` };
  };
  const responses = Object.fromEntries(shared.map(({ name, response }) => [name, response]));
  return {
    ...document,
    paths: mapValues(document.paths, (methods) => mapValues(methods, (one) => referFrom(one, refer))),
    components: { ...document.components, ...(shared.length > 0 && { responses }) },
  };
}

const referFrom = (
  operation: OpenApiOperation,
  refer: (response: JsonObject) => JsonObject,
): OpenApiOperation => ({
  ...operation,
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [
      status,
      status === SUCCESS ? response : refer(response),
    ]),
  ),
});

const SUCCESS = "200";

/** Maximum number of codes in a name. */
const MAX_CODES = 2;

/** Lists responses with several uses, by name. Of responses with the same name, the list has only the most used. */
function listShared({ paths }: OpenApiDocument): ResponseUse[] {
  const uses = new Map<string, ResponseUse>();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (status === SUCCESS) continue;
      const text = JSON.stringify(response);
      const use = uses.get(text) ?? {
        name: nameResponse(status, response, operation),
        text,
        response,
        count: 0,
      };
      use.count += 1;
      uses.set(text, use);
    }
  }
  const byName = Map.groupBy(uses.values(), ({ name }) => name);
  return [...byName.values()]
    .map((same) => same.reduce((most, use) => (use.count > most.count ? use : most)))
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Names a response by its codes, or by its status: RateLimited, MalformedJsonOrInvalidPayload, NotModified. A response
 * with too many codes is named after the status and the first operation: BadRequestOfPostPositionsSplit.
 */
function nameResponse(
  status: string,
  { description }: JsonObject,
  { operationId }: Pick<OpenApiOperation, "operationId">,
): string {
  const codes = [...String(description).matchAll(/^(?:- )?`(\w+)`:/gm)].map(([, code = ""]) => code);
  const phrase = (STATUS_CODES[status] ?? status).replaceAll(/\W/g, "");
  if (codes.length > MAX_CODES) return `${phrase}Of${pascalCase(operationId)}`;
  return codes.length === 0 ? phrase : codes.map(pascalCase).join("Or");
}

const pascalCase = (code: string): string =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const mapValues = <From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Readonly<Record<string, To>> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));

export const OPENAPI_PATH = "/openapi.json";

/** Heading of the operation that returns the document; the document does not list this operation. */
export const DOCUMENT_GROUP = operationGroup("Documents", "Descriptions of the interface");

const MAX_AGE_SECONDS = 60;

/** Adds the OpenAPI document to an interface's operations. */
export const withOpenApi = (
  mount: Mount,
  page: InterfacePage,
  { headerPrefixes, publicRecords }: CredentialSettings,
): Mount => ({
  ...mount,
  endpoints: [...mount.endpoints, openApiEndpoint({ ...mount, page, headerPrefixes, publicRecords })],
});

function openApiEndpoint(served: ServedInterface): Endpoint {
  let json: Buffer | undefined;
  return endpoint({
    method: "GET",
    path: OPENAPI_PATH,
    summary: "Get the description of this interface",
    group: DOCUMENT_GROUP,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: [],
    answer: Type.Object({ openapi: Type.String() }),
    maxAgeSeconds: MAX_AGE_SECONDS,
    handle: () => {
      json ??= Buffer.from(JSON.stringify(openApiDocument(served)));
      return { json };
    },
  });
}
