/** Files of the repository outside docs/ that pages link to, such as examples: the site has copies of them below files/. */
import { copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import type { MarkdownRenderer } from "vitepress";
import { DOCS } from "./contents.ts";

const ROOT = dirname(DOCS);

/** Files outside that the rendered pages link to, as paths below the repository. */
const linked = new Set<string>();

/** Page that includes CHANGELOG.md, whose links are relative to the repository. */
const RELEASES = "reference/releases.md";

/** Adds a rule to a renderer: links that leave docs/, or lead to files that are no pages, lead to the copies. */
export const linkFilesOutside =
  (base: string) =>
  (renderer: MarkdownRenderer): void => {
    renderer.core.ruler.push("files-outside", ({ tokens, env }) => {
      const links = tokens.flatMap(({ children }) =>
        (children ?? []).filter(({ type }) => type === "link_open"),
      );
      for (const link of links) redirect(link, String(env.relativePath ?? ""), base);
    });
  };

type Link = { attrGet(name: string): string | null; attrSet(name: string, value: string): void };

/** Page or file that a link leads to; `undefined` if the link leads elsewhere, or within its page. */
type Target = { readonly page: string } | { readonly file: string };

function findTarget(path: string, page: string): Target | undefined {
  if (path === "" || path.startsWith("/") || /^[a-z]+:/.test(path)) return undefined;
  const folder = page === RELEASES ? ROOT : join(DOCS, dirname(page));
  const file = relative(ROOT, normalize(join(folder, path)));
  if (file === "CHANGELOG.md") return { page: RELEASES };
  if (file.startsWith("docs/") && file.endsWith(".md")) return { page: file.slice("docs/".length) };
  if (!existsSync(join(ROOT, file)) || isFolder(file))
    throw new Error(`docs/${page} links to ${path}: expected a file of the repository`);
  return { file };
}

/** Changes a link to a file outside. VitePress leaves a link with a target as it is. */
function redirect(link: Link, page: string, base: string): void {
  const [path = "", anchor] = (link.attrGet("href") ?? "").split("#", 2);
  const target = findTarget(path, page);
  if (target === undefined) return;
  if ("page" in target) return link.attrSet("href", withAnchor(`/${target.page}`, anchor));
  linked.add(target.file);
  link.attrSet("href", `${base}files/${target.file}`);
  link.attrSet("target", "_self");
}

const withAnchor = (path: string, anchor: string | undefined): string =>
  anchor === undefined ? path : `${path}#${anchor}`;

/** Writes the links of a page's Markdown as they lead from its copy in the site. */
export const redirectMarkdown = (markdown: string, page: string): string =>
  markdown.replaceAll(
    /(!?\[[^\]]*\])\(([^)\s#]*)(?:#([^)\s]*))?\)/g,
    (whole, text: string, path: string, anchor?: string) => {
      const target = findTarget(path, page);
      if (target === undefined) return whole;
      if ("file" in target) linked.add(target.file);
      const to = "page" in target ? target.page : `files/${target.file}`;
      return `${text}(${withAnchor(relative(dirname(page), to), anchor)})`;
    },
  );

const isFolder = (file: string): boolean =>
  existsSync(join(ROOT, file)) && statSync(join(ROOT, file)).isDirectory();

/** Copies the linked files into the site. */
export function copyLinkedFiles(site: string): void {
  for (const file of linked) {
    const copy = join(site, "files", file);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(ROOT, file), copy);
  }
}
