/** Parts of Markdown: code, prose and tables that hold any text. */

/** Code within a line; a bar within would end a cell. */
export const codeSpan = (text: string): string => {
  const written = text.replaceAll("|", "\\|");
  return written.includes("`") ? `\`\` ${written} \`\`` : `\`${written}\``;
};

/** Parts of a description that are code: requests, names with underlines, and paths of documents. */
const CODE = /`[^`]+`|\b(?:GET|POST|DELETE) \/[\w/{}.-]*|\b[a-z]+(?:_[a-z]+)+\b/g;
/** Pages of the documents that descriptions name. */
const PAGE = /\bdocs\/([\w/-]+)\.md\b/g;

/** A description as Markdown within a cell or a paragraph. */
export function prose(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    parts.push(plain(text.slice(at, index)), codeSpan(code.replaceAll("`", "")));
    at = index + code.length;
  }
  return [...parts, plain(text.slice(at))].join("").replaceAll("\n", " ");
}

/** Text without meaning to Markdown, HTML or the site's templates. */
const plain = (text: string): string =>
  text
    .replaceAll(/[<>|*_{}[\]\\]/g, (character) => `&#${character.codePointAt(0)};`)
    .replaceAll(PAGE, (_, path: string) => `[${path.slice(path.lastIndexOf("/") + 1)}](${ROOT}${path}.md)`);

/** Stands for the way from a page to docs/ in links, until the page is placed. */
const ROOT = "root:/";

/** Replaces the root in links by the way to it from a page. */
export const placedAt = (path: string, text: string): string =>
  text.replaceAll(`](${ROOT}`, `](${"../".repeat(path.split("/").length - 1)}`);

/** A table; a table without rows is no text. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ""
    : [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** Parts with an empty line between them; empty parts are left out. */
export const paragraphs = (parts: readonly string[]): string =>
  parts.filter((part) => part !== "").join("\n\n");

/** A block between fences. */
export const fence = (language: string, text: string): string => {
  const marks = text.includes("```") ? "````" : "```";
  return `${marks}${language}\n${text.trimEnd()}\n${marks}`;
};

/** A sentence with its full stop. */
export const sentence = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);

/** Part of an address: words with hyphens. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
