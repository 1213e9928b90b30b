/** Queries of the data interface for what wallets did, for fills, and for holders. */
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { sharesOf } from "../simulation/reference-state.ts";
import { hashOf } from "../support/exchange.ts";
import type { Query } from "./order-queries.ts";
import { compare, DATA } from "./read-world.ts";
import type { ReadWorld } from "./read-world.ts";
import { ownPrice } from "./recorded-history.ts";
import type { RecordedHistory, RecordedMarket, RecordedTrade } from "./recorded-history.ts";
import { anyAddress, anyCase, anyWallet, text } from "./shown.ts";

const BLANK = { name: "", pseudonym: "", bio: "", profileImage: "", profileImageOptimized: "" };
const TYPES = {
  split: "SPLIT",
  merge: "MERGE",
  redemption: "REDEEM",
  conversion: "CONVERSION",
} as const;

/** What a wallet did: amounts in 0.000001, the price in 0.0001. */
export type Deed = {
  readonly wallet: string;
  readonly market: RecordedMarket;
  readonly type: string;
  readonly taker: boolean;
  readonly at: number;
  readonly hash: string;
  readonly size: number;
  readonly cash: number;
  readonly fee: number;
  readonly price: number;
  readonly side: "BUY" | "SELL" | "";
  readonly outcome: 0 | 1 | undefined;
  /** Of two deeds the later one has the greater place: of one batch, fills come after all else. */
  readonly place: readonly number[];
};

function fillDeed(history: RecordedHistory, trade: RecordedTrade, taker: boolean): Deed {
  const order = taker ? trade.taker : trade.maker;
  const price = ownPrice(order, trade.price);
  return {
    wallet: order.wallet.address,
    market: trade.market,
    type: "TRADE",
    taker,
    at: trade.at,
    hash: history.batches.get(trade.batch)!.hash,
    size: trade.lots * 10_000,
    cash: trade.lots * price,
    fee: taker ? trade.takerFee : trade.makerFee,
    price,
    side: order.side,
    outcome: order.outcome,
    place: [trade.batch, 1, trade.no, taker ? 1 : 0],
  };
}

/** Everything that wallets did with shares, the latest first. */
export function deedsOf(history: RecordedHistory): Deed[] {
  const fills = history.trades.flatMap((trade) => [
    fillDeed(history, trade, true),
    fillDeed(history, trade, false),
  ]);
  const others = history.fold.operations.flatMap((operation): Deed[] => {
    const { kind, leg, market, collateral, lots, batch, place, at, account } = operation;
    const type = TYPES[kind as keyof typeof TYPES];
    if (type === undefined || leg > 0 || market === undefined) return [];
    const lost = kind === "redemption" && collateral === 0;
    const moved = { split: lots[0], merge: -lots[0], conversion: -lots[1], redemption: -lots[0] - lots[1] };
    return [
      {
        wallet: history.fold.accounts.get(account)!.address,
        market: history.markets.get(market)!,
        type,
        taker: false,
        at,
        hash: history.batches.get(batch)!.hash,
        size: kind === "redemption" && !lost ? collateral : moved[kind as keyof typeof moved] * 10_000,
        cash: Math.abs(collateral),
        fee: 0,
        price: 0,
        side: "",
        outcome: lost ? (lots[0] === 0 ? 1 : 0) : undefined,
        place: [batch, 0, place, 0],
      },
    ];
  });
  return [...fills, ...others].sort(latestFirst);
}

function latestFirst({ place: left }: Deed, { place: right }: Deed): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : right[at]! - left[at]!;
}

const assetOf = ({ content }: RecordedMarket, outcome: 0 | 1, dialect: Dialect): string =>
  dialect === "spec" ? `${content.conditionId}:${outcome}` : content.tokenIds[outcome];

const number = (micros: number): number => Number(text(micros, 6));

const paid = ({ cash, side, fee }: Deed): number =>
  cash + (side === "BUY" ? fee : side === "SELL" ? -fee : 0);

