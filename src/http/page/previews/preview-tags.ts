/** Tags in the head of an event's page, from which chat programs and the like make a link preview. */
import type { EventPreview } from "./event-preview.ts";
import { buildPreviewDescription } from "./preview-words.ts";

export type PreviewAddresses = {
  /** Absolute addresses of the page and its picture. */
  readonly page: string;
  readonly picture: string;
};

/** Width and height of the picture in pixels, in the proportions that Open Graph recommends. */
export const PICTURE_SIZE = { width: 1_200, height: 630 } as const;

/** The preview of an event on a site of this name. */
export type NamedPreview = { readonly preview: EventPreview; readonly site: string };

/** Start of what a browser shows before the scripts draw the page. */
const SHELL = /<main class="page shell">/;

/** Inserts the title of an event and its tags into the page and its shell. Without addresses there is no picture. */
export function withPreviewTags(
  html: string,
  named: NamedPreview,
  addresses: PreviewAddresses | undefined,
): string {
  const tags = buildMetaTags(named, addresses).map(([name, content]) => {
    const attribute = name.startsWith("og:") ? "property" : "name";
    return `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`;
  });
  const link =
    addresses === undefined ? [] : [`<link rel="canonical" href="${escapeHtml(addresses.page)}" />`];
  const head = [
    `<title>${escapeHtml(`${named.preview.title} · ${named.site}`)}</title>`,
    ...tags,
    ...link,
  ].join("\n    ");
  const title = `<p class="shell-title">${escapeHtml(named.preview.title)}</p>`;
  return html
    .replace(/<meta name="description"[^>]*>\s*/, "")
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace(SHELL, (shell) => `${shell}\n        ${title}`);
}

function buildMetaTags(
  { preview, site }: NamedPreview,
  addresses: PreviewAddresses | undefined,
): readonly (readonly [name: string, content: string])[] {
  const { title } = preview;
  const description = buildPreviewDescription(preview);
  const named = [
    ["description", description],
    ["og:type", "website"],
    ["og:site_name", site],
    ["og:title", title],
    ["og:description", description],
    ["twitter:title", title],
    ["twitter:description", description],
  ] as const;
  if (addresses === undefined) return [...named, ["twitter:card", "summary"]];
  const { page, picture } = addresses;
  return [
    ...named,
    ["og:url", page],
    ["og:image", picture],
    ["og:image:type", "image/png"],
    ["og:image:width", String(PICTURE_SIZE.width)],
    ["og:image:height", String(PICTURE_SIZE.height)],
    ["og:image:alt", `${title}: ${description}`],
    ["twitter:card", "summary_large_image"],
    ["twitter:image", picture],
  ];
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for an element or a double-quoted attribute, in HTML and SVG. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
