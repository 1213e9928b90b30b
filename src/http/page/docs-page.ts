/**
 * /docs/try of the single-port address: Swagger UI over the OpenAPI documents of the interfaces there. Everything is loaded
 * from this address, including Swagger UI's files; the page's policy allows no other source.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { MarketKind } from "../../core/markets/market-version.ts";
import { OPENAPI_PATH } from "../openapi/with-openapi.ts";
import { PACKAGE_ROOT } from "../../release.ts";
import { makePageHeaders, rejectFileErrors, serveFile } from "./page-files.ts";
import type { pageSettings } from "./page-settings.ts";

/** A document listed on the page. */
export type DocsEntry = { readonly name: string; readonly url: string };

const TRY_PREFIX = "/docs/try";
const VIEWER = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
const VIEWER_FILES = [
  "index.css",
  "swagger-ui.css",
  "swagger-ui-bundle.js",
  "swagger-ui-standalone-preset.js",
  "favicon-32x32.png",
];

/** Script of the page's build that signs requests with a wallet made for them. */
const SIGNER = { file: "signer.js", folder: join(PACKAGE_ROOT, "web", "dist", "try") };

/** Hash of the style sheet inside Swagger UI's logo. */
const LOGO_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

const HEADERS = makePageHeaders(`'self' ${LOGO_STYLE}`);

/** Adds the page to a server that is not listening yet. */
export function addDocsPage(server: FastifyInstance, documents: readonly DocsEntry[]): void {
  const start = startScript(documents);
  const mountPage = async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.headers(HEADERS);
    });
    rejectFileErrors(scope);
    await scope.register(fastifyStatic, { root: VIEWER, serve: false });
    for (const file of VIEWER_FILES) serveFile(scope, `/${file}`, (_request, reply) => reply.sendFile(file));
    serveFile(scope, "/", (_request, reply) => reply.type("text/html; charset=utf-8").send(PAGE));
    serveFile(scope, `/${SIGNER.file}`, (_request, reply) => reply.sendFile(SIGNER.file, SIGNER.folder));
    serveFile(scope, "/start.js", (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").send(start),
    );
  };
  void server.register(mountPage, { prefix: TRY_PREFIX });
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Presage interfaces</title>
    <link rel="icon" type="image/png" sizes="32x32" href="/docs/try/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/try/swagger-ui.css">
    <link rel="stylesheet" href="/docs/try/index.css">
  </head>
  <body>
    <div class="swagger-ui">
      <div class="wrapper">
        <p><a href="/docs/">Documentation</a> <a href="/docs/channels">Live channels</a></p>
        <div id="signer"></div>
      </div>
    </div>
    <div id="viewer"></div>
    <script src="/docs/try/signer.js"></script>
    <script src="/docs/try/swagger-ui-bundle.js"></script>
    <script src="/docs/try/swagger-ui-standalone-preset.js"></script>
    <script src="/docs/try/start.js"></script>
  </body>
</html>
`;

/** Builds Swagger UI's start script, which signs by the wallet made there, and disables the validator, a network service, and settings in the URL. */
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
  return `globalThis.PresageSigner?.mount(document.getElementById("signer"));
SwaggerUIBundle({
  ...${JSON.stringify(settings)},
  requestInterceptor: globalThis.PresageSigner?.sign ?? ((request) => request),
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
});
`;
}

// GET /llms.txt: a guide for programs such as language models. The guide is built from the page's settings, so its
// addresses are those that the caller can use.

type Settings = ReturnType<typeof pageSettings>;

const FUNDS = {
  sandbox: "An account opens by itself with the wallet's first key, with collateral to trade with.",
  production: "An operator opens accounts and credits them.",
} as const;

export const agentGuide = (settings: Settings, name: string): string => `# ${name}

> A self-hosted prediction-market exchange with an order book for each market, in ${settings.mode} mode. Clients of Polymarket and
> of Kuest work unchanged: the base address decides whose dialect is spoken.

