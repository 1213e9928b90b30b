/** The state of commits, for requests answered while commits fail. */

import { createFollowers } from "../../base/followers.ts";

export type StoreState =
  | { readonly state: "up"; readonly since: number }
  | { readonly state: "down"; readonly since: number; readonly reason: string };

export type StoreHealth = {
  /** Returns the state, with the time of the first failure in milliseconds since 1970. */
  now(): StoreState;
  /** Calls `follower` at every change between up and down, until the returned function is called. */
  follow(follower: (state: StoreState) => void): () => void;
};

export type ChangingHealth = StoreHealth & {
  markDown(reason: string): void;
  markUp(): void;
};

/** Creates the state, initially up. */
export function createStoreHealth(clock: () => number = Date.now): ChangingHealth {
  const { follow, notify } = createFollowers<StoreState>();
  let current: StoreState = { state: "up", since: clock() };
  const change = (next: StoreState): void => {
    const turned = next.state !== current.state;
    current = next;
    if (turned) notify(next);
  };
  return {
    now: () => current,
    follow,
    // The last reason is reported: a server that was away may now be starting.
    markDown: (reason) =>
      change({ state: "down", since: current.state === "down" ? current.since : clock(), reason }),
    markUp: () => {
      if (current.state === "down") change({ state: "up", since: clock() });
    },
  };
}
