/**
 * /docs of the one-port address: Swagger UI over the OpenAPI documents of the interfaces there. Everything is loaded from
 * this address, including the viewer's files; the page's policy allows no other source.
 */
import { createRequire } from "node:module";
import { dirname } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { pageHeaders, refuseFileErrors, serveFile } from "./page-files.ts";

/** A document listed on the page. */
export type DocsEntry = { readonly name: string; readonly url: string };

const VIEWER = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const VIEWER_FILES = [
  "index.css",
  "swagger-ui.css",
  "swagger-ui-bundle.js",
  "swagger-ui-standalone-preset.js",
  "favicon-32x32.png",
];

/** Hash of the style sheet inside the viewer's logo. */
const LOGO_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

const HEADERS = pageHeaders(`'self' ${LOGO_STYLE}`);

/** Adds the page to a server that is not listening yet. */
export function addDocsPage(server: FastifyInstance, documents: readonly DocsEntry[]): void {
  const start = startScript(documents);
  const mountPage = async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.headers(HEADERS);
    });
    refuseFileErrors(scope);
    await scope.register(fastifyStatic, { root: VIEWER, serve: false });
    for (const file of VIEWER_FILES) serveFile(scope, `/${file}`, (_request, reply) => reply.sendFile(file));
    serveFile(scope, "/", (_request, reply) => reply.type("text/html; charset=utf-8").send(PAGE));
    serveFile(scope, "/start.js", (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").send(start),
    );
  };
  void server.register(mountPage, { prefix: "/docs" });
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Presage interfaces</title>
    <link rel="icon" type="image/png" sizes="32x32" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/index.css">
  </head>
  <body>
    <div id="viewer"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/swagger-ui-standalone-preset.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/** Writes the viewer's start script. It disables the validator, which would be a network service, and settings from the URL. */
function startScript(documents: readonly DocsEntry[]): string {
  const settings = {
    dom_id: "#viewer",
    urls: documents,
    layout: "StandaloneLayout",
    deepLinking: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
    queryConfigEnabled: false,
  };
  return `SwaggerUIBundle({
  ...${JSON.stringify(settings)},
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
});
`;
}
