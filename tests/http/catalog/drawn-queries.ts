/** Queries drawn from a seed, as text of a request and as what a row must be to be answered. */
import { checksumAddress } from "../../../src/signing/address.ts";
import { hashOf, tokenOf, walletOf } from "../../support/exchange.ts";
import type { Random } from "../../support/random.ts";
import { drawDate, SERIES, TAGS, WALLETS } from "./drawn-catalog.ts";
import type { DrawnCatalog, DrawnEvent, DrawnMarket } from "./drawn-catalog.ts";
import {
  EVENT_COLUMNS,
  eventFigures,
  eventFlags,
  eventInScope,
  instant,
  isDraft,
  MARKET_COLUMNS,
  marketFigures,
  marketInScope,
} from "./drawn-reads.ts";
import type { Figures, Page, Scope } from "./drawn-reads.ts";

/** One parameter. */
type Term<Row> = { readonly text: string; readonly holds: (row: Row, now: number) => boolean };

export type Query<Row> = Page<Row> & {
  /** All parameters, and those that say no page. */
  readonly text: string;
  readonly unpaged: string;
  readonly scope: Scope;
};

type Draw<Row> = (random: Random, catalog: DrawnCatalog) => Term<Row>;

const parameter = (name: string, value: string | number | boolean): string =>
  `${name}=${encodeURIComponent(String(value))}`;

/** Several values in one text with commas. */
const list = (name: string, values: readonly string[]): string => parameter(name, values.join(","));

const FLAGS = ["active", "closed", "archived"] as const;

const drawTag = (random: Random): { text: string; tag: (typeof TAGS)[number] | undefined } => {
  const tag = random.chance(95) ? random.pick(TAGS.slice(0, random.between(1, TAGS.length))) : undefined;
  const slug = tag?.slug ?? "no-such-tag";
  const form = random.between(1, 3);
  if (form === 1) return { text: parameter("tag", slug), tag };
  if (form === 2) return { text: parameter("tag_slug", slug), tag };
  return { text: `${parameter("tag", slug)}&${parameter("tag_slug", slug)}`, tag };
};

/** Ids of tags of which an event has one, or all. */
function drawTagIds(random: Random): Term<DrawnEvent> {
  const tags = someOf(random, TAGS.slice(0, random.between(1, TAGS.length))).slice(0, random.between(1, 3));
  const match = random.pick([undefined, "any", "all"] as const);
  const ids = list(
    "tag_id",
    tags.map(({ id }) => id),
  );
  return {
    text: match === undefined ? ids : `${ids}&${parameter("tag_match", match)}`,
    holds: (event) =>
      match === "all" ? tags.every((tag) => hasTag(event, tag)) : tags.some((tag) => hasTag(event, tag)),
  };
}

const hasTag = ({ listed }: DrawnEvent, tag: (typeof TAGS)[number] | undefined): boolean =>
  listed.tags.some(({ id }) => id === tag?.id);

const EVENT_TERMS: readonly Draw<DrawnEvent>[] = [
  ...FLAGS.map((name): Draw<DrawnEvent> => (random) => {
    const wanted = random.chance(50);
    return { text: parameter(name, wanted), holds: (event) => eventFlags(event)[name] === wanted };
  }),
  (random) => {
    const { text, tag } = drawTag(random);
    return { text, holds: (event) => hasTag(event, tag) };
  },
  drawTagIds,
  (random) => {
    const ids = [...someOf(random, SERIES).map(({ id }) => id), "999"].slice(random.below(2));
    return {
      text: list("series_id", ids),
      holds: ({ listed }) => listed.series.some(({ id }) => ids.includes(id)),
    };
  },
  (random) => {
    const wanted = random.pick(["daily", "weekly", "monthly", "never"]);
    return {
      text: parameter("recurrence", wanted),
      holds: ({ listed }) => listed.series.some(({ recurrence }) => recurrence === wanted),
    };
  },
  (random) => {
    const part = random.pick([
      "rain",
      "RAIN",
      "ain 1",
      "goals",
      "10 goals!",
      "zeb",
      "é",
      "level",
      "no such title",
    ]);
    const plain = plainText(part);
    return {
      text: parameter("title_search", part),
      holds: ({ listed }) => plainText(listed.title).includes(plain),
    };
  },
  (random) => {
    const featured = random.chance(20);
    return { text: parameter("featured", featured), holds: () => !featured };
  },
  (random) => drawGameBounds(random),
  (random) => {
    const slug = random.chance(90) ? random.pick(SERIES).slug : "no-such-series";
    return {
      text: parameter("series_slug", slug),
      holds: ({ listed }) => listed.series.some((one) => one.slug === slug),
    };
  },
  (random, { events }) => {
    const slugs = [
      "a-common-slug",
      "no-such-slug",
      ...someOf(random, events).map(({ listed }) => listed.slug),
    ];
    const wanted = slugs.slice(random.below(slugs.length));
    return { text: list("slug", wanted), holds: ({ listed }) => wanted.includes(listed.slug) };
  },
  (random, { events }) => {
    const ids = [...someOf(random, events).map(({ listed }) => listed.id), "1000001"];
    return { text: list("id", ids), holds: ({ listed }) => ids.includes(listed.id) };
  },
  (random) => {
    const tags = someOf(random, TAGS);
    const ids = [...tags.map(({ id }) => id), "999"];
    return {
      text: list("exclude_tag_id", ids),
      holds: (event) => !tags.some((tag) => hasTag(event, tag)),
    };
  },
  (random, { events }) => drawAmount(random, events, { figuresOf: eventFigures, name: "volume" }),
  (random, { events }) => drawAmount(random, events, { figuresOf: eventFigures, name: "liquidity" }),
  (random) => drawDateBound(random, "startDate"),
  (random) => drawDateBound(random, "endDate"),
];

