/** Answers of an operation in the words of OpenAPI: its success, 304 where answers are cached, and its refusals. */
import { elementAt } from "../../core/element-at.ts";
import type { DocumentedRefusal } from "../documented-refusal.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Mount } from "../mount.ts";
import { pageMaximum } from "../page-limit.ts";
import { cacheControl } from "../server/caching.ts";
import type { JsonObject, SchemaWriter } from "./schemas.ts";

/** Answers of an operation, by status. */
export type Responses = Readonly<Record<string, JsonObject>>;

type ResponseContext = {
  readonly mount: Pick<Mount, "dialect" | "admission">;
  readonly schemas: SchemaWriter;
  readonly refusals: readonly DocumentedRefusal[];
};

export function responsesOf(endpoint: Endpoint, { mount, schemas, refusals }: ResponseContext): Responses {
  const { answer, mediaType = "application/json", ownRefusal } = endpoint;
  const schema = schemas.write(typeof answer === "function" ? answer(mount.dialect) : answer);
  const headers = headersOf(endpoint, mount);
  return {
    200: {
      description: "OK",
      ...(Object.keys(headers).length > 0 && { headers }),
      content: { [mediaType]: { schema } },
    },
    ...(endpoint.maxAgeSeconds !== undefined && {
      304: { description: "Not changed since the answer whose ETag came in If-None-Match" },
    }),
    ...refusalResponses(ownRefusal === undefined ? refusals : [ownRefusal, ...refusals], schemas),
  };
}

function headersOf({ maxAgeSeconds, query, once }: Endpoint, mount: ResponseContext["mount"]): JsonObject {
  const isPaged = Object.values(query?.properties ?? {}).some((one) => pageMaximum(one) !== undefined);
  return {
    ...(maxAgeSeconds !== undefined && {
      "Cache-Control": header("How long the answer may be kept", {
        type: "string",
        const: cacheControl(mount, maxAgeSeconds),
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

function refusalResponses(refusals: readonly DocumentedRefusal[], schemas: SchemaWriter): Responses {
  const byStatus = Map.groupBy(refusals, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, documented]) => {
      const { schema, example } = elementAt(documented, 0);
      return [
        status,
        {
          description: listed(documented.map(({ description }) => description)),
          content: { "application/json": { schema: schemas.write(schema), example } },
        },
      ];
    }),
  );
}

/** Sentences as they are, several of them as a list. */
const listed = (texts: readonly string[]): string =>
  texts.length === 1 ? texts.join() : texts.map((text) => `- ${text}`).join("\n");