function shownDeed(deed: Deed, dialect: Dialect) {
  const { market, outcome } = deed;
  return {
    proxyWallet: deed.wallet,
    timestamp: Math.floor(deed.at / 1000),
    conditionId: market.content.conditionId,
    type: deed.type,
    size: number(deed.size),
    usdcSize: number(dialect === "polymarket" ? paid(deed) : deed.cash),
    transactionHash: deed.hash,
    price: deed.price / 10_000,
    side: deed.side,
    title: market.content.question,
    slug: market.content.slug,
    icon: market.content.icon ?? "",
    eventSlug: market.event.slug,
    asset: outcome === undefined ? "" : assetOf(market, outcome, dialect),
    outcomeIndex: outcome ?? 999,
    outcome: outcome === undefined ? "" : market.content.outcomes[outcome],
    ...BLANK,
  };
}

function shownFill(deed: Deed, dialect: Dialect) {
  const { type: _type, usdcSize: _usdcSize, ...row } = shownDeed(deed, dialect);
  return dialect === "polymarket" ? row : { ...row, usdcSize: number(deed.cash) };
}

/** A parameter with what it lets through. */
type Term = { readonly text: string; readonly holds: (deed: Deed) => boolean };

function ofUser(world: ReadWorld): Term {
  const { address } = anyWallet(world);
  return { text: `user=${anyAddress(world, address)}`, holds: ({ wallet }) => wallet === address };
}

function ofMarkets({ random, history }: ReadWorld): Term {
  const markets = [...history.markets.values()];
  const ids = Array.from({ length: random.between(1, 6) }, () =>
    random.chance(95) ? random.pick(markets).content.conditionId : hashOf("none"),
  );
  return {
    text: `market=${ids.map((id) => anyCase(random, id)).join(",")}`,
    holds: (deed) => ids.includes(deed.market.content.conditionId),
  };
}

function ofEvents({ random, history }: ReadWorld): Term {
  const markets = [...history.markets.values()];
  const ids = Array.from({ length: random.between(1, 2) }, () => random.pick(markets).event.id);
  return { text: `eventId=${ids.join(",")}`, holds: (deed) => ids.includes(deed.market.event.id) };
}

function span(deeds: readonly Deed[], { random }: ReadWorld): Term[] {
  const bound = (): number => Math.floor(random.pick(deeds).at / 1000) + random.between(-1, 1);
  const [from, to] = [bound(), bound()];
  const terms: Term[] = [
    { text: `start=${from}`, holds: ({ at }) => Math.floor(at / 1000) >= from },
    { text: `end=${to}`, holds: ({ at }) => Math.floor(at / 1000) <= to },
  ];
  return from <= to ? terms.filter(() => random.chance(20)) : [];
}

function onSide({ random }: ReadWorld): Term {
  const wanted = random.pick(["BUY", "SELL"] as const);
  return { text: `side=${wanted}`, holds: (deed) => deed.side === wanted };
}

function ofTypes({ random }: ReadWorld): Term {
  const all = ["TRADE", "SPLIT", "MERGE", "REDEEM", "CONVERSION", "REWARD"];
  const chosen = Array.from({ length: random.between(1, 3) }, () => random.pick(all));
  return { text: `type=${chosen.join(",")}`, holds: ({ type }) => chosen.includes(type) };
}

function amount(deeds: readonly Deed[], { random }: ReadWorld): Term {
  const cash = random.chance(50);
  const of = (deed: Deed): number => (cash ? deed.cash : deed.size);
  const least = of(random.pick(deeds));
  // Amounts have six decimals; what is asked for may have more.
  const asked = least / 1e6 + random.pick([0, 0, 0.0000004, 0.0000006]);
  const parameters = `filterType=${cash ? "CASH" : "TOKENS"}&filterAmount=${asked}`;
  return { text: parameters, holds: (deed) => of(deed) / 1e6 >= asked };
}

function drawPage({ random }: ReadWorld, most: number) {
  const limit = random.pick([undefined, undefined, 0, 1, 7, 40, most, most + 1]);
  const offset = random.pick([undefined, undefined, 0, 3, 30, 200, 10_000]);
  const shown = [
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(offset === undefined ? [] : [`offset=${offset}`]),
  ];
  return { from: offset ?? 0, to: (offset ?? 0) + Math.min(limit ?? 100, most), shown };
}

const drawn = ({ random }: ReadWorld, percent: number, draw: () => Term): Term[] =>
  random.chance(percent) ? [draw()] : [];

