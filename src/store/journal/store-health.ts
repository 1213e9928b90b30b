/** The state of commits, for requests answered while commits fail. */

import { createFollowers } from "../../base/followers.ts";

export type StoreState =
  | { readonly state: "up"; readonly since: number }
  | {
      readonly state: "down";
      readonly since: number;
      readonly reason: string;
      /** Reason for clients. */
      readonly shown: string;
    };

const DOES_NOT_ANSWER = "the database does not answer";

export type StoreHealth = {
  /** Returns the state, with the time of the first failure in milliseconds since 1970. */
  now(): StoreState;
  /** Calls `follower` when up, down or the reason for clients changes, until the returned function is called. */
  follow(follower: (state: StoreState) => void): () => void;
};

export type ChangingHealth = StoreHealth & {
  markDown(reason: string, shown?: string): void;
  markUp(): void;
};

/** Creates the state, initially up. */
export function createStoreHealth(clock: () => number = Date.now): ChangingHealth {
  const { follow, notify } = createFollowers<StoreState>();
  let current: StoreState = { state: "up", since: clock() };
  const change = (next: StoreState): void => {
    const turned = next.state !== current.state || isShownDifferently(next, current);
    current = next;
    if (turned) notify(next);
  };
  return {
    now: () => current,
    follow,
    // The last reason is reported: a server that was away may now be starting.
    markDown: (reason, shown = DOES_NOT_ANSWER) =>
      change({ state: "down", since: current.state === "down" ? current.since : clock(), reason, shown }),
    markUp: () => {
      if (current.state === "down") change({ state: "up", since: clock() });
    },
  };
}

const isShownDifferently = (next: StoreState, current: StoreState): boolean =>
  next.state === "down" && current.state === "down" && next.shown !== current.shown;
