/** The addresses of pages, as links name them; their patterns are the server's. */
import { PAGE_PATHS } from "../../src/http/page/page-paths.ts";

/** Of an event, with one of its markets chosen where one is named; both by their slugs. */
export const eventPath = (slug: string, market?: string): string => {
  const path = PAGE_PATHS.event.replace(":slug", () => encodeURIComponent(slug));
  return market === undefined ? path : `${path}?market=${encodeURIComponent(market)}`;
};

export const profilePath = (address: string): string => PAGE_PATHS.profile.replace(":address", address);
