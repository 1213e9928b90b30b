/**
 * The flags that every interface shows of a market and of an event: `active` is published, and stays when a market is
 * resolved. A listing's own flags hold while the market is in the state that the listing put it in. Catalogs know more
 * of them than a status says: placeholders trade and are not active.
 */
import type { CatalogMarket, Flags, MarketStatus } from "./catalog.ts";

const FLAGS: { readonly [Status in MarketStatus]: Flags } = {
  draft: { active: false, closed: false, archived: false },
  active: { active: true, closed: false, archived: false },
  paused: { active: true, closed: false, archived: false },
  resolved: { active: true, closed: true, archived: false },
  archived: { active: false, closed: false, archived: true },
};

/** The status that a listing asks for. */
export function listedStatus(terms: CatalogMarket): MarketStatus {
  if (terms.archived) return "archived";
  if (terms.closed) return "resolved";
  if (!terms.active && terms.acceptingOrders !== true) return "draft";
  return terms.acceptingOrders === false ? "paused" : "active";
}

/** A draft is the operator's alone; all others see a market from its opening on, or from the listing that shows it further. */
export const isPublished = ({ status }: { readonly status: MarketStatus }): boolean => status !== "draft";

/** A pause hides nothing. */
const stageOf = (status: MarketStatus): MarketStatus => (status === "paused" ? "active" : status);

export const ownFlags = ({ active, closed, archived }: Flags): Flags => ({ active, closed, archived });

/** The flags of a market that was just listed with these terms, and has this status. */
export const flagsOfListed = (status: MarketStatus, terms: CatalogMarket): Flags =>
  stageOf(status) === stageOf(listedStatus(terms)) ? ownFlags(terms) : FLAGS[status];

/** The flags after a change of status. */
export const flagsAfter = (flags: Flags, from: MarketStatus, to: MarketStatus): Flags =>
  stageOf(from) === stageOf(to) ? flags : FLAGS[to];

type Flagged = { readonly listed: Flags; readonly markets: readonly { readonly flags: Flags }[] };

/**
 * An event's flags: those of its listing, changed by its markets. With no market left open it is closed,
 * or archived when all of them are; with one that is published it is active.
 */
export function flagsOfEvent({ listed, markets }: Flagged): Flags {
  const some = markets.length > 0;
  const hidden = some && markets.every(({ flags }) => flags.archived);
  const over = some && !hidden && markets.every(({ flags }) => flags.closed || flags.archived);
  return {
    active: (listed.active && !(hidden && !listed.archived)) || markets.some(({ flags }) => flags.active),
    closed: listed.closed || over,
    archived: listed.archived || hidden,
  };
}