const MARKET_TERMS: readonly Draw<DrawnMarket>[] = [
  ...FLAGS.map((name): Draw<DrawnMarket> => (random) => {
    const wanted = random.chance(50);
    return { text: parameter(name, wanted), holds: ({ flags }) => flags[name] === wanted };
  }),
  (random) => {
    const { text, tag } = drawTag(random);
    return { text, holds: ({ event }) => hasTag(event, tag) };
  },
  (random) => {
    const { text, holds } = drawTagIds(random);
    return { text, holds: ({ event }, now) => holds(event, now) };
  },
  (random, catalog) => {
    const names = [...someOf(random, catalog.markets).map(({ listed }) => listed.name), "no such market"];
    return {
      text: list(
        "question_ids",
        names.map((name) => hashOf(`question ${name}`)),
      ),
      holds: ({ listed }) => names.includes(listed.name),
    };
  },
  (random) => {
    const wanted = random.pick(["resolved", "resolved", "proposed"]);
    return {
      text: parameter("uma_resolution_status", wanted),
      holds: ({ flags }) => wanted === "resolved" && flags.closed && !flags.archived,
    };
  },
  (random, { events }) => {
    const { id } = random.pick(events).listed;
    return { text: parameter("event_id", id), holds: ({ event }) => event.listed.id === id };
  },
  (random, { events }) => {
    const slug = random.pick(["a-common-slug", "no-such-slug", random.pick(events).listed.slug]);
    const text = parameter(random.pick(["event_slug", "eventSlug"]), slug);
    return { text, holds: ({ event }) => event.listed.slug === slug };
  },
  (random, catalog) => {
    const ids = [...someOf(random, catalog.markets).map(({ listed }) => listed.id), "100001"];
    return { text: list("id", ids), holds: ({ listed }) => ids.includes(listed.id) };
  },
  (random, catalog) => {
    const slugs = [...someOf(random, catalog.markets).map(({ listed }) => listed.slug), "a-common-slug"];
    return { text: list("slug", slugs), holds: ({ listed }) => slugs.includes(listed.slug) };
  },
  (random, catalog) => {
    const names = [...someOf(random, catalog.markets).map(({ listed }) => listed.name), "no such market"];
    const ids = names.map(hashOf).map((id) => (random.chance(50) ? id : `0x${id.slice(2).toUpperCase()}`));
    const parameterName = random.pick(["conditionId", "condition_id", "condition_ids"]);
    return { text: list(parameterName, ids), holds: ({ listed }) => names.includes(listed.name) };
  },
  (random, catalog) => {
    const names = [...someOf(random, catalog.markets).map(({ listed }) => listed.name), "no such market"];
    const tokens = names.map((name) => tokenOf(`${name} ${random.pick(["yes", "no"])}`));
    return {
      text: list("clob_token_ids", tokens),
      holds: ({ listed }) => names.includes(listed.name),
    };
  },
  (random, { markets }) => drawAmount(random, markets, { figuresOf: marketFigures, name: "volume_num" }),
  (random, { markets }) => drawAmount(random, markets, { figuresOf: marketFigures, name: "liquidity_num" }),
  (random) => drawDateBound(random, "startDate"),
  (random) => drawDateBound(random, "endDate"),
];

const someOf = <Item>(random: Random, items: readonly Item[]): Item[] =>
  Array.from({ length: random.between(1, 6) }, () => random.pick(items));

type Figure<Row> = {
  readonly figuresOf: (row: Row, now: number) => Figures;
  /** The bounds' parameters are called so, with _min and _max behind it. */
  readonly name: "volume" | "liquidity" | "volume_num" | "liquidity_num";
};

/** A bound of a figure, often exactly the figure of some row. */
function drawAmount<Row>(random: Random, rows: readonly Row[], { figuresOf, name }: Figure<Row>): Term<Row> {
  const column = name.startsWith("volume") ? "volume" : "liquidity";
  const some = figuresOf(random.pick(rows), 0)[column];
  const bound = random.pick([some, some + 1, random.below(200_000_000), 0]);
  const least = random.chance(50);
  const amount = `${Math.floor(bound / 1_000_000)}.${String(bound % 1_000_000).padStart(6, "0")}`;
  return {
    text: parameter(`${name}_${least ? "min" : "max"}`, amount),
    holds: (row, now) => {
      const figure = figuresOf(row, now)[column];
      return least ? figure >= bound : figure <= bound;
    },
  };
}

