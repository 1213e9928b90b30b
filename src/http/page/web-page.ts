/**
 * The web page and the operators' console: built files, each page on its own address. A page loads everything from its
 * address; its policy allows no other source.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PACKAGE_ROOT } from "../../release.ts";
import type { ImageCache } from "../../store/catalog/images.ts";
import { onePortPrefix } from "../mounts/interfaces.ts";
import { isCachedByCaller, sendNotModified } from "../server/caching.ts";
import type { EventPreviews } from "./previews/event-previews.ts";
import { brandedFile, serveBrand, withBrand } from "./page-brand.ts";
import type { PageBrand } from "./page-brand.ts";
import {
  IMMUTABLE_CACHE_CONTROL,
  makePageHeaders,
  readParam,
  rejectFileErrors,
  sendBusy,
  sendNotFound,
  serveFile,
  serveImages,
} from "./page-files.ts";
import { PAGE_PATHS } from "./page-paths.ts";
import { withPreviewTags } from "./previews/preview-tags.ts";
import type { PreviewAddresses } from "./previews/preview-tags.ts";

// The page of an event with link preview tags in its head, and the picture of the preview.

type EventPages = {
  readonly previews: EventPreviews;
  /** Base address that the operator publishes for the page. */
  readonly publicUrl: string | undefined;
  readonly brand: PageBrand;
};

/** Function that sends a file of the page, with its HTML changed by `change`. */
type ShowPage = (
  reply: FastifyReply,
  change?: (html: string) => string,
  file?: string,
) => Promise<FastifyReply>;

/** File with the HTML of event pages, which the build writes, with links to all files that an event's page needs. */
const EVENT_FILE = "event.html";

const PICTURE_PATH = `${PAGE_PATHS.event}/preview.png`;
/** Short caching: chat programs that show link previews cache the picture long anyway. */
const PICTURE_CONTROL = "public, max-age=60";
const RETRY_SECONDS = 2;

function serveEventPages(scope: FastifyInstance, events: EventPages, show: ShowPage): void {
  const { previews, brand } = events;
  serveFile(scope, PAGE_PATHS.event, async (request, reply) => {
    const slug = readParam(request, "slug");
    const preview = await previews.find(slug);
    if (typeof preview === "string") return show(preview === "unknown" ? reply.code(404) : reply);
    const addresses = previewAddresses(events, request, slug);
    const site = brand.read().name;
    const tagged = (html: string): string => withPreviewTags(html, { preview, site }, addresses);
    return show(reply, (html) => withEventPreload(tagged(html), slug), EVENT_FILE);
  });
  serveFile(scope, PICTURE_PATH, async (request, reply) => {
    const found = await previews.findPicture(readParam(request, "slug"), brand, request);
    if (found === "unknown") return sendNotFound(reply, "no such event");
    if (found === "busy")
      return sendBusy(reply, { hint: "too many pictures are painted now", retryAfter: RETRY_SECONDS });
    const hash = createHash("sha256").update(found).digest("base64url");
    reply.type("image/png");
    return isCachedByCaller(reply, hash, PICTURE_CONTROL) ? sendNotModified(reply) : reply.send(found);
  });
}

/** Path at which the page reads an event; the page's own catalog is Polymarket's. */
const EVENT_PATH = `${onePortPrefix("polymarket", "catalog")}/events/slug/`;

/** Has the browser ask for the event before the scripts that show it. */
const withEventPreload = (html: string, slug: string): string => {
  const link = `<link rel="preload" as="fetch" crossorigin href="${EVENT_PATH}${encodeURIComponent(slug)}" />`;
  return html.replace("</title>", () => `</title>\n    ${link}`);
};

/**
 * Builds the preview's URLs from the public URL, or from the requested host; `undefined` if neither gives a valid base.
 */
function previewAddresses(
  { publicUrl }: EventPages,
  { protocol, headers }: FastifyRequest,
  slug: string,
): PreviewAddresses | undefined {
  const base = publicUrl ?? `${protocol}://${headers.host ?? ""}`;
  if (!URL.canParse(base)) return undefined;
  const page = `${base.replace(/\/$/, "")}${PAGE_PATHS.event.replace(":slug", () => encodeURIComponent(slug))}`;
  return { page, picture: `${page}/preview.png` };
}

/** Output folder of the page's build. */
const BUILD_FOLDER = join(PACKAGE_ROOT, "web", "dist");

/** Folder of the fonts for preview pictures. */
export const FONTS = join(BUILD_FOLDER, "fonts");

