/** GET /openapi.json of an interface: its OpenAPI document, in its dialect. The document does not list itself. */
import { Type } from "typebox";
import { endpoint, operationGroup } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Mount } from "../mount.ts";
import type { InterfacePage, ServedInterface } from "./document.ts";
import { openApiDocument } from "./openapi-document.ts";
import type { CredentialSettings } from "./parts.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const OPENAPI_PATH = "/openapi.json";

/** The group of documents, which do not list themselves. */
export const DOCUMENTS = operationGroup("Documents", "Descriptions of the interface");

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
    group: DOCUMENTS,
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
