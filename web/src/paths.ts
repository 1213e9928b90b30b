/** Builds the addresses of pages. Their patterns are shared with the server. */
import { PAGE_PATHS } from "../../src/http/page/page-paths.ts";

/** Gives the address of an event's page. `market`, a slug, selects one of its markets. */
export const eventPath = (slug: string, market?: string): string => {
  const path = PAGE_PATHS.event.replace(":slug", () => encodeURIComponent(slug));
  return market === undefined ? path : `${path}?market=${encodeURIComponent(market)}`;
};

export const profilePath = (address: string): string => PAGE_PATHS.profile.replace(":address", address);
