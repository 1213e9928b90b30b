/** What lists of a traded world must answer: plain filters, comparisons and slices over all that was done in it. */
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { hashOf, tokenOf } from "../../support/exchange.ts";
import { eventSlugOf, iconOf, outcomesOf, sharesOf, titleOf } from "./traded-world.ts";
import type { Deed, World, WorldMarket } from "./traded-world.ts";

export const conditionOf = ({ name }: WorldMarket): string => hashOf(name);

export const assetOf = ({ name }: WorldMarket, outcome: number, dialect: Dialect): string =>
  dialect === "spec" ? `${hashOf(name)}:${outcome}` : tokenOf(`${name} ${outcome === 0 ? "yes" : "no"}`);

const BLANK = { name: "", pseudonym: "", bio: "", profileImage: "", profileImageOptimized: "" };

const withFee = ({ cash, fee, side }: Deed): number =>
  cash + (side === "BUY" ? fee : side === "SELL" ? -fee : 0);

const textsOf = ({ name, eventId }: WorldMarket) => ({
  title: titleOf(name),
  slug: name,
  icon: iconOf(name),
  eventSlug: eventSlugOf(eventId),
});

const outcomeOf = ({ market, outcome }: Deed, dialect: Dialect) =>
  outcome === undefined
    ? { asset: "", outcomeIndex: 999, outcome: "" }
    : {
        asset: assetOf(market, outcome, dialect),
        outcomeIndex: outcome,
        outcome: outcomesOf(market.name)[outcome],
      };

const secondsOf = ({ committed }: Deed): number => Math.floor(committed.at / 1000);

export const activityRow = (deed: Deed, dialect: Dialect) => ({
  proxyWallet: deed.wallet,
  timestamp: secondsOf(deed),
  conditionId: conditionOf(deed.market),
  type: deed.type,
  size: deed.size / 1e6,
  usdcSize: (dialect === "polymarket" ? withFee(deed) : deed.cash) / 1e6,
  transactionHash: `0x${deed.committed.hash.toString("hex")}`,
  price: deed.price / 1e4,
  side: deed.side,
  ...textsOf(deed.market),
  ...outcomeOf(deed, dialect),
  ...BLANK,
});

export function tradeRow(deed: Deed, dialect: Dialect) {
  const { type: _type, usdcSize: _usdcSize, ...row } = activityRow(deed, dialect);
  return dialect === "polymarket" ? row : { ...row, usdcSize: deed.cash / 1e6 };
}

/** The later one is greater. Of one batch a fill is later than anything else. */
const byTime = (left: Deed, right: Deed): number =>
  left.committed.seq - right.committed.seq ||
  Number(left.type === "TRADE") - Number(right.type === "TRADE") ||
  left.rank - right.rank;

const KEYS = {
  TIMESTAMP: () => 0,
  TOKENS: ({ size }: Deed) => size,
  CASH: withFee,
} as const;
export type SortKey = keyof typeof KEYS;

export type Wanted = {
  readonly holds: (deed: Deed) => boolean;
  readonly sortBy: SortKey;
  readonly ascending: boolean;
  readonly offset: number;
  readonly limit: number;
};

export function expectedDeeds({ deeds }: World, { holds, sortBy, ascending, offset, limit }: Wanted): Deed[] {
  const key = KEYS[sortBy];
  return deeds
    .filter(holds)
    .sort((left, right) => (key(left) - key(right) || byTime(left, right)) * (ascending ? 1 : -1))
    .slice(offset, offset + limit);
}

type Held = { readonly limit: number; readonly least: number };

/** The groups of a market; `least` is in shares. */
export const expectedHolders = (
  world: World,
  market: WorldMarket,
  dialect: Dialect,
  { limit, least }: Held,
) =>
  ([0, 1] as const).map((outcome) => {
    const asset = assetOf(market, outcome, dialect);
    const holders = world.wallets
      .map((wallet) => ({ wallet, lots: sharesOf(world, wallet, market, outcome) }))
      .filter(({ lots }) => lots > 0 && lots / 100 >= least)
      .sort((left, right) => right.lots - left.lots || (left.wallet < right.wallet ? -1 : 1))
      .slice(0, limit)
      .map(({ wallet, lots }) => ({
        proxyWallet: wallet,
        asset,
        amount: lots / 100,
        displayUsernamePublic: false,
        outcomeIndex: outcome,
        ...BLANK,
      }));
    return { token: asset, holders };
  });

/** Shares of an outcome that there are, in lots. */
export const supplyOf = (world: World, market: WorldMarket, outcome: 0 | 1): number =>
  world.wallets.reduce((sum, wallet) => sum + sharesOf(world, wallet, market, outcome), 0);