export type WebPage = {
  /** HTML file of the page. */
  readonly entry: "index.html" | "admin.html";
  /** Paths that show the page. */
  readonly paths: readonly string[];
  /** Paths of operations at which a browser gets the page, and any other client the operation's answer. */
  readonly shared: readonly string[];
  /** Returns the answer of GET /settings.json to a caller with these headers. */
  readonly settings: (headers: IncomingHttpHeaders) => unknown;
  /** Returns the answer of GET /llms.txt, if there is one. */
  readonly guide?: (headers: IncomingHttpHeaders) => string;
  readonly images: Pick<ImageCache, "find">;
  /** Name, colour and logo of the page. */
  readonly brand: PageBrand;
  /** Previews of events, if the page shows events. */
  readonly events?: Omit<EventPages, "brand">;
};

const TEXT = "text/plain; charset=utf-8";
const HTML = "text/html; charset=utf-8";

const HEADERS = {
  ...makePageHeaders(),
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-cache",
};

/** Files of an installed page that do not depend on the brand. */
const INSTALLED_FILES = [
  "icons/192.png",
  "icons/512.png",
  "icons/maskable-512.png",
  "offline.css",
  "offline.js",
];

/** Files that contain the exchange's name or a hash of the brand, with their media types. */
const BRANDED_FILES: Readonly<Record<string, string>> = {
  "manifest.webmanifest": "application/manifest+json; charset=utf-8",
  "service-worker.js": "text/javascript; charset=utf-8",
  "offline.html": HTML,
};

const NOT_BUILT =
  "<!doctype html><title>Presage</title><p>The page is not built: run <code>npm run build:web</code>, then load it again.</p>";

/** Adds the page to a server that is not listening yet. */
export function addWebPage(server: FastifyInstance, page: WebPage): void {
  const { entry, paths, shared, settings, guide, images, events, brand } = page;
  const show: ShowPage = async (reply, change = (html) => html, file = entry) => {
    const html = await readFile(join(BUILD_FOLDER, file), "utf8").catch(() => undefined);
    reply.headers(HEADERS).type(HTML);
    if (html === undefined) return reply.code(404).send(NOT_BUILT);
    return reply.send(change(withBrand(html, brand.read())));
  };
  if (shared.length > 0)
    server.addHook("onRequest", async (request, reply) => {
      // This hook runs for every request of the address; requests of interfaces must pass unchanged.
      if (!shared.includes(request.routeOptions.url ?? "")) return undefined;
      reply.header("vary", "accept");
      return wantsPage(request) ? show(reply) : undefined;
    });
  server.showUnknown = (request, reply) => {
    if (canWantPage(request)) reply.header("vary", "accept");
    if (!wantsPage(request)) return false;
    void show(reply.code(404));
    return true;
  };
  void server.register(async (scope) => {
    rejectFileErrors(scope);
    await scope.register(fastifyStatic, { root: BUILD_FOLDER, serve: false, preCompressed: true });
    serveImages(scope, images);
    serveBrand(scope, brand);
    if (events !== undefined) serveEventPages(scope, { ...events, brand }, show);
    for (const path of paths) serveFile(scope, path, (_request, reply) => show(reply));
    serveFile(scope, "/settings.json", ({ headers }, reply) => reply.send(settings(headers)));
    if (guide !== undefined)
      serveFile(scope, "/llms.txt", ({ headers }, reply) => reply.type(TEXT).send(guide(headers)));
    serveFile(scope, "/favicon.svg", (_request, reply) => reply.sendFile("favicon.svg"));
    for (const file of entry === "index.html" ? INSTALLED_FILES : [])
      serveFile(scope, `/${file}`, (_request, reply) => {
        reply.headers(HEADERS);
        return reply.sendFile(file, BUILD_FOLDER, { cacheControl: false });
      });
    if (entry === "index.html") serveNamed(scope, brand);
    serveFile(scope, "/assets/:file", (request, reply) => {
      reply.header("cache-control", IMMUTABLE_CACHE_CONTROL);
      return reply.sendFile(`assets/${readParam(request, "file")}`, BUILD_FOLDER, { cacheControl: false });
    });
  });
}

function serveNamed(scope: FastifyInstance, brand: PageBrand): void {
  for (const [file, type] of Object.entries(BRANDED_FILES))
    serveFile(scope, `/${file}`, async (_request, reply) => {
      const content = await readFile(join(BUILD_FOLDER, file), "utf8").catch(() => undefined);
      if (content === undefined) return sendNotFound(reply, "the page is not built: run npm run build:web");
      return reply
        .headers(HEADERS)
        .type(type)
        .send(brandedFile(file, content, brand.read()));
    });
}

const canWantPage = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

/** Tells whether the client wants the page. Clients of interfaces accept JSON or anything; browsers name HTML. */
const wantsPage = (request: FastifyRequest): boolean =>
  canWantPage(request) && (request.headers.accept ?? "").includes("text/html");
