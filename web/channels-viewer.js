/** Builds /docs/channels, the page with AsyncAPI's viewer, into dist/docs beside the documentation. */
import { join } from "node:path";

const HERE = import.meta.dirname;

/**
 * Modules of AsyncAPI's viewer that stand for others in the browser: of the parser it needs only the classes of a parsed
 * document, of the standard's schemas only the versions, and of the cleaner of HTML the part for browsers.
 *
 * @type {Readonly<Record<string, string>>}
 */
const STAND_INS = {
  "@asyncapi/parser":
    'export * from "@asyncapi/parser/esm/document.js"; export * from "@asyncapi/parser/esm/models/index.js"; export { unstringify } from "@asyncapi/parser/esm/stringify.js";',
  "@asyncapi/parser/cjs/document": 'export * from "@asyncapi/parser/esm/document.js";',
  "@asyncapi/specs": 'export default { schemas: { "3.0.0": {} } };',
  "@stoplight/spectral-core": "export class Document {}",
  "isomorphic-dompurify": 'import purify from "dompurify"; export const { sanitize } = purify;',
};

/** The viewer's own use of the parser, which the page never calls. */
const PARSING = "/@asyncapi/react-component/lib/esm/helpers/parser.js";

/**
 * Faults of the viewer's markup that assistive technology meets: tabs outside a list of tabs, and a heading below none.
 *
 * @type {readonly (readonly [file: string, found: RegExp, mended: string])[]}
 */
const MENDED = [
  [
    "/components/Schema/Schema.js",
    /role: "tab", "aria-selected": (tabOpen === '\w+'), "aria-controls": "[a-z-]+"/g,
    '"aria-pressed": $1',
  ],
  ["/components/Schema/Conditions/Conditions.js", /"h5"/g, '"p"'],
];

/**
 * @param {string} code
 * @param {string} id
 */
function mend(code, id) {
  const mending = MENDED.find(([file]) =>
    id.replaceAll("\\", "/").endsWith(`react-component/lib/esm${file}`),
  );
  if (mending === undefined) return undefined;
  const [file, found, mended] = mending;
  const written = code.replaceAll(found, mended);
  if (written === code) throw new Error(`the viewer's file ${file} has no ${found} to mend`);
  return { code: written, map: null };
}

const MARK = "\0stand-in:";

/** @type {import("vite").Plugin} */
const withoutParser = {
  name: "without-parser",
  enforce: "pre",
  resolveId: (id) => (id in STAND_INS ? MARK + id : undefined),
  load: (id) => {
    if (id.startsWith(MARK)) return STAND_INS[id.slice(MARK.length)];
    return id.replaceAll("\\", "/").endsWith(PARSING) ? "export class Parser {}" : undefined;
  },
  transform: mend,
};

/** @param {typeof import("vite")} vite */
export async function buildChannelsPage({ build }) {
  await build({
    configFile: false,
    root: HERE,
    base: "/docs/",
    publicDir: false,
    plugins: [withoutParser],
    // As in vite.config.ts: the viewer is written for React, and runs on Preact.
    resolve: {
      alias: {
        "react/jsx-runtime": "preact/jsx-runtime",
        "react-dom/client": "preact/compat/client",
        "react-dom": "preact/compat",
        react: "preact/compat",
      },
    },
    build: {
      target: "es2022",
      outDir: join(HERE, "dist", "docs"),
      emptyOutDir: false,
      chunkSizeWarningLimit: 600,
      rollupOptions: {
        input: join(HERE, "channels.html"),
        // Packages mark their modules for servers that render, which this page has none of.
        onwarn: (warning, warn) => {
          if (warning.code !== "MODULE_LEVEL_DIRECTIVE") warn(warning);
        },
      },
    },
  });
}
