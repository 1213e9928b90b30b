/**
 * The flags of a market and of an event in every interface. `active` means published, and stays after a resolution. A
 * listing's own flags apply while the market has the status that the listing gave it. Catalogs state more in flags than a
 * status can: a placeholder trades and is not active.
 */
import type { CatalogMarket, Flags, MarketStatus } from "./catalog.ts";

const FLAGS: { readonly [Status in MarketStatus]: Flags } = {
  draft: { active: false, closed: false, archived: false },
  active: { active: true, closed: false, archived: false },
  paused: { active: true, closed: false, archived: false },
  resolved: { active: true, closed: true, archived: false },
  archived: { active: false, closed: false, archived: true },
};

/** Returns the status that a listing asks for. */
export function listedStatus(terms: CatalogMarket): MarketStatus {
  if (terms.archived) return "archived";
  if (terms.closed) return "resolved";
  if (!terms.active && terms.acceptingOrders !== true) return "draft";
  return terms.acceptingOrders === false ? "paused" : "active";
}

/** Tells whether others than the operator see a market: from its opening, or from a listing with a later status. */
export const isPublished = ({ status }: { readonly status: MarketStatus }): boolean => status !== "draft";

/** Maps a pause to `active`: a pause does not change the flags. */
const visibleStatus = (status: MarketStatus): MarketStatus => (status === "paused" ? "active" : status);

export const ownFlags = ({ active, closed, archived }: Flags): Flags => ({ active, closed, archived });

/** Computes the flags of a market that was just listed with these terms and has this status. */
export const computeListedFlags = (status: MarketStatus, terms: CatalogMarket): Flags =>
  visibleStatus(status) === visibleStatus(listedStatus(terms)) ? ownFlags(terms) : FLAGS[status];

/** Computes the flags after a change of status. */
export const computeFlagsAfter = (flags: Flags, from: MarketStatus, to: MarketStatus): Flags =>
  visibleStatus(from) === visibleStatus(to) ? flags : FLAGS[to];

type FlaggedEvent = { readonly listed: Flags; readonly markets: readonly { readonly flags: Flags }[] };

/**
 * Computes an event's flags from its listing and its markets. With no open market left it is closed, or archived if all are
 * archived. With a published market it is active.
 */
export function computeEventFlags({ listed, markets }: FlaggedEvent): Flags {
  const some = markets.length > 0;
  const hidden = some && markets.every(({ flags }) => flags.archived);
  const over = some && !hidden && markets.every(({ flags }) => flags.closed || flags.archived);
  return {
    active: (listed.active && !(hidden && !listed.archived)) || markets.some(({ flags }) => flags.active),
    closed: listed.closed || over,
    archived: listed.archived || hidden,
  };
}
