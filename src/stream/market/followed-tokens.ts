/** The tokens that one connection is subscribed to. */
import type { Market, Token } from "../../core/state.ts";
import { OUTCOMES } from "./market-messages.ts";
import { tokenOf } from "./market-streams.ts";
import type { MarketFollower, MarketStream, MarketStreams, Subscriber } from "./market-streams.ts";

export type FollowedTokens = {
  has(token: Token): boolean;
  /** Finds the follower of a token that is subscribed to. */
  find(token: Token): MarketFollower | undefined;
  /** Subscribes to a token; its messages begin once it is live. */
  add(token: Token): MarketFollower;
  remove(token: Token): void;
  list(): Token[];
  streams(): MarketStream[];
};

export function createFollowedTokens(streams: MarketStreams, subscriber: Subscriber): FollowedTokens {
  const followers = new Map<Market, MarketFollower>();

  function find({ market, outcome }: Token): MarketFollower | undefined {
    const follower = followers.get(market);
    return follower !== undefined && (follower.wanted & tokenOf(outcome)) !== 0 ? follower : undefined;
  }

  return {
    find,
    has: (token) => find(token) !== undefined,
    add({ market, outcome }) {
      let follower = followers.get(market);
      if (follower === undefined) followers.set(market, (follower = streams.follow(market, subscriber)));
      follower.wanted |= tokenOf(outcome);
      return follower;
    },
    remove({ market, outcome }) {
      const follower = followers.get(market);
      if (follower === undefined) return;
      follower.wanted &= ~tokenOf(outcome);
      follower.live &= ~tokenOf(outcome);
      if (follower.wanted !== 0) return;
      followers.delete(market);
      streams.unfollow(follower);
    },
    list: () =>
      [...followers].flatMap(([market, { wanted }]) =>
        OUTCOMES.filter((outcome) => (wanted & tokenOf(outcome)) !== 0).map((outcome) => ({
          market,
          outcome,
        })),
      ),
    streams: () => [...followers.values()].map(({ stream }) => stream),
  };
}

export const tokenIdOf = ({ market, outcome }: Token): string => market.tokenIds[outcome];
