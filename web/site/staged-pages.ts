/** The folder that VitePress reads: a copy of docs/, and the pages that are made of the API documents. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DOCS, readMarkdown } from "./contents.ts";
import { madePages } from "./reference/pages.ts";

/** Page that includes a file outside docs/, which is not copied. */
const INCLUDING = "reference/releases";

/** Fills a folder anew. */
export function stagePages(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(DOCS, folder, { recursive: true });
  for (const path of [INCLUDING, ...madePages().keys()]) {
    const file = join(folder, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, readMarkdown(path));
  }
}
