/** Pictures that operators added, at every address: records name them by path. A path names the bytes, for ever. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { KeptImages } from "../../store/catalog/kept-images.ts";
import { isUnavailable } from "../../store/sql/unavailable.ts";
import { isKept, sendNotModified } from "../server/caching.ts";
import { refuseFileErrors, serveFile } from "./page-files.ts";
import { sendBusy, sendNotFound } from "./page-refusals.ts";

const FOR_EVER = "public, max-age=31536000, immutable";
const RETRY_SECONDS = 1;

/** A picture that is opened by itself may load nothing, and pages of other addresses may show it. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
};

/** Adds the pictures alone to a server that does not listen yet. */
export function addImages(server: FastifyInstance, images: Pick<KeptImages, "find">): void {
  void server.register(async (scope) => {
    refuseFileErrors(scope);
    serveImages(scope, images);
  });
}

export function serveImages(scope: FastifyInstance, images: Pick<KeptImages, "find">): void {
  serveFile(scope, "/images/:image", async (request, reply) => {
    const hash = hashOf(request);
    const found = await images.find(hash).catch((error: unknown) => {
      if (isUnavailable(error)) return "busy" as const;
      throw error;
    });
    if (found === "unknown") return sendNotFound(reply, UNKNOWN);
    if (found === "busy") return sendBusy(reply, "too many pictures are read now", RETRY_SECONDS);
    reply.headers(HEADERS).type(found.mediaType);
    return isKept(reply, Buffer.from(hash, "hex").toString("base64url"), FOR_EVER)
      ? sendNotModified(reply)
      : reply.send(found.bytes);
  });
}

const UNKNOWN = "no such picture: expected the 64 hexadecimal digits by which one was added";

const hashOf = ({ params }: FastifyRequest): string =>
  typeof params === "object" && params !== null && "image" in params ? String(params.image) : "";
