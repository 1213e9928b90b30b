/**
 * The web page and the operators' console: built files, each on its own address. Everything is loaded from that address;
 * the page's policy allows no other source.
 */
import { readFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { brandedFile, serveBrand, withBrand } from "./page-brand.ts";
import { serveEventPages } from "./event-pages.ts";
import type { EventPages, ShowPage } from "./event-pages.ts";
import { pageHeaders, refuseFileErrors, sendNotFound, serveFile, serveImages } from "./page-files.ts";
import type { PageBrand } from "./page-brand.ts";
import type { KeptImages } from "../../store/catalog/images.ts";
import { PACKAGE_ROOT } from "../../release.ts";

/** Output folder of the page's build. */
const BUILT = join(PACKAGE_ROOT, "web", "dist");

/** Folder of the fonts of pictures. */
export const FONTS = join(BUILT, "fonts");

export type WebPage = {
  /** The file of the page. */
  readonly entry: "index.html" | "admin.html";
  /** Paths that show the page. */
  readonly paths: readonly string[];
  /** Paths of operations where a browser gets the page, and a client the operation's answer. */
  readonly shared: readonly string[];
  /** Returns the answer of GET /settings.json to a caller with these headers. */
  readonly settings: (headers: IncomingHttpHeaders) => unknown;
  /** Returns the answer of GET /llms.txt, if there is one. */
  readonly guide?: (headers: IncomingHttpHeaders) => string;
  readonly images: Pick<KeptImages, "find">;
  /** Name, colour and logo of the page. */
  readonly brand: PageBrand;
  /** Previews of events, if the page shows events. */
  readonly events?: Omit<EventPages, "brand">;
};

const TEXT = "text/plain; charset=utf-8";
const HTML = "text/html; charset=utf-8";

const HEADERS = {
  ...pageHeaders(),
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-cache",
};

/** Files of an installed page that do not depend on the brand. */
const INSTALLED = ["icons/192.png", "icons/512.png", "icons/maskable-512.png", "offline.css", "offline.js"];

/** Files with the exchange's name or a hash of the brand, and their media types: the manifest, and the offline page. */
const NAMED: Readonly<Record<string, string>> = {
  "manifest.webmanifest": "application/manifest+json; charset=utf-8",
  "service-worker.js": "text/javascript; charset=utf-8",
  "offline.html": HTML,
};

/** Names of built files contain the hash of their content, so they can be cached forever. */
const FOR_EVER = "public, max-age=31536000, immutable";

const NOT_BUILT =
  "<!doctype html><title>Presage</title><p>The page is not built: run <code>npm run build:web</code>, then load it again.</p>";

/** Adds the page to a server that is not listening yet. */
export function addWebPage(server: FastifyInstance, page: WebPage): void {
  const { entry, paths, shared, settings, guide, images, events, brand } = page;
  const show: ShowPage = async (reply, change = unchanged, file = entry) => {
    const html = await readFile(join(BUILT, file), "utf8").catch(() => undefined);
    reply.headers(HEADERS).type(HTML);
    if (html === undefined) return reply.code(404).send(NOT_BUILT);
    return reply.send(change(withBrand(html, brand.read())));
  };
  if (shared.length > 0)
    server.addHook("onRequest", async (request, reply) => {
      // Runs for every request here; those meant for others must pass unchanged.
      if (!shared.includes(request.routeOptions.url ?? "")) return undefined;
      reply.header("vary", "accept");
      return wantsPage(request) ? show(reply) : undefined;
    });
  void server.register(async (scope) => {
    refuseFileErrors(scope);
    await scope.register(fastifyStatic, { root: BUILT, serve: false, preCompressed: true });
    serveImages(scope, images);
    serveBrand(scope, brand);
    if (events !== undefined) serveEventPages(scope, { ...events, brand }, show);
    for (const path of paths) serveFile(scope, path, (_request, reply) => show(reply));
    serveFile(scope, "/settings.json", ({ headers }, reply) => reply.send(settings(headers)));
    if (guide !== undefined)
      serveFile(scope, "/llms.txt", ({ headers }, reply) => reply.type(TEXT).send(guide(headers)));
    serveFile(scope, "/favicon.svg", (_request, reply) => reply.sendFile("favicon.svg"));
    for (const file of entry === "index.html" ? INSTALLED : [])
      serveFile(scope, `/${file}`, (_request, reply) => {
        reply.headers(HEADERS);
        return reply.sendFile(file, BUILT, { cacheControl: false });
      });
    if (entry === "index.html") serveNamed(scope, brand);
    serveFile(scope, "/assets/:file", ({ params }, reply) => {
      reply.header("cache-control", FOR_EVER);
      return reply.sendFile(`assets/${fileOf(params)}`, BUILT, { cacheControl: false });
    });
  });
}

function serveNamed(scope: FastifyInstance, brand: PageBrand): void {
  for (const [file, type] of Object.entries(NAMED))
    serveFile(scope, `/${file}`, async (_request, reply) => {
      const content = await readFile(join(BUILT, file), "utf8").catch(() => undefined);
      if (content === undefined) return sendNotFound(reply, "the page is not built: run npm run build:web");
      return reply
        .headers(HEADERS)
        .type(type)
        .send(brandedFile(file, content, brand.read()));
    });
}

const unchanged = (html: string): string => html;

const fileOf = (params: unknown): string =>
  typeof params === "object" && params !== null && "file" in params ? String(params.file) : "";

/** Tells whether the client wants the page. Clients of interfaces accept JSON or anything; browsers name HTML. */
const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") && (headers.accept ?? "").includes("text/html");
