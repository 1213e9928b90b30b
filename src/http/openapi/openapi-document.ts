/**
 * Shares common responses of an OpenAPI document: each is written once in `components.responses` and referenced elsewhere.
 * Most operations have the same refusals.
 */
import { STATUS_CODES } from "node:http";
import { expandedDocument } from "./document.ts";
import type { OpenApiDocument, OpenApiOperation, ServedInterface } from "./document.ts";
import type { JsonObject } from "./parts.ts";

type ResponseUse = {
  readonly name: string;
  readonly text: string;
  readonly response: JsonObject;
  count: number;
};

/** Describes an interface. */
export const openApiDocument = (served: ServedInterface): OpenApiDocument =>
  shareResponses(expandedDocument(served));

/** Moves responses that several operations give, except successes, to the components of the document. */
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

/** Lists responses with several uses, by name. If several have the same name, the most used one gets it. */
function listShared({ paths }: OpenApiDocument): ResponseUse[] {
  const uses = new Map<string, ResponseUse>();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (status === SUCCESS) continue;
      const text = JSON.stringify(response);
      const use = uses.get(text) ?? { name: nameOf(status, response, operation), text, response, count: 0 };
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
 * Names a response by its codes, or by its status: RateLimited, MalformedJsonOrInvalidPayload, NotModified. With too many
 * codes it is named after the status and the first operation: BadRequestOfPostPositionsSplit.
 */
function nameOf(
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
