/**
 * Clients that load an exchange until it is gone, and record its promises. Traders place orders singly and in batches,
 * cancel them in all ways, credit, withdraw, split and merge. One wallet does nothing but the latter, and reads what it has
 * after each. An operator acts, and a wallet makes API keys. Each waits for an answer before its next request, so each leaves at most one unanswered.
 */
import type { Random } from "../support/random.ts";
import type { GotAnswer, Clients, TraderSession } from "./clients.ts";
import type { ExchangeAddress } from "./exchange-calls.ts";
import { createKeys } from "./load-keys.ts";
import { operate } from "./load-operator.ts";
import { cancelSome, place, placeBatch } from "./load-orders.ts";
import { moveCollateral, moveSets } from "./load-shares.ts";
import { readWalletAtOnce } from "./read-at-once.ts";

/** Length of a load, in requests: so it does the same on a busy machine as on an idle one. */
export type LoadSpan = {
  over: boolean;
  /** Number of requests still to be answered. */
  left: number;
  readonly ended: Promise<void>;
  readonly end: () => void;
};

const LONGEST_LOAD = 300;
/** Longest time from the last answer to the end. */
const LONGEST_REST_MS = 10;

export function createLoadSpan(random: Random): LoadSpan {
  const { promise, resolve } = Promise.withResolvers<void>();
  const restMs = (random.below(LONGEST_REST_MS * 100) + 1) / 100;
  return {
    over: false,
    left: random.between(1, LONGEST_LOAD),
    ended: promise,
    end: () => void setTimeout(resolve, restMs),
  };
}

/**
 * Loads the exchange until it no longer answers, or the load is over. A broken promise ends the span, and is thrown to the
 * one who awaits the load.
 */
export function load(clients: Clients, exchange: ExchangeAddress, span: LoadSpan): Promise<void> {
  const loading = runActors(clients, exchange, span).finally(() => span.end());
  loading.catch(() => undefined);
  return loading;
}

async function runActors(clients: Clients, exchange: ExchangeAddress, span: LoadSpan): Promise<void> {
  const sessions = clients.traders.map((trader, index) => ({
    clients,
    url: exchange.trading,
    data: exchange.data,
    index,
    trader,
    open: [],
  }));
  const saver = sessions.length - 1;
  const actors = [
    ...sessions.map((session, index) => () => (index === saver ? save(session) : trade(session))),
    () => operate(clients, exchange),
    () => createKeys(clients, exchange.trading),
  ];
  await Promise.all(
    actors.map(async (act) => {
      while (!span.over && (await act())) {
        span.left -= 1;
        if (span.left === 0) span.end();
      }
    }),
  );
}

/** Moves what nobody else moves, and reads it at once. */
async function save(session: TraderSession): Promise<GotAnswer> {
  const { random, promises } = session.clients;
  const moved = await (random.chance(50) ? moveCollateral(session) : moveSets(session));
  return moved && promises.traders[session.index]?.unanswered === undefined
    ? readWalletAtOnce(session)
    : moved;
}

function trade(session: TraderSession): Promise<GotAnswer> {
  const { random } = session.clients;
  const die = random.below(100);
  if (die < 55) return place(session);
  if (die < 65) return placeBatch(session);
  if (die < 88) return cancelSome(session);
  if (die < 94) return moveCollateral(session);
  return moveSets(session);
}
