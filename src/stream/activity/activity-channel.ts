/** The live-data channel, at the root path: every fill of the exchange at its commit, and further topics. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { Compile } from "typebox/schema";
import type { Context } from "../../context.ts";
import type { Fill } from "../../core/events/event.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import { fillValue } from "../../core/orders/match.ts";
import type { Order } from "../../core/state.ts";
import { baseUnits, collateralText, outcomePrice } from "../../core/units.ts";
import type { Publication } from "../../engine/repeats/entry.ts";
import { TRADE_RECORDS } from "../../http/data/history/trades.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import { describeMessageFault } from "../../http/operation/validation-fault.ts";
import type { Names } from "../../http/values/wallets.ts";
import type { FillRow } from "../../store/reads/activity.ts";
import { createNumberer, hasHeartbeatsByDefault } from "../channel.ts";
import type { Channel, ChannelSession, Connection, Numberer } from "../channel.ts";
import type { DescribedMarket, DescribedMarkets } from "../described-markets.ts";
import { followCommits } from "../follow-commits.ts";
import { presentFields } from "../frames/present-fields.ts";
import { textFrame } from "../frames/text-frame.ts";
import {
  ACTIVITY_TOPIC,
  ACTIVITY_TYPES,
  ActivityFilters,
  ActivityRequest,
  SILENT_TOPICS,
} from "./activity-schema.ts";
import type { ActivityType, Subscription } from "./activity-schema.ts";
import type { WrapFrames } from "./envelopes.ts";
import {
  createClobMarketWrapper,
  createClobMarketTopic,
  createClobUserWrapper,
  createClobUserTopic,
  createMarketAnnouncer,
  listNamedTypes,
  readFilters,
  rejectType,
} from "./topics.ts";
import type { ClobMarketOptions, FindTopic, SubscriptionRejection } from "./topics.ts";

// Builds the fills of a commit in the form of the data interface's trades: from the incoming orders' side, in order.

function toFillRows({ events, at, hash }: Pick<Publication, "events" | "at" | "hash">): FillRow[] {
  const batch = { at, hash: hash.toString("hex") };
  return events.flatMap((event) =>
    event.type === "order-placed"
      ? event.fills.map((fill) => ({ ...toFillRow(event.order, fill), ...batch }))
      : [],
  );
}

function toFillRow(taker: Order, fill: Fill): Omit<FillRow, "at" | "hash"> {
  return {
    kind: "trade",
    wallet: taker.account.address,
    market: taker.market.no,
    size: baseUnits(fill.lots),
    cash: fillValue(taker, fill),
    fee: fill.takerFee,
    price: outcomePrice(fill.price, taker.outcome),
    side: taker.side,
    outcome: taker.outcome,
    number: fill.no,
    role: 1,
  };
}

type ShownFill = {
  readonly market: DescribedMarket;
  readonly dialect: Dialect;
  readonly names: Names;
};

/** Returns the JSON of a fill in a dialect. */
function formatFillPayload(row: FillRow, shown: ShownFill): string {
  const { tags, creator } = shown.market;
  return JSON.stringify({
    ...TRADE_RECORDS[shown.dialect].write({ row, ...shown }),
    usdcSize: Number(collateralText(row.cash)),
    tags,
    creator,
  });
}

// Sends the fills of each commit to all listeners, in order. Descriptions of markets are read from the store once. A fill
// is serialized once per dialect; its message is numbered per connection.

/** A fill with the description of its market. */
type DescribedFill = {
  readonly market: DescribedMarket;
  /** Engine time, ms since 1970. */
  readonly at: number;
  /** Returns the payload as JSON in a dialect. */
  payload(dialect: Dialect): string;
};

type Listener = {
  /** Returns true while the listener has subscriptions. */
  readonly hasSubscriptions: () => boolean;
  /** Sends the fills of a commit. */
  readonly send: (fills: readonly DescribedFill[]) => void;
  /** Skips a number, since some fills cannot be sent. */
  readonly skip: () => void;
};

/** Maximum fills that wait for descriptions of their markets. */
const MAX_WAITING = 10_000;

const FILLS_AT_ONCE = 50;
/** Maximum time of sending before other work runs, ms. */
const TIME_SLICE_MS = 5;

