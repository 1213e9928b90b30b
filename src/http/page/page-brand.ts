/** GET /brand.css and GET /brand/logo: the operator's colour as a style sheet, since pages have no inline styles, and the logo. */
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import { FIRST_BRAND } from "../../engine/operators/brand.ts";
import type { BrandSettings } from "../../engine/operators/brand.ts";
import { findBrandImage } from "../../store/page/brand-images.ts";
import type { BrandImage } from "../../store/page/brand-images.ts";
import { isCachedByCaller, sendNotModified } from "../server/caching.ts";
import { brandColours, buildBrandSheet } from "./brand-colours.ts";
import { sendNotFound, serveFile } from "./page-files.ts";
import { canPaint } from "./previews/picture-painter.ts";
import { escapeHtml } from "./previews/preview-tags.ts";

// The operator's name, colour and logo in the head of the page's HTML, and in the files of an installed page.

const BRAND_SHEET = "/brand.css";
const BRAND_LOGO = "/brand/logo";

/** Hashes a brand, so that a changed brand changes the addresses of its files. */
const hashBrand = (brand: BrandSettings): string =>
  createHash("sha256").update(JSON.stringify(brand)).digest("hex").slice(0, 12);

const FIRST_NAME = new RegExp(FIRST_BRAND.name, "g");

/** Inserts name, icons and colour into the head of the HTML, from which the page reads name and logo. */
export function withBrand(html: string, brand: BrandSettings): string {
  const { name, accent, logo } = brand;
  const named = html
    .replace(/<title>[^<]*<\/title>/, (title) => title.replace(FIRST_NAME, () => escapeHtml(name)))
    .replace(/(<meta name="application-name" content=")[^"]*/, (_all, start) => start + escapeHtml(name))
    .replace(/(<span class="brand-name">)[^<]*/, (_all, start) => start + escapeHtml(name));
  const icons =
    logo === undefined
      ? named
      : named
          .replace(
            /<link rel="icon"[^>]*>/,
            `<link rel="icon" type="${logo.type}" href="${logoPath(logo)}" />`,
          )
          .replace(
            /<link rel="apple-touch-icon"[^>]*>/,
            `<link rel="apple-touch-icon" href="${logoPath(logo)}" />`,
          )
          .replace(/<img src="[^"]*"/, () => `<img src="${logoPath(logo)}"`);
  if (accent === undefined) return icons;
  const sheet = `<link rel="stylesheet" href="${BRAND_SHEET}?${hashBrand(brand)}" />`;
  return icons.replace("</head>", `${sheet}\n  </head>`);
}

const logoPath = ({ hash }: NonNullable<BrandSettings["logo"]>): string =>
  `${BRAND_LOGO}?${hash.slice(0, 12)}`;

/**
 * Applies the brand to a file's content if the page's file of this name shows the brand; returns other content
 * unchanged.
 */
export function brandedFile(name: string, content: string, brand: BrandSettings): string {
  switch (name) {
    case "manifest.webmanifest":
      return brandedManifest(content, brand);
    case "offline.html":
      return content.replace(FIRST_NAME, () => escapeHtml(brand.name));
    // Browsers update the page that is stored for offline use only when the service worker's own text changes.
    case "service-worker.js":
      return `${content}// ${hashBrand(brand)}\n`;
    default:
      return content;
  }
}

function brandedManifest(content: string, { name, accent, logo }: BrandSettings): string {
  const manifest: Record<string, unknown> = { ...JSON.parse(content), name, short_name: name };
  if (accent !== undefined) manifest["theme_color"] = brandColours(accent).light.accent;
  if (logo !== undefined)
    manifest["icons"] = [
      { src: logoPath(logo), sizes: `${logo.side}x${logo.side}`, type: logo.type, purpose: "any" },
    ];
  return JSON.stringify(manifest);
}

/** The brand for the pages. */
export type PageBrand = {
  read(): BrandSettings;
  /** Finds the operator's logo; `undefined` if the built-in logo is used. */
  findLogo(): Promise<BrandImage | undefined>;
};

/** Caches the last logo in memory, so that visitors cause no database queries. */
export function createPageBrand({ brand, ownSql }: Pick<Context, "brand" | "ownSql">): PageBrand {
  let kept: BrandImage | undefined;
  return {
    read: brand.read,
    findLogo: async () => {
      const { logo } = brand.read();
      if (logo === undefined) return undefined;
      if (kept?.hash !== logo.hash) kept = await findBrandImage(ownSql, logo.hash);
      return kept;
    },
  };
}

/**
 * Short caching: pages use new addresses after a change of the brand, and other readers revalidate by the entity tag.
 */
const CONTROL = "public, max-age=60";

export function serveBrand(scope: FastifyInstance, brand: PageBrand): void {
  serveFile(scope, BRAND_SHEET, (_request, reply) =>
    reply
      .header("cache-control", CONTROL)
      .type("text/css; charset=utf-8")
      .send(buildBrandSheet(brand.read().accent)),
  );
  serveFile(scope, BRAND_LOGO, async (_request, reply) => {
    const logo = await brand.findLogo();
    if (logo === undefined) return sendNotFound(reply, "no logo was given");
    reply.type(logo.type);
    return isCachedByCaller(reply, logo.hash, CONTROL) ? sendNotModified(reply) : reply.send(logo.content);
  });
}

// The brand in preview pictures: name, colours and mark.

export type PictureBrand = {
  readonly name: string;
  /** Colour of the first outcome on the dark background. */
  readonly accent: string;
  readonly ground: string;
  /** SVG in a square with sides of 32; empty if the painter cannot read the logo. */
  readonly mark: string;
};

const pictureMark = (ground: string): string =>
  `<rect width="32" height="32" rx="8" fill="${ground}"/>` +
  `<path d="M6 22 13 13l5 5 8-11" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>`;

const GROUND = "#1f4fd8";

export const FIRST_PICTURE_BRAND: PictureBrand = {
  name: "Presage",
  accent: "#8fb0ff",
  ground: GROUND,
  mark: pictureMark(GROUND),
};

export async function pictureBrand(brand: PageBrand): Promise<PictureBrand> {
  const { name, accent } = brand.read();
  const shades = accent === undefined ? undefined : brandColours(accent);
  const ground = shades?.light.accent ?? GROUND;
  const colours = { name, ground, accent: shades?.dark.accent ?? FIRST_PICTURE_BRAND.accent };
  const logo = await brand.findLogo();
  if (logo === undefined) return { ...colours, mark: pictureMark(ground) };
  if (!canPaint(logo.type)) return { ...colours, mark: "" };
  const data = `data:${logo.type};base64,${logo.content.toString("base64")}`;
  return { ...colours, mark: `<image width="32" height="32" href="${data}"/>` };
}
