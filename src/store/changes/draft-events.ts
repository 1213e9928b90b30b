/** Public events of a stored event: the only mapping from the journal to what other systems read. */
import type { StoredEvent } from "../../core/event-codec.ts";
import type { SharesOfBoth } from "../../core/event.ts";
import {
  draftConversion,
  draftOpening,
  draftPayment,
  draftRedemption,
  draftSets,
  draftCancel,
  draftFailure,
  draftPlacement,
} from "./draft-orders.ts";
import { draftAct, draftRequest, draftListing, draftPrice, draftStep } from "./draft-markets.ts";
import type { Drafts } from "./public-event.ts";
import type { KnownNames } from "./journal-batches.ts";

/** Facts from the history before the event, besides names. */
export type EarlierFacts = {
  /** Number of markets listed before: new ones have numbers from this one on. */
  readonly known: number;
  /** Shares taken by a redemption, if its event does not contain them. */
  readonly redeemed: SharesOfBoth | undefined;
};

export function draftEvents(names: KnownNames, stored: StoredEvent, facts: EarlierFacts): Drafts {
  switch (stored.type) {
    case "order-placed":
      return draftPlacement(names, stored);
    case "order-canceled":
      return [draftCancel(names, Number(stored.order), stored.reason)];
    case "orders-canceled":
      return (stored.orders ?? []).map((no) => draftCancel(names, no, stored.reason));
    case "settlement-failed":
      return [draftFailure(names, stored)];
    case "account-opened":
      return draftOpening(stored);
    case "credited":
      return [draftPayment("balance.deposited", names.wallet(stored.account), stored.amount)];
    case "debited": {
      const type = stored.by === "owner" ? "balance.withdrawn" : "balance.debited";
      return [draftPayment(type, names.wallet(stored.account), stored.amount)];
    }
    case "sets-split":
    case "sets-merged":
      return [draftSets(names, stored)];
    case "redeemed":
      return [draftRedemption(names, stored, redeemedShares(stored, facts))];
    case "converted":
      return [draftConversion(names, stored)];
    case "listed":
      return draftListing(stored, facts.known);
    case "market-status-changed":
    case "resolution-proposed":
    case "resolution-disputed":
    case "market-resolved":
    case "resolution-undone":
      return [draftStep(names, stored)];
    case "prices-recorded":
      return (stored.midpoints ?? []).map((midpoint) => draftPrice(names, midpoint, stored.minute));
    case "banned":
    case "unbanned": {
      const { address } = stored;
      const type = stored.type === "banned" ? "account.banned" : "account.unbanned";
      return [{ type, wallets: [address], markets: [], data: { wallet: address } }];
    }
    case "mode-changed":
      return [{ type: "exchange.mode", wallets: [], markets: [], data: { mode: stored.mode } }];
    case "operated":
      return [draftAct(names, stored)];
    case "request-done":
      return [draftRequest(stored)];
  }
}

/** Returns the shares of a redemption. Early journals do not contain them. */
function redeemedShares(stored: { readonly lots?: SharesOfBoth }, { redeemed }: EarlierFacts): SharesOfBoth {
  const lots = stored.lots ?? redeemed;
  if (lots === undefined) throw new Error("a redemption without its shares");
  return lots;
}

/** Counts the positions that the public events of a stored one take. */
export function countPlaces(stored: StoredEvent): number {
  switch (stored.type) {
    case "order-placed":
      return 2 * (stored.fills ?? []).length + 2;
    case "orders-canceled":
      return (stored.orders ?? []).length;
    case "prices-recorded":
      return (stored.midpoints ?? []).length;
    case "listed":
      return stored.markets.length + 1;
    case "account-opened":
      return 2;
    default:
      return 1;
  }
}
