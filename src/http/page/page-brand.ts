/** GET /brand.css and GET /brand/logo: the operator's colour as a style sheet, since pages have no inline styles, and the logo. */
import type { FastifyInstance } from "fastify";
import type { Context } from "../../context.ts";
import type { BrandTerms } from "../../engine/brand.ts";
import { findBrandImage } from "../../store/page/brand-images.ts";
import type { BrandImage } from "../../store/page/brand-images.ts";
import { isKept, sendNotModified } from "../server/caching.ts";
import { brandSheet } from "./brand-colours.ts";
import { BRAND_LOGO, BRAND_SHEET } from "./branded-page.ts";
import { serveFile } from "./page-files.ts";
import { sendNotFound } from "./page-refusals.ts";

/** The brand as the pages show it. */
export type PageBrand = {
  read(): BrandTerms;
  /** Finds the logo; `undefined` while it is that of the program. */
  findLogo(): Promise<BrandImage | undefined>;
};

/** Keeps the last logo in memory, so that visitors cost the database nothing. */
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

/** A changed brand has other addresses in the page; the tag tells everyone else. */
const CONTROL = "public, max-age=60";

export function serveBrand(scope: FastifyInstance, brand: PageBrand): void {
  serveFile(scope, BRAND_SHEET, (_request, reply) =>
    reply
      .header("cache-control", CONTROL)
      .type("text/css; charset=utf-8")
      .send(brandSheet(brand.read().accent)),
  );
  serveFile(scope, BRAND_LOGO, async (_request, reply) => {
    const logo = await brand.findLogo();
    if (logo === undefined) return sendNotFound(reply, "no logo was given");
    reply.type(logo.type);
    return isKept(reply, logo.hash, CONTROL) ? sendNotModified(reply) : reply.send(logo.content);
  });
}
