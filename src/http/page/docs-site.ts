/**
 * /docs of the single-port address: the documentation of the running version, a static site that the build of the page
 * writes. The site loads everything from its address; its policy allows no other source.
 */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PACKAGE_ROOT } from "../../release.ts";
import type { HttpReply } from "../operation/http-exchange.ts";
import { isCachedByCaller, sendNotModified } from "../server/caching.ts";
import { acceptsGzip } from "../server/compression.ts";
import {
  IMMUTABLE_CACHE_CONTROL,
  makePageHeaders,
  rejectFileErrors,
  sendNotFound,
  serveFile,
} from "./page-files.ts";

const SITE = join(PACKAGE_ROOT, "web", "dist", "docs");
const DOCS_PREFIX = "/docs";

/** Hash of the style sheet with which the theme switches between light and dark at once. */
const SWITCH_STYLE = "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='";

const { "content-security-policy": POLICY, ...OTHER_HEADERS } = makePageHeaders(`'self' ${SWITCH_STYLE}`);
const HEADERS = {
  ...OTHER_HEADERS,
  // The colours of code are attributes of its words.
  "content-security-policy": `${POLICY}; style-src-attr 'unsafe-inline'`,
};

const TEXT = "text/plain; charset=utf-8";
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".xml": "application/atom+xml; charset=utf-8",
  ".jpg": "image/jpeg",
  ".png": "image/png",
};

const NOT_BUILT = "the documentation is not built: run npm run build:web";

type SiteFile = { readonly bytes: Buffer; readonly packed: Buffer; readonly hash: string };

/** Adds the site to a server that is not listening yet. */
export function addDocsSite(server: FastifyInstance): void {
  const names = listFiles();
  const files = new Map<string, Promise<SiteFile>>();
  const read = (name: string): Promise<SiteFile> => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const file = readSiteFile(name);
    files.set(name, file);
    // A later request reads the file again, as after a build.
    file.catch(() => files.delete(name));
    return file;
  };
  const send = async (request: FastifyRequest, reply: FastifyReply): Promise<HttpReply> => {
    reply.headers(HEADERS);
    const name = findFile(names, readPath(request));
    if (name === undefined && !names.has("404.html")) return sendNotFound(reply, NOT_BUILT);
    if (name === undefined && !(request.headers.accept ?? "").includes("text/html"))
      return sendNotFound(reply, `no such page of the documentation; ${DOCS_PREFIX}/llms.txt lists all`);
    const { bytes, packed, hash } = await read(name ?? "404.html");
    reply.type(typeOf(name ?? "404.html")).header("vary", "accept-encoding");
    if (name === undefined) reply.code(404);
    else if (isCachedByCaller(reply, hash, controlOf(name))) return sendNotModified(reply);
    return acceptsGzip(request) ? reply.header("content-encoding", "gzip").send(packed) : reply.send(bytes);
  };
  const mountSite = async (scope: FastifyInstance): Promise<void> => {
    rejectFileErrors(scope);
    serveFile(scope, "/", send);
    serveFile(scope, "/*", send);
  };
  void server.register(mountSite, { prefix: DOCS_PREFIX });
}

/** Lists the files of the site as paths with slashes; none if the site is not built. */
function listFiles(): ReadonlySet<string> {
  try {
    return new Set(
      readdirSync(SITE, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(SITE, join(parentPath, name)).replaceAll("\\", "/")),
    );
  } catch {
    return new Set();
  }
}

const readPath = ({ params }: FastifyRequest): string => (params as { readonly "*"?: string })["*"] ?? "";

/** Finds the file of a path: itself, the page without its extension, or the first page of a folder. */
const findFile = (names: ReadonlySet<string>, path: string): string | undefined => {
  const folder = path.replace(/\/$/, "");
  const candidates = [path, `${folder}.html`, folder === "" ? "index.html" : `${folder}/index.html`];
  return candidates.find((name) => names.has(name));
};

async function readSiteFile(name: string): Promise<SiteFile> {
  const bytes = await readFile(join(SITE, name));
  const packed = await promisify(gzip)(bytes);
  return { bytes, packed, hash: createHash("sha256").update(bytes).digest("base64url") };
}

/** Media type of a file; linked files of the repository are shown as text. */
const typeOf = (name: string): string => (name.startsWith("files/") ? TEXT : (TYPES[extname(name)] ?? TEXT));

const controlOf = (name: string): string =>
  name.startsWith("assets/") ? IMMUTABLE_CACHE_CONTROL : "no-cache";