/** Returns a function that adds a listener. That function returns another, which removes the listener. */
function createActivityBroadcast(
  context: Pick<Context, "engine" | "log" | "names">,
  markets: DescribedMarkets,
): (listener: Listener) => () => void {
  const listeners = new Set<Listener>();
  let waitingFills: (readonly FillRow[])[] = [];
  let waitingCount = 0;
  let isRunning = false;

  function add(publication: Publication): void {
    if (![...listeners].some(({ hasSubscriptions }) => hasSubscriptions())) return;
    const fills = toFillRows(publication);
    if (fills.length === 0) return;
    if (waitingCount > MAX_WAITING) dropWaiting();
    waitingFills.push(fills);
    waitingCount += fills.length;
    if (!isRunning) void drain();
  }

  function dropWaiting(): void {
    waitingFills = [];
    waitingCount = 0;
    for (const { skip } of listeners) skip();
  }

  async function drain(): Promise<void> {
    isRunning = true;
    for (let fills = waitingFills[0]; fills !== undefined; fills = waitingFills[0]) {
      try {
        const describedFills = await describeFills(fills, { markets, names: context.names });
        await sendInSlices(listeners, describedFills, () => waitingFills[0] === fills);
        if (waitingFills[0] !== fills) continue;
        waitingCount -= fills.length;
        waitingFills.shift();
      } catch (error) {
        context.log.error(
          { event: "fills_not_told", err: error },
          "fills could not be told on the live-data channel",
        );
        dropWaiting();
      }
    }
    isRunning = false;
  }

  followCommits(context, add, dropWaiting);
  context.engine.followReplacements(dropWaiting);
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

/** Sends fills in time slices while `isWanted` returns true. */
async function sendInSlices(
  listeners: ReadonlySet<Listener>,
  fills: readonly DescribedFill[],
  isWanted: () => boolean,
): Promise<void> {
  let turnAt = performance.now();
  for (let from = 0; from < fills.length; from += FILLS_AT_ONCE) {
    const part = fills.slice(from, from + FILLS_AT_ONCE);
    for (const { send } of listeners) {
      if (performance.now() - turnAt > TIME_SLICE_MS) {
        await nextTurn();
        turnAt = performance.now();
      }
      if (!isWanted()) return;
      send(part);
    }
  }
}

async function describeFills(
  fills: readonly FillRow[],
  { markets, names }: { readonly markets: DescribedMarkets; readonly names: Names },
): Promise<DescribedFill[]> {
  const descriptions = await markets.find(fills.map(({ market }) => market));
  return fills.flatMap((row) => {
    const market = descriptions.get(row.market);
    if (market === undefined) return [];
    const jsonByDialect = new Map<Dialect, string>();
    const payload = (dialect: Dialect): string => {
      const json = jsonByDialect.get(dialect) ?? formatFillPayload(row, { market, dialect, names });
      jsonByDialect.set(dialect, json);
      return json;
    };
    return [{ market, at: row.at, payload }];
  });
}

// Subscriptions of a live-data client: types of messages, each for all fills or for those of an event or market.

/** A subscription to one type; a slug restricts the subscription to an event or a market. */
type ActivitySubscription = {
  readonly type: ActivityType;
  readonly eventSlug: string | undefined;
  readonly marketSlug: string | undefined;
};

type ActivitySubscriptions = {
  /** Applies a message, and returns the refusals of the parts that failed. */
  change(message: unknown): readonly SubscriptionRejection[];
  /** Lists the types of messages in which the client gets a fill of this market. */
  typesFor(market: Pick<DescribedMarket, "slug" | "eventSlug">): readonly ActivityType[];
  readonly size: number;
};

// Compiled for speed, since one message may contain many subscriptions.
const requests = Compile(ActivityRequest);
const filterSets = Compile(ActivityFilters);

const MAX_SUBSCRIPTIONS = 200;

/** Creates the subscriptions of a connection; subscriptions to other topics are passed to `findTopic`. */
function createActivitySubscriptions(findTopic: FindTopic): ActivitySubscriptions {
  const subscriptionByKey = new Map<string, ActivitySubscription>();

  function change(message: unknown): readonly SubscriptionRejection[] {
    if (!requests.Check(message))
      return [{ code: "invalid_message", hint: describeMessageFault(ActivityRequest, message) }];
    const { action } = message;
    const read = message.subscriptions.map((one) => {
      const topic = findTopic(one.topic);
      return topic === undefined ? readSubscription(one) : (topic.change(action, one) ?? []);
    });
    const named = read.flatMap((one) => ("code" in one ? [] : one));
    const full = action === "unsubscribe" ? remove(named) : add(named);
    return [...read.flatMap((one) => ("code" in one ? [one] : [])), ...(full === undefined ? [] : [full])];
  }

  function add(named: readonly ActivitySubscription[]): SubscriptionRejection | undefined {
    const addedSubscriptions = named.filter((one) => !subscriptionByKey.has(subscriptionKey(one)));
    if (subscriptionByKey.size + addedSubscriptions.length > MAX_SUBSCRIPTIONS)
      return {
        code: "too_many_subscriptions",
        hint: `expected at most ${MAX_SUBSCRIPTIONS} on one connection`,
      };
    for (const one of addedSubscriptions) subscriptionByKey.set(subscriptionKey(one), one);
    return undefined;
  }

  function remove(named: readonly ActivitySubscription[]): undefined {
    for (const one of named) {
      if (one.eventSlug !== undefined || one.marketSlug !== undefined)
        subscriptionByKey.delete(subscriptionKey(one));
      else
        for (const [key, { type }] of subscriptionByKey) if (type === one.type) subscriptionByKey.delete(key);
    }
  }

  function typesFor({ slug, eventSlug }: Pick<DescribedMarket, "slug" | "eventSlug">): ActivityType[] {
    const types = new Set<ActivityType>();
    for (const one of subscriptionByKey.values())
      if ((one.eventSlug ?? eventSlug) === eventSlug && (one.marketSlug ?? slug) === slug)
        types.add(one.type);
    return ACTIVITY_TYPES.filter((type) => types.has(type));
  }

  return {
    change,
    typesFor,
    get size() {
      return subscriptionByKey.size;
    },
  };
}

const subscriptionKey = ({ type, eventSlug, marketSlug }: ActivitySubscription): string =>
  JSON.stringify([type, eventSlug, marketSlug]);

/** Names of the filters. Any other name is refused: if ignored, the client would get all fills. */
const FILTERS: readonly string[] = Object.keys(ActivityFilters.properties);

/** Parses a subscription into one for each type that it names. */
function readSubscription({
  topic,
  type,
  filters,
}: Subscription): readonly ActivitySubscription[] | SubscriptionRejection {
  if (topic !== ACTIVITY_TOPIC) return rejectType({ topic, type }, ACTIVITY_TOPIC, ACTIVITY_TYPES);
  const types = listNamedTypes({ topic, type }, ACTIVITY_TYPES);
  if ("code" in types) return types;
  const given = readFilters(filters ?? {}) ?? {};
  if (!filterSets.Check(given))
    return { code: "invalid_message", hint: describeMessageFault(ActivityFilters, given, "filters") };
  const unknown = Object.keys(given).find((name) => !FILTERS.includes(name));
  if (unknown !== undefined)
    return { code: "invalid_message", hint: `filters: expected ${FILTERS.join(", ")}, got ${unknown}` };
  const eventSlug = given.event_slug ?? given.eventSlug;
  const marketSlug = given.market_slug ?? given.marketSlug;
  return types.map((one) => ({ type: one, eventSlug, marketSlug }));
}

// Topics of live data other than fills, as clients of Polymarket and Kuest know them. Comments, requests for quotes and
// prices of other exchanges are accepted and send nothing, since there are none here.

type FurtherTopics = {
  readonly find: FindTopic;
  /** Checks that private topics are still allowed. */
  heartbeat(mode: ExchangeMode): void;
  resync(): void;
  close(): void;
};

type FurtherTopicsOptions = Omit<ClobMarketOptions, "channel" | "envelopes"> & {
  readonly marketChannel: Channel;
  readonly userChannel: Channel;
  readonly marketEnvelopes: WrapFrames;
  readonly userEnvelopes: WrapFrames;
};

const SILENT_TOPIC = { change: () => undefined };

function createFurtherTopics(
  { marketChannel, userChannel, marketEnvelopes, userEnvelopes, ...options }: FurtherTopicsOptions,
  connection: Connection,
): FurtherTopics {
  const ofMarkets = { ...options, channel: marketChannel, envelopes: marketEnvelopes };
  const market = createClobMarketTopic(ofMarkets, connection);
  const user = createClobUserTopic(userChannel, connection, userEnvelopes);
  const isService = DIFFERENCES.liveTopics.does[connection.dialect] === "all";
  return {
    find(topic) {
      if (!isService) return undefined;
      if (topic === "clob_market") return market;
      if (topic === "clob_user") return user;
      return SILENT_TOPICS.some((silent) => silent === topic) ? SILENT_TOPIC : undefined;
    },
    heartbeat: user.heartbeat,
    resync: () => market.resync(),
    close() {
      market.close();
      user.close();
    },
  };
}

/** Channels whose messages are also sent here, as topics. */
type ForwardedChannels = Pick<FurtherTopicsOptions, "marketChannel" | "userChannel">;

export function createActivityChannel(
  context: Pick<Context, "engine" | "log" | "clock" | "names">,
  markets: DescribedMarkets,
  channels: ForwardedChannels,
): Channel {
  const { clock, engine } = context;
  const addListener = createActivityBroadcast(context, markets);
  const options = {
    ...channels,
    exchange: engine.exchange,
    follow: createMarketAnnouncer(context),
    marketEnvelopes: createClobMarketWrapper(clock),
    userEnvelopes: createClobUserWrapper(clock),
  };
  return {
    open: (connection) =>
      openSession(connection, { addListener, topics: createFurtherTopics(options, connection), clock }),
  };
}

type AddListener = ReturnType<typeof createActivityBroadcast>;

type SessionOptions = {
  readonly addListener: AddListener;
  readonly topics: FurtherTopics;
  readonly clock: () => number;
};

function openSession(connection: Connection, { addListener, topics, clock }: SessionOptions): ChannelSession {
  const subscriptions = createActivitySubscriptions(topics.find);
  const numberer = createNumberer(connection.id, clock);
  let hasHeartbeats = hasHeartbeatsByDefault(connection.dialect);
  const stop = addListener({
    hasSubscriptions: () => subscriptions.size > 0,
    send: (fills) => {
      const types = new Map<DescribedFill["market"], readonly string[]>();
      for (const { market } of fills)
        if (!types.has(market)) types.set(market, subscriptions.typesFor(market));
      const frames = fills.flatMap((fill) =>
        (types.get(fill.market) ?? []).map((type) =>
          fillFrame(fill, { type, connection, numbers: numberer.next() }),
        ),
      );
      if (frames.length > 0) connection.sendFrames(Buffer.concat(frames));
    },
    skip: () => numberer.skip(),
  });
  return {
    receive: (given) => {
      const message = presentFields(given);
      const refusals = subscriptions.change(message);
      for (const { code, hint } of refusals) connection.refuse(code, hint);
      const { heartbeat } = message;
      if (refusals.length === 0 && typeof heartbeat === "boolean") hasHeartbeats = heartbeat;
    },
    heartbeat: (mode) => {
      topics.heartbeat(mode);
      if (hasHeartbeats && subscriptions.size > 0)
        connection.send({ event_type: "heartbeat", mode, ...numberer.next() });
    },
    // Fills are not sent again: the numbers show the gap, and GET /trades of the data interface lists them.
    resync: topics.resync,
    close: () => {
      stop();
      topics.close();
    },
  };
}

type FrameOptions = {
  readonly type: string;
  readonly connection: Connection;
  readonly numbers: ReturnType<Numberer["next"]>;
};

function fillFrame({ at, payload }: DescribedFill, { type, connection, numbers }: FrameOptions): Buffer {
  const head = { connection_id: connection.id, topic: ACTIVITY_TOPIC, type, timestamp: at, ...numbers };
  const json = JSON.stringify(head);
  return textFrame(Buffer.from(`${json.slice(0, -1)},"payload":${payload(connection.dialect)}}`));
}
