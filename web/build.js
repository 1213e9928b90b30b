/**
 * Builds the page into web/dist. Without the development dependencies it prints a note, and fails unless --if-possible is
 * given.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { buildChannelsPage } from "./channels-viewer.js";

const HERE = import.meta.dirname;

/** Link that preloads the settings, which every page waits for. */
const SETTINGS_LINK = '    <link rel="preload" as="fetch" crossorigin href="/settings.json">\n';
const MANIFEST = join(HERE, "dist", ".vite", "manifest.json");

/**
 * Adds the preload link to index.html, and writes event.html: the page with preload links to all files of an event's page. So the browser requests these files at
 * once, not when scripts import them. The exchange serves event.html at the addresses of events.
 */
function writePages() {
  /** @type {Record<string, { file: string, css?: string[], imports?: string[] }>} */
  const chunks = JSON.parse(readFileSync(MANIFEST, "utf8"));
  const index = join(HERE, "dist", "index.html");
  const page = readFileSync(index, "utf8").replace("</title>\n", `</title>\n${SETTINGS_LINK}`);
  writeFileSync(index, page);
  const files = [...listFiles(chunks, "src/pages/event-page.tsx")].filter((file) => !page.includes(file));
  const links = files.map((file) =>
    file.endsWith(".css")
      ? `    <link rel="preload" as="style" crossorigin href="/${file}">\n`
      : `    <link rel="modulepreload" crossorigin href="/${file}">\n`,
  );
  if (links.length === 0) throw new Error("the page of an event has no files of its own");
  const head = `${links.join("")}  </head>`;
  writeFileSync(join(HERE, "dist", "event.html"), page.replace("  </head>", head));
  rmSync(join(HERE, "dist", ".vite"), { recursive: true });
}

/**
 * Lists the files of a chunk and of all that it imports.
 *
 * @param {Record<string, { file: string, css?: string[], imports?: string[] }>} chunks
 * @param {string} name
 * @param {Set<string>} found
 */
function listFiles(chunks, name, found = new Set()) {
  const chunk = chunks[name];
  if (chunk === undefined) throw new Error(`the build has no chunk of ${name}`);
  if (found.has(chunk.file)) return found;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const imported of chunk.imports ?? []) listFiles(chunks, imported, found);
  return found;
}

/**
 * Writes compressed copies beside each script and style sheet of more than 1,024 bytes: Brotli is the smaller one.
 *
 * @param {string} folder
 */
function compressAssets(folder) {
  for (const name of readdirSync(folder).filter((file) => /\.(?:js|css)$/.test(file))) {
    const content = readFileSync(join(folder, name));
    if (content.length <= 1_024) continue;
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
  }
}

/**
 * Paints the logo as the icons of an installed page. The maskable icon fills its square, which the operating system cuts to
 * its own shape.
 */
async function paintIcons() {
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const logo = readFileSync(join(HERE, "public", "favicon.svg"), "utf8");
  const [, ground] = /fill="(#[0-9a-f]{6})"/.exec(logo) ?? [];
  if (ground === undefined) throw new Error("the logo has no ground");
  const full = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 42 42"><rect width="42" height="42" fill="${ground}"/><svg x="5" y="5" width="32" height="32">${logo}</svg></svg>`;
  const folder = join(HERE, "dist", "icons");
  mkdirSync(folder, { recursive: true });
  for (const [name, drawing, value] of /** @type {const} */ ([
    ["192.png", logo, 192],
    ["512.png", logo, 512],
    ["maskable-512.png", full, 512],
  ])) {
    const painted = new Resvg(drawing, { fitTo: { mode: "width", value } }).render();
    writeFileSync(join(folder, name), painted.asPng());
  }
}

/**
 * Builds the script that signs requests of Swagger UI into dist/try, alone in a file.
 *
 * @param {typeof import("vite")} vite
 */
async function buildSigner({ build }) {
  const entry = join(HERE, "src", "try", "signer.ts");
  await build({
    configFile: false,
    root: HERE,
    publicDir: false,
    build: {
      target: "es2022",
      outDir: join(HERE, "dist", "try"),
      lib: { entry, formats: ["iife"], name: "PresageSigner", fileName: () => "signer.js" },
    },
  });
}

/** Builds the documentation from docs/ into dist/docs; its settings are those of site/.vitepress. */
async function buildSite() {
  const { build } = await import("vitepress");
  await build(join(HERE, "site"), {});
}

const vite = await import("vite").catch((error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
});
if (vite !== undefined) {
  await vite.build({ root: HERE });
  writePages();
  compressAssets(join(HERE, "dist", "assets"));
  await paintIcons();
  await buildSigner(vite);
  await buildSite();
  // A copy of the documentation on another web server has no exchange whose channels the page could show.
  if (process.env["PRESAGE_DOCS_BASE"] === undefined) await buildChannelsPage(vite);
} else {
  const stands = existsSync(join(HERE, "dist", "index.html"))
    ? "stays as it was built before"
    : "is not there";
  process.stderr.write(
    `The web page ${stands}: vite, which builds it, is not installed. Run npm ci first, without --omit=dev.\n`,
  );
  if (!process.argv.includes("--if-possible")) process.exitCode = 1;
}
