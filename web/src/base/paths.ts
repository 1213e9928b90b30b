/** Builds the addresses of pages. Their patterns are shared with the server. */
import type { Lots } from "../../../src/core/units.ts";
import { PAGE_PATHS } from "../../../src/http/page/page-paths.ts";
import { formatLots } from "./money.ts";

/** Builds the address of an event's page. `market`, a slug, selects one of its markets, and `outcome` one of its outcomes. */
export const eventPath = (slug: string, market?: string, outcome: 0 | 1 = 0): string => {
  const path = PAGE_PATHS.event.replace(":slug", () => encodeURIComponent(slug));
  const query = new URLSearchParams({
    ...(market !== undefined && { market }),
    ...(outcome === 1 && { outcome: "1" }),
  });
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};

/** State of a link to an event that is meant to buy: on a phone, the sheet with the ticket opens. */
export const BUY_STATE = { buys: true } as const;

/** Builds the address of an event's page whose ticket is filled in to sell these shares. */
export const salePath = (slug: string, market: string, outcome: 0 | 1, shares: Lots): string => {
  const query = new URLSearchParams({ market, outcome: String(outcome), sell: formatLots(shares) });
  return `${eventPath(slug)}?${query.toString()}`;
};

export const profilePath = (address: string): string => PAGE_PATHS.profile.replace(":address", address);
