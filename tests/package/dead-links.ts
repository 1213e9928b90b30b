/** Relative links of the packed documents, each of which must lead to a file or a folder of the package. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Links of Markdown, its definitions of links, and the attributes of HTML within. Addresses and anchors of the page are none. */
const LINKS = [
  /\]\((?![a-z]+:)([^)\s#]+)[^)]*\)/g,
  /^\[[^\]]+\]: (?![a-z]+:)([^\s#]+)/gm,
  /<[a-z]+ [^>]*(?:href|src)="(?![a-z]+:)([^"#]+)/g,
];

/** Files of the repository that the documentation site shows as they are. */
const SITE_COPIES = "**/web/dist/docs/files/**";

export type PackedLinks = { readonly count: number; readonly dead: readonly string[] };

/** Path of the site at the exchange: links of copies may lead to it. */
const SITE = "/docs/";

/** Follows the links of all Markdown files of a folder, but those of packages installed below it. */
export function followLinks(folder: string): PackedLinks {
  const pages = globSync("**/*.md", { cwd: folder, exclude: ["node_modules/**", SITE_COPIES] });
  const links = pages.flatMap((page) => {
    const text = readFileSync(join(folder, page), "utf8");
    return LINKS.flatMap((link) =>
      [...text.matchAll(link)].map(([, target = ""]) => ({ page, target: decodeURIComponent(target) })),
    );
  });
  const leads = ({ page, target }: { readonly page: string; readonly target: string }): boolean => {
    if (!target.startsWith(SITE)) return existsSync(join(folder, dirname(page), target));
    const [root = ""] = page.split(SITE, 1);
    return ["", ".html"].some((end) => existsSync(join(folder, root, target + end)));
  };
  const dead = links.filter((link) => !leads(link));
  return { count: links.length, dead: dead.map(({ page, target }) => `${page}: ${target}`) };
}
