/**
 * The web page, and the operators' console: files that the install has built, on the addresses that they belong to.
 * Everything comes from the address itself; the page's policy allows no other.
 */
import { readFile } from "node:fs/promises";
import { STATUS_CODES } from "node:http";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
} from "fastify";
import { refuseOtherMethods } from "./refuse-methods.ts";
import { sendRefusal } from "./send-refusal.ts";
import { tradingRefusals } from "./trading/refusal-form.ts";

/** Where the build puts them. */
const BUILT = join(import.meta.dirname, "../../web/dist");

export type WebPage = {
  /** The file of the page. */
  readonly entry: "index.html" | "admin.html";
  /** The paths that show it. */
  readonly paths: readonly string[];
  /** The paths of operations at which a browser gets the page and a client what the operation answers. */
  readonly shared: readonly string[];
  /** What GET /settings.json answers. */
  readonly settings: () => unknown;
};

const HTML = "text/html; charset=utf-8";

const HEADERS = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-cache",
};

/** Names of built files hold the hash of what is in them. */
const FOR_EVER = "public, max-age=31536000, immutable";

const NOT_BUILT =
  "<!doctype html><title>Presage</title><p>The page is not built: run <code>npm run build:web</code>, then load it again.</p>";

/** Adds the page to a server that does not listen yet. */
export function addWebPage(server: FastifyInstance, page: WebPage): void {
  const { entry, paths, shared, settings } = page;
  const show = async (reply: FastifyReply): Promise<FastifyReply> => {
    const html = await readFile(join(BUILT, entry)).catch(() => undefined);
    reply.headers(HEADERS).type(HTML);
    return html === undefined ? reply.code(404).send(NOT_BUILT) : reply.send(html);
  };
  if (shared.length > 0)
    server.addHook("onRequest", async (request, reply) => {
      if (!shared.includes(pathOf(request))) return undefined;
      reply.header("vary", "accept");
      return wantsPage(request) ? show(reply) : undefined;
    });
  void server.register(async (scope) => {
    // What is wrong with a request for a file is the caller's.
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      const { statusCode: status = 500 } = error;
      if (status >= 500) throw error;
      return sendRefusal(reply, { status, body: { error: STATUS_CODES[status]?.toLowerCase() } });
    });
    await scope.register(fastifyStatic, { root: BUILT, serve: false });
    for (const path of paths) serve(scope, path, (_request, reply) => show(reply));
    serve(scope, "/settings.json", (_request, reply) => reply.send(settings()));
    serve(scope, "/favicon.svg", (_request, reply) => reply.sendFile("favicon.svg"));
    serve(scope, "/assets/:file", ({ params }, reply) => {
      reply.header("cache-control", FOR_EVER);
      return reply.sendFile(`assets/${fileOf(params)}`, BUILT, { cacheControl: false });
    });
  });
}

function serve(scope: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  scope.get(url, handler);
  refuseOtherMethods(scope, { url, methods: ["GET"] }, tradingRefusals);
}

const fileOf = (params: unknown): string =>
  typeof params === "object" && params !== null && "file" in params ? String(params.file) : "";

const pathOf = ({ url }: FastifyRequest): string => url.split("?", 1)[0] ?? "/";

/** Clients of the interfaces ask for JSON or for anything; browsers name HTML. */
const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") && (headers.accept ?? "").includes("text/html");
