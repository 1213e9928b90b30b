/** The page of an event with link preview tags in its head, and the picture of the preview. */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isKept, sendNotModified } from "../server/caching.ts";
import type { EventPreviews } from "./event-previews.ts";
import type { PageBrand } from "./page-brand.ts";
import { sendBusy, sendNotFound, serveFile } from "./page-files.ts";
import { PAGE_PATHS } from "./page-paths.ts";
import { withPreviewTags } from "./preview-tags.ts";
import type { PreviewAddresses } from "./preview-tags.ts";

export type EventPages = {
  readonly previews: EventPreviews;
  /** Base address that the operator publishes for the page. */
  readonly publicUrl: string | undefined;
  readonly brand: PageBrand;
};

/** Sends a file of the page, after `change` to its HTML. */
export type ShowPage = (
  reply: FastifyReply,
  change?: (html: string) => string,
  file?: string,
) => Promise<FastifyReply>;

/** The page with links to all files that an event's page needs; the build writes it. */
const EVENT_FILE = "event.html";

const PICTURE_PATH = `${PAGE_PATHS.event}/preview.png`;
/** Short caching: programs that show links store pictures for long anyway. */
const PICTURE_CONTROL = "public, max-age=60";
const RETRY_SECONDS = 2;

export function serveEventPages(scope: FastifyInstance, events: EventPages, show: ShowPage): void {
  const { previews, brand } = events;
  serveFile(scope, PAGE_PATHS.event, async (request, reply) => {
    const slug = slugOf(request);
    const preview = await previews.find(slug);
    if (typeof preview === "string") return show(reply);
    const addresses = addressesOf(events, request, slug);
    const site = brand.read().name;
    return show(reply, (html) => withPreviewTags(html, { preview, site }, addresses), EVENT_FILE);
  });
  serveFile(scope, PICTURE_PATH, async (request, reply) => {
    const found = await previews.findPicture(slugOf(request), brand, request);
    if (found === "unknown") return sendNotFound(reply, "no such event");
    if (found === "busy")
      return sendBusy(reply, { hint: "too many pictures are painted now", retryAfter: RETRY_SECONDS });
    const hash = createHash("sha256").update(found).digest("base64url");
    reply.type("image/png");
    return isKept(reply, hash, PICTURE_CONTROL) ? sendNotModified(reply) : reply.send(found);
  });
}

const slugOf = ({ params }: FastifyRequest): string =>
  typeof params === "object" && params !== null && "slug" in params ? String(params.slug) : "";

/** Builds addresses below the published one, or below the requested one; `undefined` if there is no valid base. */
function addressesOf(
  { publicUrl }: EventPages,
  { protocol, headers }: FastifyRequest,
  slug: string,
): PreviewAddresses | undefined {
  const base = publicUrl ?? `${protocol}://${headers.host ?? ""}`;
  if (!URL.canParse(base)) return undefined;
  const page = `${base.replace(/\/$/, "")}${PAGE_PATHS.event.replace(":slug", () => encodeURIComponent(slug))}`;
  return { page, picture: `${page}/preview.png` };
}
