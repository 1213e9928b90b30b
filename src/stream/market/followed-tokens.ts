/** The tokens that one connection is subscribed to. */
import type { Market, Token } from "../../core/state.ts";
import { OUTCOMES } from "./market-messages.ts";
import { tokenOf } from "./market-streams.ts";
import type { Follow, MarketStream, MarketStreams, Subscriber } from "./market-streams.ts";

export type FollowedTokens = {
  has(token: Token): boolean;
  /** The follow of a token that is subscribed to. */
  find(token: Token): Follow | undefined;
  /** Nothing is told of it yet. */
  add(token: Token): Follow;
  remove(token: Token): void;
  list(): Token[];
  streams(): MarketStream[];
};

export function createFollowedTokens(streams: MarketStreams, subscriber: Subscriber): FollowedTokens {
  const follows = new Map<Market, Follow>();

  function find({ market, outcome }: Token): Follow | undefined {
    const follow = follows.get(market);
    return follow !== undefined && (follow.wanted & tokenOf(outcome)) !== 0 ? follow : undefined;
  }

  return {
    find,
    has: (token) => find(token) !== undefined,
    add({ market, outcome }) {
      let follow = follows.get(market);
      if (follow === undefined) follows.set(market, (follow = streams.follow(market, subscriber)));
      follow.wanted |= tokenOf(outcome);
      return follow;
    },
    remove({ market, outcome }) {
      const follow = follows.get(market);
      if (follow === undefined) return;
      follow.wanted &= ~tokenOf(outcome);
      follow.live &= ~tokenOf(outcome);
      if (follow.wanted !== 0) return;
      follows.delete(market);
      streams.unfollow(follow);
    },
    list: () =>
      [...follows].flatMap(([market, { wanted }]) =>
        OUTCOMES.filter((outcome) => (wanted & tokenOf(outcome)) !== 0).map((outcome) => ({
          market,
          outcome,
        })),
      ),
    streams: () => [...follows.values()].map(({ stream }) => stream),
  };
}

export const tokenIdOf = ({ market, outcome }: Token): string => market.tokenIds[outcome];
