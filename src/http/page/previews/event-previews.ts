/**
 * Previews of events for links, cached for half a minute. Few previews are read at once, and requests wait only
 * briefly: a page without preview tags is better than a late page, or one that delays trading.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "../../../context.ts";
import { isUnavailable } from "../../../store/sql/unavailable.ts";
import { isStorable } from "../../values/shown-text.ts";
import { readEventPreview } from "./event-preview.ts";
import type { EventPreview } from "./event-preview.ts";
import { drawPicture } from "./preview-picture.ts";
import type { PictureParts } from "./preview-picture.ts";
import type { PageBrand } from "../page-brand.ts";
import { pictureBrand } from "../page-brand.ts";
import type { FastifyRequest } from "fastify";
import { getNetwork } from "../../../base/address-ranges.ts";
import { clientAddress } from "../../server/connection/client-address.ts";
import { canPaint, createPicturePainter } from "./picture-painter.ts";

/** A preview, or the reason why there is none: no such event, or too many requests. */
export type FoundPreview = EventPreview | "unknown" | "busy";
export type FoundPicture = Buffer | "unknown" | "busy";

export type EventPreviews = {
  /** Finds an event's preview by the event's slug. */
  find(slug: string): Promise<FoundPreview>;
  /** Finds the same preview as a PNG picture. */
  findPicture(slug: string, brand: PageBrand, asking: FastifyRequest): Promise<FoundPicture>;
  close(): Promise<void>;
};

type Reading = { readonly preview: Promise<FoundPreview>; readonly at: number };

const CACHE_MS = 30_000;
const MAX_CACHED = 500;
const MAX_READ_AT_ONCE = 2;
const MAX_SLUG_LENGTH = 500;
/** Maximum wait for a preview, ms. */
const PATIENCE_MS = 1_000;

type PreviewContext = Pick<Context, "readSql" | "clock" | "log" | "images" | "config" | "places">;

/** Creates the previews; `fontFolder` has the fonts of the pictures, `now` returns milliseconds. */
export function createEventPreviews(
  context: PreviewContext,
  fontFolder: string,
  now: () => number = () => performance.now(),
): EventPreviews {
  const cachedPreviews = new Map<string, Reading>();
  const painter = createPicturePainter(fontFolder, context.places.pictures);
  let runningReads = 0;

  /** Returns the cached preview, or begins a read. */
  async function read(slug: string): Promise<FoundPreview> {
    const known = cachedPreviews.get(slug);
    if (known !== undefined && now() - known.at < CACHE_MS) return known.preview;
    if (slug.length > MAX_SLUG_LENGTH || !isStorable(slug)) return "unknown";
    if (runningReads >= MAX_READ_AT_ONCE) return "busy";
    runningReads += 1;
    const preview = readEventPreview(context, slug)
      .then((found) => found ?? "unknown")
      .finally(() => (runningReads -= 1));
    cachedPreviews.delete(slug);
    cachedPreviews.set(slug, { preview, at: now() });
    const [oldest] = cachedPreviews.keys();
    if (cachedPreviews.size > MAX_CACHED && oldest !== undefined) cachedPreviews.delete(oldest);
    return preview;
  }

  /** Waits a limited time for a preview. A failed preview does not fail the page. */
  async function find(slug: string): Promise<FoundPreview> {
    const abortController = new AbortController();
    try {
      const late = wait(PATIENCE_MS, "busy" as const, { ref: false, signal: abortController.signal });
      return await Promise.race([read(slug), late]);
    } catch (error) {
      cachedPreviews.delete(slug);
      if (!isUnavailable(error))
        context.log.error({ event: "preview_failed", err: error }, "the preview of an event was not read");
      return "busy";
    } finally {
      abortController.abort();
    }
  }

  return {
    find,
    findPicture: async (slug, brand, asking) => {
      const preview = await find(slug);
      if (typeof preview === "string") return preview;
      const address = getNetwork(clientAddress(asking, context.config.trustedProxies));
      const parts = await findParts(context, preview, brand);
      if (parts === "busy") return "busy";
      return (await painter.paint(drawPicture(preview, parts), address)) ?? "busy";
    },
    close: () => painter.close(),
  };
}

/** Finds the event's own picture and the brand. */
async function findParts(
  { images }: Pick<PreviewContext, "images">,
  { image: hash }: EventPreview,
  brand: PageBrand,
): Promise<PictureParts | "busy"> {
  const image = hash === undefined ? "unknown" : await images.find(hash);
  if (image === "busy") return "busy";
  const painted = image === "unknown" || !canPaint(image.mediaType) ? undefined : image;
  return { image: painted, brand: await pictureBrand(brand) };
}
