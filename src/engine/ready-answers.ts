/**
 * Answers about events, kept as bytes from one request to the next. A commit that touches an event forgets its answers, and
 * one that changes listings, statuses or anything rarer forgets all. Any commit forgets lists of events and markets, which it
 * could reorder. So an answer is always that of the last commit.
 */
import { IGNORE, touchChanged } from "../core/events/touches.ts";
import type { Touch } from "../core/events/touches.ts";
import type { Event } from "../core/events/event.ts";
import type { Account, Market, Order } from "../core/state.ts";
import type { SinceHour } from "../store/catalog/catalog-records.ts";
import type { Engine } from "./engine.ts";

export type ReadyAnswers = {
  /** Returns the answer that was stored under this name with the same `since`, if no commit has touched it meanwhile. */
  find(name: string, since: SinceHour): ReadyAnswer | undefined;
  /** Watches the commits from now on; must be called before the answer is read, and ended after. */
  watch(): Watch;
  /**
   * Returns the function that stores a list, unless there was a commit since; must be called before the list is read.
   * Stores no list that is too long.
   */
  watchAll(): (list: Omit<NewAnswer, "eventId" | keyof ReadyAnswer>, json: WrittenJson) => void;
};

/** JSON of an answer, in parts, with its SHA-256 in base64url if that is known. */
export type WrittenJson = {
  readonly buffers: readonly Buffer[];
  readonly bytes: number;
  readonly hash: string | undefined;
};

type ReadyAnswer = {
  readonly json: Buffer;
  /** SHA-256 in base64url, if it is known. */
  readonly hash?: string | undefined;
};

export type Watch = {
  /** Stores an answer, unless a commit since the start of the watch has touched its event. */
  store(answer: NewAnswer): void;
  end(): void;
};

export type NewAnswer = ReadyAnswer & {
  readonly name: string;
  /** Hour from which its volumes of a day count. */
  readonly since: SinceHour;
  /** Catalog id of the one event that the answer is about, or `ALL_EVENTS`. */
  readonly eventId: string;
};

/** Maximum stored answers, and their bytes together with their names; lists have as much again. */
const MAX_ANSWERS = 5_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Maximum bytes of a list. */
const MAX_LIST_BYTES = 512 * 1024;

/** Event id of lists, which no event has. */
const ALL_EVENTS = "";

/** Events that change only answers about the markets that they touch, if they touch any. */
const OF_MARKETS: ReadonlySet<Event["type"]> = new Set([
  "account-opened",
  "credited",
  "debited",
  "order-group-set",
  "order-group-changed",
  "request-done",
  "order-placed",
  "order-canceled",
  "orders-canceled",
  "sets-split",
  "sets-merged",
  "redeemed",
  "converted",
  "prices-recorded",
]);

type AnswerStore = {
  readonly size: () => number;
  find(name: string): NewAnswer | undefined;
  add(answer: NewAnswer): void;
  forgetEvent(eventId: string): void;
  forgetAll(): void;
};

/** Creates the store, from which the oldest answers are dropped above its bounds. */
function createAnswerStore(): AnswerStore {
  const answers = new Map<string, NewAnswer>();
  const namesByEvent = new Map<string, Set<string>>();
  let bytes = 0;

  function forget({ name, eventId, json }: NewAnswer): void {
    answers.delete(name);
    bytes -= name.length + json.length;
    const names = namesByEvent.get(eventId);
    names?.delete(name);
    if (names?.size === 0) namesByEvent.delete(eventId);
  }

  function forgetByName(name: string): void {
    const answer = answers.get(name);
    if (answer !== undefined) forget(answer);
  }

  return {
    size: () => answers.size,
    find: (name) => answers.get(name),
    add(answer) {
      const { name, eventId, json } = answer;
      forgetByName(name);
      answers.set(name, answer);
      bytes += name.length + json.length;
      const names = namesByEvent.get(eventId);
      if (names === undefined) namesByEvent.set(eventId, new Set([name]));
      else names.add(name);
      for (const oldest of answers.values()) {
        if (answers.size <= MAX_ANSWERS && bytes <= MAX_BYTES) return;
        forget(oldest);
      }
    },
    forgetEvent(eventId) {
      for (const name of namesByEvent.get(eventId) ?? []) forgetByName(name);
    },
    forgetAll() {
      answers.clear();
      namesByEvent.clear();
      bytes = 0;
    },
  };
}

/** Events that commits have touched since the start of a watch. */
type Touched = { readonly events: Set<string>; all: boolean };

export function createReadyAnswers(
  engine: Pick<Engine, "follow" | "followReplacements" | "exchange">,
): ReadyAnswers {
  const store = createAnswerStore();
  /** Apart, so that long lists take no room of answers about single events. */
  const lists = createAnswerStore();
  const watches = new Set<Touched>();
  /** Number of commits and replacements of the state so far. */
  let changes = 0;

  function forgetAll(): void {
    changes += 1;
    for (const watch of watches) watch.all = true;
    store.forgetAll();
    lists.forgetAll();
  }

  function touchMarket({ event: { id } }: Market): void {
    for (const watch of watches) watch.events.add(id);
    store.forgetEvent(id);
  }

  const touchOrder = ({ market }: Order): void => touchMarket(market);
  const touchShares = (_account: Account, market: Market): void => touchMarket(market);
  const touch: Touch = {
    ...IGNORE,
    placed: touchOrder,
    filled: touchOrder,
    canceled: touchOrder,
    shares: touchShares,
    redeemed: touchShares,
    market: touchMarket,
  };

  engine.follow(({ events }) => {
    changes += 1;
    lists.forgetAll();
    if (store.size() === 0 && watches.size === 0) return;
    for (const event of events) {
      if (!OF_MARKETS.has(event.type)) return forgetAll();
      touchChanged(touch, event, engine.exchange);
    }
  });
  engine.followReplacements(forgetAll);

  return {
    find(name, since) {
      const answer = store.find(name) ?? lists.find(name);
      return answer?.since === since ? answer : undefined;
    },
    watch() {
      const touched: Touched = { events: new Set(), all: false };
      watches.add(touched);
      return {
        store(answer) {
          if (!touched.all && !touched.events.has(answer.eventId)) store.add(answer);
        },
        end: () => void watches.delete(touched),
      };
    },
    watchAll() {
      const before = changes;
      return (list, { buffers, bytes, hash }) => {
        if (changes !== before || bytes > MAX_LIST_BYTES) return;
        lists.add({ ...list, eventId: ALL_EVENTS, json: Buffer.concat(buffers), hash });
      };
    },
  };
}