/** A text as the words of a search: letters and digits without case and accents. */
const plainText = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Bounds between which one game of an event's markets starts. */
function drawGameBounds(random: Random): Term<DrawnEvent> {
  const least = random.chance(70) ? drawDate(random) : undefined;
  const most =
    random.chance(70) || least === undefined ? (drawDate(random) ?? "2026-03-01T00:00:00Z") : undefined;
  const isWithin = (start: string | undefined): boolean =>
    start !== undefined &&
    (least === undefined || instant(start) >= instant(least)) &&
    (most === undefined || instant(start) <= instant(most));
  return {
    text: [
      ...(least === undefined ? [] : [parameter("start_time_min", least)]),
      ...(most === undefined ? [] : [parameter("start_time_max", most)]),
    ].join("&"),
    holds: ({ markets }) => markets.some(({ listed }) => !isDraft(listed) && isWithin(listed.gameStartTime)),
  };
}

type Dated = { readonly listed: { readonly startDate?: string; readonly endDate?: string } };

function drawDateBound(random: Random, column: "startDate" | "endDate"): Term<Dated> {
  const bound = drawDate(random) ?? "2026-03-01T00:00:00Z";
  const least = random.chance(50);
  const name = `${column === "startDate" ? "start_date" : "end_date"}_${least ? "min" : "max"}`;
  const isDay = bound.endsWith("T00:00:00Z");
  return {
    text: parameter(name, isDay && random.chance(50) ? bound.slice(0, 10) : bound),
    holds: ({ listed }) => {
      const date = listed[column];
      if (date === undefined) return false;
      return least ? instant(date) >= instant(bound) : instant(date) <= instant(bound);
    },
  };
}

function drawScope(random: Random, { sites }: DrawnCatalog): { texts: string[]; scope: Scope } {
  if (!random.chance(30)) return { texts: [], scope: undefined };
  if (random.chance(40)) {
    const [host, wallets] = random.pick([...sites, ["unknown.example", []] as const]);
    return { texts: [parameter("creator", host)], scope: wallets };
  }
  const wallet = random.chance(90) ? random.pick(WALLETS) : walletOf("nobody");
  const form = random.pick([wallet, checksumAddress(wallet), `0x${wallet.slice(2).toUpperCase()}`]);
  return { texts: [parameter("creator", form)], scope: [wallet] };
}

type Drawing<Row> = {
  readonly terms: readonly Draw<Row>[];
  readonly orders: readonly string[];
  readonly inScope: (row: Row, scope: Scope) => boolean;
};

const EVENTS: Drawing<DrawnEvent> = {
  terms: EVENT_TERMS,
  orders: Object.keys(EVENT_COLUMNS),
  inScope: eventInScope,
};
const MARKETS: Drawing<DrawnMarket> = {
  terms: MARKET_TERMS,
  orders: Object.keys(MARKET_COLUMNS),
  inScope: marketInScope,
};

export const drawEventQuery = (random: Random, catalog: DrawnCatalog, now: number): Query<DrawnEvent> =>
  drawQuery(random, catalog, now, EVENTS);

export const drawMarketQuery = (random: Random, catalog: DrawnCatalog, now: number): Query<DrawnMarket> =>
  drawQuery(random, catalog, now, MARKETS);

/** Up to three filters, in any order with the parameters of the page. */
function drawQuery<Row>(
  random: Random,
  catalog: DrawnCatalog,
  now: number,
  drawing: Drawing<Row>,
): Query<Row> {
  const wanted = new Set(Array.from({ length: random.below(4) }, () => random.pick(drawing.terms)));
  const terms = [...wanted].map((draw) => draw(random, catalog));
  const { texts, scope } = drawScope(random, catalog);
  const order = random.chance(80) ? random.pick(drawing.orders) : undefined;
  const ascending = random.chance(50);
  const limit = random.chance(60) ? random.pick([1, 2, 7, 50, 500, 501]) : undefined;
  const offset = random.chance(50) ? random.pick([0, 1, 3, 20, 100, 299, 5_000, 2 ** 40]) : undefined;
  const unpaged = [
    ...terms.map(({ text }) => text),
    ...texts,
    ...(order === undefined ? [] : [parameter("order", order)]),
    ...(ascending || random.chance(20) ? [parameter("ascending", ascending)] : []),
  ];
  const page = [
    ...(limit === undefined ? [] : [parameter("limit", limit)]),
    ...(offset === undefined ? [] : [parameter("offset", offset)]),
  ];
  return {
    text: [...unpaged, ...page].join("&"),
    unpaged: unpaged.join("&"),
    scope,
    holds: (row) => terms.every(({ holds }) => holds(row, now)) && drawing.inScope(row, scope),
    order,
    ascending,
    offset: offset ?? 0,
    limit: Math.min(limit ?? 100, 500),
  };
}
