/** Settings of the documentation site, which is built from docs/ into web/dist/docs. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { defineConfig } from "vitepress";
import type { DefaultTheme, MarkdownEnv, MarkdownRenderer } from "vitepress";
import { addressOf, listSections, withParts } from "../contents.ts";
import type { Language, Page } from "../contents.ts";
import { FEED, writeFeed } from "../feed.ts";
import { explainTerms } from "../glossary.ts";
import { copyLinkedFiles, linkFilesOutside } from "../outside-files.ts";
import { moveScripts } from "../own-scripts.ts";
import { writePlainCopies } from "../plain-copies.ts";
import { madePages } from "../reference/pages.ts";
import { stagePages } from "../staged-pages.ts";
import { nameControls, PORTUGUESE_LABELS, PORTUGUESE_SEARCH } from "../portuguese.ts";

/** Base path of the site; another one is for a copy that a web server publishes elsewhere. */
const BASE = process.env["PRESAGE_DOCS_BASE"] ?? "/docs/";
const WEB = join(import.meta.dirname, "..", "..");
const STAGED = join(WEB, "site", ".pages");
stagePages(STAGED);

/** Sections with a menu of their pages; the site's title leads to the first page of all. */
const menuSections = (language: Language) => listSections(language).filter(({ title }) => title !== "");

/** A page in the menu; those that belong to it fold out below it. */
const menuItem = (page: Page): DefaultTheme.SidebarItem => ({
  text: page.title,
  link: addressOf(page),
  ...(page.parts.length > 0 && { collapsed: true, items: page.parts.map(menuItem) }),
});

type Menu = { readonly text: string; readonly items: DefaultTheme.SidebarItem[] };

/** Menus by folder: a page shows all sections that have pages of its folder. */
function sidebarOf(language: Language): Record<string, Menu[]> {
  const menus: Record<string, Menu[]> = {};
  for (const { title, pages } of menuSections(language)) {
    const items = pages.map(menuItem);
    const folders = withParts(pages).map(({ path }) => `/${path.slice(0, path.lastIndexOf("/") + 1)}`);
    for (const folder of new Set(folders)) (menus[folder] ??= []).push({ text: title, items });
  }
  return menus;
}

/**
 * Links to the first page of each section; the section `A: PART` is a part of A, and has none. Swagger UI is at the
 * exchange's own address alone.
 */
const navOf = (language: Language, tryIt: string) => [
  ...menuSections(language)
    .filter(({ title }) => !title.includes(": "))
    .map(({ title, pages: [first] }) => ({
      text: title,
      link: first === undefined ? "/" : addressOf(first),
    })),
  ...(BASE === "/docs/" ? [{ text: tryIt, link: "/try/", target: "_self" }] : []),
];

/** Pages whose tables of figures and methods would bury the guides. */
const WITHOUT_TABLES: ReadonlySet<string> = new Set([
  "explanation/performance.md",
  "reference/compatibility.md",
]);

/** Words by which readers search for a page that calls its subject otherwise: `<!-- also: WORDS -->`. */
const OTHER_WORDS = /^<!-- also: (.+) -->$/gm;

/** Renders a page for the search: without records of decisions, whose words would bury the guides, and without examples. */
function renderForSearch(source: string, page: MarkdownEnv, renderer: MarkdownRenderer): string {
  if (/^decisions\/\d/.test(page.relativePath)) return "";
  const named = source.replaceAll(OTHER_WORDS, "$1");
  const text = WITHOUT_TABLES.has(page.relativePath) ? named.replaceAll(/^\|.*$/gm, "") : named;
  const isMade = madePages().has(page.relativePath.replace(/\.md$/, ""));
  return renderer.render(isMade ? text.replaceAll(/^(`{3,})[^]*?^\1$/gm, "") : text, {
    ...page,
    isForSearch: true,
  });
}

/** Shows blocks that are set off by blanks as those between fences, which scroll and can be copied. */
function showIndentedAsText({ renderer: { rules } }: MarkdownRenderer): void {
  rules.code_block = (tokens, index, options, page, self) => {
    const block = tokens[index];
    if (block !== undefined) block.info = "text";
    return rules.fence?.(tokens, index, options, page, self) ?? "";
  };
}

/** Anchors of headings as GitHub makes them, so that a link works in both. */
const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

// VitePress reads its settings from the default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  title: "Presage",
  description: "A self-hosted prediction-market exchange for clients of Polymarket and Kuest",
  srcDir: ".pages",
  outDir: "../dist/docs",
  cacheDir: "../../node_modules/.cache/vitepress",
  base: BASE,
  // Pages that links lead to are not loaded before somebody follows a link.
  router: { prefetchLinks: false },
  // The script of the site's data is a file, so that the page's policy needs no inline script.
  metaChunk: true,
  head: [
    ["link", { rel: "icon", type: "image/svg+xml", href: `${BASE}favicon.svg` }],
    ["link", { rel: "alternate", type: "application/atom+xml", href: `${BASE}${FEED}`, title: "Releases" }],
  ],
  markdown: {
    config: (renderer) => {
      linkFilesOutside(BASE)(renderer);
      showIndentedAsText(renderer);
      explainTerms(renderer);
      nameControls(renderer);
    },
    anchor: { slugify: slugOf },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
  transformHtml: (html, _page, { siteConfig }) => moveScripts(html, siteConfig.outDir, BASE),
  buildEnd: ({ outDir, pages }) => {
    writePlainCopies(outDir, BASE, pages);
    copyLinkedFiles(outDir);
    writeFeed(outDir, BASE);
    copyFileSync(join(WEB, "public", "favicon.svg"), join(outDir, "favicon.svg"));
  },
  themeConfig: {
    outline: { level: [2, 3] },
    search: { provider: "local", options: { _render: renderForSearch, locales: { pt: PORTUGUESE_SEARCH } } },
    externalLinkIcon: false,
    docFooter: { prev: false, next: false },
  },
  locales: {
    root: {
      label: "English",
      lang: "en",
      themeConfig: {
        sidebar: sidebarOf("en"),
        nav: navOf("en", "Try it"),
        // Not every page is in Portuguese: the switch leads to the first page that is.
        i18nRouting: false,
        notFound: {
          title: "This page does not exist",
          quote:
            "The address may have a mistake, or the page may have another name in this version. Search for its words at the top.",
          linkText: "Go to the first page",
          linkLabel: "Go to the first page",
        },
      },
    },
    pt: {
      label: "Português",
      lang: "pt-PT",
      title: "Presage",
      description: "Uma bolsa de mercados de previsão na sua máquina, para clientes da Polymarket e da Kuest",
      themeConfig: {
        ...PORTUGUESE_LABELS,
        sidebar: sidebarOf("pt"),
        nav: navOf("pt", "Experimentar"),
      },
    },
  },
});
