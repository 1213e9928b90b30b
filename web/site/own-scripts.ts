/** Scripts that VitePress writes into each page, moved into files: the page's policy allows no inline script. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const INLINE = /<script id="[\w-]+">([^]*?)<\/script>/g;

/** Moves the inline scripts of a page into files of the site; each keeps its place, and runs there at once. */
export const moveScripts = (html: string, site: string, base: string): string =>
  html.replaceAll(INLINE, (_, script: string) => {
    const name = `assets/${createHash("sha256").update(script).digest("hex").slice(0, 16)}.js`;
    mkdirSync(join(site, "assets"), { recursive: true });
    writeFileSync(join(site, name), script);
    return `<script src="${base}${name}"></script>`;
  });
