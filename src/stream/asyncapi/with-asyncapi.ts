/** GET /asyncapi.json of a trading interface: the description of its live channels. */
import { Type } from "typebox";
import { endpoint } from "../../http/endpoint.ts";
import type { Mount } from "../../http/mount.ts";
import { DOCUMENTS } from "../../http/openapi/with-openapi.ts";
import { asyncApiDocument } from "./document.ts";
import { ONLY_INTERFACE_LIMIT } from "../../http/guard/rate-limits.ts";

export const ASYNCAPI_PATH = "/asyncapi.json";

const MAX_AGE_SECONDS = 60;

/** Adds the description to the operations of an interface. */
export function withAsyncApi(mount: Mount): Mount {
  let json: Buffer | undefined;
  const description = endpoint({
    method: "GET",
    path: ASYNCAPI_PATH,
    summary: "Get the description of the live channels",
    group: DOCUMENTS,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: [],
    answer: Type.Object({ asyncapi: Type.String() }),
    maxAgeSeconds: MAX_AGE_SECONDS,
    handle: () => {
      json ??= Buffer.from(JSON.stringify(asyncApiDocument(mount.prefix)));
      return { json };
    },
  });
  return { ...mount, endpoints: [...mount.endpoints, description] };
}
