/** Queries of the data interface for what wallets did, for fills, and for holders. */
import { generateName } from "../../src/core/people/generated-name.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { tradeId } from "../../src/store/reads/fills.ts";
import { sharesOf } from "../simulation/reference-state.ts";
import { hashOf } from "../support/exchange.ts";
import { activitiesOf, latestFirst } from "./activities.ts";
import type { Activity } from "./activities.ts";
import type { Query } from "./order-queries.ts";
import { compare, DATA } from "./read-world.ts";
import type { ReadWorld } from "./read-world.ts";
import type { RecordedMarket } from "./recorded-history.ts";
import { anyAddress, anyCase, anyWallet, text } from "./shown.ts";

const profileOf = (wallet: string) => ({
  name: "",
  pseudonym: generateName(wallet),
  bio: "",
  profileImage: "",
  profileImageOptimized: "",
});
const assetOf = ({ content }: RecordedMarket, outcome: 0 | 1, dialect: Dialect): string =>
  dialect === "spec" ? `${content.conditionId}:${outcome}` : content.tokenIds[outcome];

const number = (micros: number): number => Number(text(micros, 6));

const paid = ({ cash, side, fee }: Activity): number =>
  cash + (side === "BUY" ? fee : side === "SELL" ? -fee : 0);

function shownActivity(activity: Activity, dialect: Dialect) {
  const { market, outcome } = activity;
  return {
    proxyWallet: activity.wallet,
    timestamp: Math.floor(activity.at / 1000),
    conditionId: market.content.conditionId,
    type: activity.type,
    size: number(activity.size),
    usdcSize: number(dialect === "polymarket" ? paid(activity) : activity.cash),
    transactionHash: activity.hash,
    price: activity.price / 10_000,
    side: activity.side,
    title: market.content.question,
    slug: market.content.slug,
    icon: market.content.icon ?? "",
    eventSlug: market.event.slug,
    asset: outcome === undefined ? "" : assetOf(market, outcome, dialect),
    outcomeIndex: outcome ?? 999,
    outcome: outcome === undefined ? "" : market.content.outcomes[outcome],
    ...profileOf(activity.wallet),
  };
}

function shownFill(activity: Activity, dialect: Dialect) {
  const { type: _type, usdcSize: _usdcSize, ...row } = shownActivity(activity, dialect);
  if (dialect === "polymarket") return row;
  const id = `${tradeId(activity.place[2]!)}.${activity.taker ? "taker" : "maker"}`;
  return { ...(dialect === "kuest" && { id }), ...row, usdcSize: number(activity.cash) };
}

/** A parameter with what it lets through. */
type Term = { readonly text: string; readonly holds: (activity: Activity) => boolean };

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
    holds: (activity) => ids.includes(activity.market.content.conditionId),
  };
}

/** One market, as Kuest's site asks for it. */
function ofSiteMarket({ random, history }: ReadWorld): Term {
  const id = random.pick([...history.markets.values()]).content.conditionId;
  const names = random.pick([["marketId"], ["conditionId"], ["marketId", "conditionId"]]);
  return {
    text: names.map((name) => `${name}=${anyCase(random, id)}`).join("&"),
    holds: (activity) => activity.market.content.conditionId === id,
  };
}

function ofEvents({ random, history }: ReadWorld): Term {
  const markets = [...history.markets.values()];
  const ids = Array.from({ length: random.between(1, 2) }, () =>
    random.chance(90) ? random.pick(markets).event.id : "9999",
  );
  return { text: `eventId=${ids.join(",")}`, holds: (activity) => ids.includes(activity.market.event.id) };
}

/** Bounds in seconds beside some time at which something happened; the first may be after the last. */
function span(activities: readonly Activity[], world: ReadWorld): Term[] {
  const { random } = world;
  const bound = (): number => Math.floor(random.pick(activities).at / 1000) + random.between(-1, 1);
  const [from, to] = [bound(), bound()];
  return [
    ...drawn(world, 20, () => ({ text: `start=${from}`, holds: ({ at }) => Math.floor(at / 1000) >= from })),
    ...drawn(world, 20, () => ({ text: `end=${to}`, holds: ({ at }) => Math.floor(at / 1000) <= to })),
  ];
}

function onSide({ random }: ReadWorld): Term {
  const wanted = random.pick(["BUY", "SELL"] as const);
  return { text: `side=${wanted}`, holds: (activity) => activity.side === wanted };
}

