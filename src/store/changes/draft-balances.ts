/** Public events of accounts and balances, but for trades. */
import type { StoredEvent } from "../../core/event-codec.ts";
import type { SharesOfBoth } from "../../core/event.ts";
import { collateralText, setValue, sharesText, times } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import type { DraftOf, Drafts, EventDraft } from "./event-draft.ts";
import type { KnownNames } from "./known-names.ts";
import { moved, negative, spent } from "./movements.ts";

type Stored<T extends StoredEvent["type"]> = StoredEvent & { readonly type: T };

/** Drafts the account and its first deposit, if there is one. */
export function draftOpening({ address, owner, credit }: Stored<"account-opened">): Drafts {
  const opened: EventDraft = {
    type: "account.opened",
    wallets: [address],
    markets: [],
    data: { wallet: address, owner },
  };
  return credit === 0 ? [opened] : [opened, draftPayment("balance.deposited", address, credit)];
}

export function draftPayment(
  type: "balance.deposited" | "balance.withdrawn" | "balance.debited",
  wallet: string,
  amount: Micros,
): EventDraft {
  const gets = type === "balance.deposited" ? amount : spent(amount);
  const data = { wallet, amount: collateralText(amount), movements: [moved(wallet, gets)] };
  return { type, wallets: [wallet], markets: [], data };
}

export function draftSets(
  names: KnownNames,
  stored: Stored<"sets-split" | "sets-merged">,
): DraftOf<"balance.split"> | DraftOf<"balance.merged"> {
  const { lots } = stored;
  const wallet = names.wallet(stored.account);
  const { conditionId, slug, tokenIds } = names.market(stored.market);
  const isSplit = stored.type === "sets-split";
  const value = setValue(lots);
  const shares = tokenIds.map((tokenId) => ({ tokenId, lots: isSplit ? lots : negative(lots) }));
  return {
    type: isSplit ? "balance.split" : "balance.merged",
    wallets: [wallet],
    markets: [conditionId],
    data: {
      wallet,
      conditionId,
      slug,
      shares: sharesText(lots),
      movements: [moved(wallet, isSplit ? spent(value) : value, shares)],
    },
  };
}

export function draftRedemption(
  names: KnownNames,
  stored: Stored<"redeemed">,
  lots: SharesOfBoth,
): DraftOf<"balance.redeemed"> {
  const wallet = names.wallet(stored.account);
  const { conditionId, slug, tokenIds } = names.market(stored.market);
  const shares = [
    { tokenId: tokenIds[0], lots: negative(lots[0]) },
    { tokenId: tokenIds[1], lots: negative(lots[1]) },
  ];
  const paid = collateralText(stored.paid);
  const movements = [moved(wallet, stored.paid, shares)];
  return {
    type: "balance.redeemed",
    wallets: [wallet],
    markets: [conditionId],
    data: { wallet, conditionId, slug, paid, movements },
  };
}

export function draftConversion(
  names: KnownNames,
  stored: Stored<"converted">,
): DraftOf<"balance.converted"> {
  const { lots } = stored;
  const wallet = names.wallet(stored.account);
  const given = (stored.given ?? []).map(names.market);
  const got = (stored.got ?? []).map(names.market);
  const shares = [
    ...given.map(({ tokenIds }) => ({ tokenId: tokenIds[1], lots: negative(lots) })),
    ...got.map(({ tokenIds }) => ({ tokenId: tokenIds[0], lots })),
  ];
  const givenConditions = given.map(({ conditionId }) => conditionId);
  const gotConditions = got.map(({ conditionId }) => conditionId);
  return {
    type: "balance.converted",
    wallets: [wallet],
    markets: [...givenConditions, ...gotConditions],
    data: {
      wallet,
      given: givenConditions,
      got: gotConditions,
      shares: sharesText(lots),
      movements: [moved(wallet, times(setValue(lots), given.length - 1), shares)],
    },
  };
}