Prices are between 0 and 1: what a share of an outcome costs, which pays 1 if the outcome comes true. Every refusal has a \`code\`
and a \`hint\` on the trading interface: what was expected, and what came.

## Addresses

Those that begin with a slash are paths of this address. Each has its OpenAPI document at \`${OPENAPI_PATH}\`.

${Object.entries(settings.addresses)
  .map(([dialect, addresses]) => dialectLines(dialect, addresses))
  .join("\n")}

- [Documentation](/docs/llms.txt): guides and references, each page as Markdown
- [Swagger UI](/docs/try): all documents to read and to try
- [Live channels](/docs/channels): the AsyncAPI documents to read
- [Settings](/settings.json): addresses, chain and contracts as JSON

## Find a market

- \`GET /events\` and \`GET /public-search?q=\` of the catalog list events with their markets. A market's \`version\` decides its tokens:
  \`clobTokenIds\` of \`v1\`, \`positionIds\` of \`v2\`, whichever fields are there.
- \`GET /book?token_id=\`, \`GET /midpoint?token_id=\` and \`GET /prices-history?market=\` of trading, \`GET /candles?token_id=\` of data.
- Live books: a WebSocket at \`/ws/market\` of trading; send \`{"type":"market","assets_ids":["TOKEN"]}\`.

## Ids

| id | form | names |
| --- | --- | --- |
| token id | decimal, about 77 digits | an outcome: books, prices, orders |
| condition id | \`0x\` and 64 hex digits | a market: trading and data |
| market or event id | a short number | a row of the catalog |
| slug | words with hyphens | a market or an event of the catalog |

\`GET /markets/{id}\` of the catalog takes each of them for a market, and gives the others. \`GET /prices-history\` of trading takes
each too, for the first outcome. The other routes of trading refuse an id of another kind, and say which kind it is.

## Sign in and trade

1. \`POST /auth/api-key\` of trading with the headers ${headers(settings, ["ADDRESS", "SIGNATURE", "TIMESTAMP", "NONCE"])}:
   an EIP-712 signature of \`ClobAuth\` for chain ${settings.chain_id}. It gives \`apiKey\`, \`secret\` and \`passphrase\`.
   ${FUNDS[settings.mode]}
2. Later requests have ${headers(settings, ["ADDRESS", "SIGNATURE", "TIMESTAMP", "API_KEY", "PASSPHRASE"])}: the signature is the
   HMAC-SHA256 of timestamp, method, path and body by the secret, in base64url.
3. \`POST /order\` with an order that the wallet signed by EIP-712 for one of these contracts on chain ${settings.chain_id}:
${settings.exchanges.map(({ contract, version, kind }) => `   - ${contract}${KIND_NOTES[kind]} (domain version "${version}")`).join("\n")}
4. \`DELETE /order\` cancels, \`GET /data/orders\` lists what is open, \`GET /data/trades\` what was filled.

Fields of a placement beside \`order\`: \`self_trade\` (newest, oldest, both), \`max_age_ms\` against the signed timestamp, \`replaces\` with
the id of an open order, \`order_group\` with the name of a group that \`POST /order-groups\` made: a limit of filled shares over a window.
\`GET /queue-position?order_id=\` tells what is ahead. The subscription to \`/ws/user\` takes \`queue_positions\` and \`cancel_on_disconnect\`.

## Rules of the live service

Polymarket's live service refuses more than an exchange must. \`PRESAGE_STRICTNESS\` switches its rules here:

| rule | here | what it wants | of | otherwise |
| --- | --- | --- | --- | --- |
${settings.strictness.map(({ rule, on, meaning, scope, answer }) => `| \`${rule}\` | ${on ? "on" : "off"} | ${meaning} | ${scope} | ${answer} |`).join("\n")}

The clients of both services do all of this: give \`@polymarket/clob-client-v2\` or \`py-clob-client\` the trading address of Polymarket's dialect.
`;

const KIND_NOTES: Readonly<Record<MarketKind, string>> = {
  ordinary: "",
  "negative-risk": " for markets of negative-risk events",
  "protocol-v2": " for markets of version v2, whose token ids are position ids",
};

const dialectLines = (dialect: string, addresses: Settings["addresses"][string]): string =>
  Object.entries(addresses)
    .map(([name, address]) => `- [${name}, dialect ${dialect}](${address}${OPENAPI_PATH}): ${address}`)
    .join("\n");

const headers = ({ header_prefix: prefix }: Settings, names: readonly string[]): string =>
  names.map((name) => `\`${prefix}${name}\``).join(", ");