function ofTypes({ random }: ReadWorld): Term {
  const all = ["TRADE", "SPLIT", "MERGE", "REDEEM", "CONVERSION", "REWARD", "TIP"];
  const chosen = Array.from({ length: random.between(1, 3) }, () => random.pick(all));
  return { text: `type=${chosen.join(",")}`, holds: ({ type }) => chosen.includes(type) };
}

function amount(activities: readonly Activity[], { random }: ReadWorld): Term {
  const cash = random.chance(50);
  const of = (activity: Activity): number => (cash ? activity.cash : activity.size);
  const least = random.chance(70) ? of(random.pick(activities)) : random.below(60_000_000);
  // Amounts have six decimals; what is asked for may have more.
  const more = random.pick([0, 0, 0.0000004, 0.0000006]);
  const asked = least / 1e6 + more;
  const written = more === 0 && random.chance(50) ? asked.toFixed(6) : String(asked);
  const parameters = `filterType=${cash ? "CASH" : "TOKENS"}&filterAmount=${written}`;
  return { text: parameters, holds: (activity) => of(activity) / 1e6 >= asked };
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

const SORTS = { TIMESTAMP: () => 0, TOKENS: ({ size }: Activity) => size, CASH: paid } as const;

export const listActivity: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const activities = activitiesOf(history);
  const filtered = dialect !== "spec";
  const places = [[], drawn(world, 60, () => ofMarkets(world)), [ofEvents(world)]];
  if (dialect === "kuest") places.push([ofSiteMarket(world)]);
  const terms = [
    ofUser(world),
    ...(filtered ? random.pick(places) : []),
    ...(filtered ? drawn(world, 25, () => ofTypes(world)) : []),
    ...(filtered ? drawn(world, 20, () => onSide(world)) : []),
    ...(filtered ? span(activities, world) : []),
  ];
  const sortBy = filtered ? random.pick([undefined, "TIMESTAMP", "TOKENS", "CASH"] as const) : undefined;
  const ascending = sortBy !== undefined && random.chance(50);
  const key = SORTS[sortBy ?? "TIMESTAMP"];
  const { from, to, shown } = drawPage(world, 500);
  const rows = activities
    .filter((activity) => terms.every(({ holds }) => holds(activity)))
    .sort((left, right) => (key(right) - key(left) || latestFirst(left, right)) * (ascending ? -1 : 1))
    .slice(from, to)
    .map((activity) => shownActivity(activity, dialect));
  const sorted = sortBy === undefined ? [] : [`sortBy=${sortBy}&sortDirection=${ascending ? "ASC" : "DESC"}`];
  const query = [...terms.map((term) => term.text), ...sorted, ...shown].join("&");
  await compare(world, { dialect, path: `${DATA}/activity?${query}` }, rows);
  return rows.length;
};

export const listFills: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const fills = activitiesOf(history).filter(({ type }) => type === "TRADE");
  const takerOnly = random.pick([undefined, true, false]);
  const terms = [
    ...drawn(world, 50, () => ofUser(world)),
    ...random.pick([[], [ofMarkets(world)], dialect === "spec" ? [] : [ofEvents(world)]]),
    ...drawn(world, 25, () => onSide(world)),
    ...drawn(world, 30, () => amount(fills, world)),
    ...span(fills, world),
  ];
  const { from, to, shown } = drawPage(world, 10_000);
  const rows = fills
    .filter(
      (activity) => (activity.taker || takerOnly === false) && terms.every(({ holds }) => holds(activity)),
    )
    .slice(from, to)
    .map((activity) => shownFill(activity, dialect));
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
  const some = sharesOf(random.pick([...history.fold.accounts.values()]), `${chosen[0]!.no}:0`);
  const least = random.pick([undefined, 0, 0.01, 1, some / 100, 55.5, 20_000, 1e9]);
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
          ...profileOf(wallet),
        }));
      return { token: asset, holders };
    }),
  );
  const ids = [
    ...chosen.map(({ content }) => content.conditionId),
    ...(random.chance(20) ? [hashOf("none")] : []),
  ];
  const query = [
    `market=${ids.map((id) => anyCase(random, id)).join(",")}`,
    ...(limit === undefined ? [] : [`limit=${limit}`]),
    ...(least === undefined ? [] : [`minBalance=${least}`]),
  ].join("&");
  await compare(world, { dialect, path: `${DATA}/holders?${query}` }, groups);
  return groups.filter(({ holders }) => holders.length > 0).length;
};