const SORTS = { TIMESTAMP: () => 0, TOKENS: ({ size }: Deed) => size, CASH: paid } as const;

export const listActivity: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const deeds = deedsOf(history);
  const polymarket = dialect === "polymarket";
  const terms = [
    ofUser(world),
    ...(polymarket ? random.pick([[], drawn(world, 60, () => ofMarkets(world)), [ofEvents(world)]]) : []),
    ...(polymarket ? drawn(world, 25, () => ofTypes(world)) : []),
    ...(polymarket ? drawn(world, 20, () => onSide(world)) : []),
    ...(polymarket ? span(deeds, world) : []),
  ];
  const sortBy = polymarket ? random.pick([undefined, "TIMESTAMP", "TOKENS", "CASH"] as const) : undefined;
  const ascending = sortBy !== undefined && random.chance(50);
  const key = SORTS[sortBy ?? "TIMESTAMP"];
  const { from, to, shown } = drawPage(world, 500);
  const rows = deeds
    .filter((deed) => terms.every(({ holds }) => holds(deed)))
    .sort((left, right) => (key(right) - key(left) || latestFirst(left, right)) * (ascending ? -1 : 1))
    .slice(from, to)
    .map((deed) => shownDeed(deed, dialect));
  const sorted = sortBy === undefined ? [] : [`sortBy=${sortBy}&sortDirection=${ascending ? "ASC" : "DESC"}`];
  const query = [...terms.map((term) => term.text), ...sorted, ...shown].join("&");
  await compare(world, { dialect, path: `${DATA}/activity?${query}` }, rows);
  return rows.length;
};

export const listFills: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const fills = deedsOf(history).filter(({ type }) => type === "TRADE");
  const takerOnly = random.pick([undefined, true, false]);
  const terms = [
    ...drawn(world, 50, () => ofUser(world)),
    ...random.pick([[], [ofMarkets(world)], dialect === "polymarket" ? [ofEvents(world)] : []]),
    ...drawn(world, 25, () => onSide(world)),
    ...drawn(world, 30, () => amount(fills, world)),
    ...span(fills, world),
  ];
  const { from, to, shown } = drawPage(world, 10_000);
  const rows = fills
    .filter((deed) => (deed.taker || takerOnly === false) && terms.every(({ holds }) => holds(deed)))
    .slice(from, to)
    .map((deed) => shownFill(deed, dialect));
  const parties = takerOnly === undefined ? [] : [`takerOnly=${takerOnly}`];
  const query = [...terms.map((term) => term.text), ...parties, ...shown].join("&");
  await compare(world, { dialect, path: `${DATA}/trades?${query}` }, rows);
  return rows.length;
};

export const listHolders: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const markets = [...history.markets.values()];
  const chosen = Array.from({ length: random.between(1, 5) }, () => random.pick(markets));
  const limit = random.pick([undefined, 0, 1, 3, 500, 600]);
  const least = random.pick([undefined, 0, 0.01, 1, 55.5, 20_000, 1e9]);
  const groups = [...new Set(chosen)].flatMap((one) =>
    ([0, 1] as const).map((outcome) => {
      const asset = assetOf(one, outcome, dialect);
      const held = [...history.fold.accounts.values()].map((account) => ({
        wallet: account.address,
        lots: sharesOf(account, `${one.no}:${outcome}`),
      }));
      const holders = held
        .filter(({ lots }) => lots > 0 && lots / 100 >= (least ?? 1))
        .sort((left, right) => right.lots - left.lots || (left.wallet < right.wallet ? -1 : 1))
        .slice(0, limit ?? 100)
        .map(({ wallet, lots }) => ({
          proxyWallet: wallet,
          asset,
          amount: lots / 100,
          displayUsernamePublic: false,
          outcomeIndex: outcome,
          ...BLANK,
        }));
      return { token: asset, holders };
    }),
  );
  const query = [
    `market=${chosen.map(({ content }) => anyCase(random, content.conditionId)).join(",")}`,
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(least === undefined ? [] : [`minBalance=${least}`]),
  ].join("&");
  await compare(world, { dialect, path: `${DATA}/holders?${query}` }, groups);
  return groups.filter(({ holders }) => holders.length > 0).length;
};
