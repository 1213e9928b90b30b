/**
 * Clients that load an exchange until it is gone, and note what it promised them: traders who place orders singly and in
 * batches, cancel them in all ways, credit, withdraw, split and merge; an operator; and one who makes API keys. Each waits
 * for an answer before the next request, so that each leaves at most one request unanswered.
 */
import type { Random } from "../support/random.ts";
import type { Answered, Clients, Seat } from "./clients.ts";
import type { Reached } from "./exchange-calls.ts";
import { createKeys } from "./load-keys.ts";
import { operate } from "./load-operator.ts";
import { cancelSome, place, placeBatch } from "./load-orders.ts";
import { moveCollateral, moveSets } from "./load-shares.ts";

/** How long the load goes on: in requests and not in time, so that a busy machine has lives as long as an idle one's. */
export type Life = {
  over: boolean;
  /** Requests that are still to be answered, until it has been lived. */
  left: number;
  readonly lived: Promise<void>;
  readonly end: () => void;
};

const LONGEST_LIFE = 300;
/** From the last answer to the end. */
const LONGEST_REST_MS = 10;

export function createLife(random: Random): Life {
  const { promise, resolve } = Promise.withResolvers<void>();
  const restMs = (random.below(LONGEST_REST_MS * 100) + 1) / 100;
  return {
    over: false,
    left: random.between(1, LONGEST_LIFE),
    lived: promise,
    end: () => void setTimeout(resolve, restMs),
  };
}

/** Loads the exchange until it no longer answers, or the life is over. */
export async function load(clients: Clients, exchange: Reached, life: Life): Promise<void> {
  const seats = clients.traders.map((trader, index) => ({
    clients,
    url: exchange.trading,
    index,
    trader,
    open: [],
  }));
  const acts = [
    ...seats.map((seat) => () => trade(seat)),
    () => operate(clients, exchange),
    () => createKeys(clients, exchange.trading),
  ];
  await Promise.all(
    acts.map(async (act) => {
      while (!life.over && (await act())) {
        life.left -= 1;
        if (life.left === 0) life.end();
      }
    }),
  );
  life.end();
}

function trade(seat: Seat): Promise<Answered> {
  const { random } = seat.clients;
  const die = random.below(100);
  if (die < 55) return place(seat);
  if (die < 65) return placeBatch(seat);
  if (die < 88) return cancelSome(seat);
  if (die < 94) return moveCollateral(seat);
  return moveSets(seat);
}
