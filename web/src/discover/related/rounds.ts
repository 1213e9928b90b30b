/** The rounds of a series: its events in the order of their end times. */
import { complement, ONE } from "../../../../src/core/units.ts";
import type { Ticks } from "../../../../src/core/units.ts";
import type { Card } from "../cards/card.ts";

export type Round = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** End in unix milliseconds. */
  readonly endsAt: number | undefined;
  /** The likeliest outcome; `undefined` without markets. */
  readonly first: RoundOutcome | undefined;
};

export type RoundOutcome = {
  /** Name of the outcome, or of its market if the event has several; "" if the name is obvious. */
  readonly name: string;
  readonly price: Ticks | undefined;
  readonly closed: boolean;
};

/** Finds the likeliest outcome of a round, or the result of a finished one. */
function findRoundOutcome({ markets, marketCount }: Card): RoundOutcome | undefined {
  // For games, the first market that names its outcomes is the result of the game. Other events use their likeliest market.
  const named = markets.filter(({ outcomes }) => outcomes[0] !== "Yes").toSorted((a, b) => a.place - b.place);
  const market = named[0] ?? markets[0];
  if (market === undefined) return undefined;
  const { closed, price, name, outcomes } = market;
  const [first, second] = outcomes;
  const isSecond = price !== undefined && price < complement(price);
  const isNamed = first !== "Yes";
  // A chance of Yes has no name for a single market, and the market's name for several.
  if (!isNamed && !closed) return { name: marketCount === 1 ? "" : name, price, closed };
  if (!isNamed && marketCount > 1 && !isSecond) return { name, price, closed };
  return { name: isSecond ? second : first, price: isSecond ? complement(price) : price, closed };
}

const toRound = (card: Card): Round => ({
  id: card.id,
  slug: card.slug,
  title: card.title,
  endsAt: card.endsAt,
  first: findRoundOutcome(card),
});

/** Tells whether the market paid both outcomes something. */
export const isSplit = ({ price, closed }: RoundOutcome): boolean =>
  closed && price !== undefined && price !== ONE && price !== 0;

/**
 * Orders the rounds by their end times: `earlier` ones are given newest first, `later` ones oldest first. Both may have
 * rounds that end together with `own`, which is inserted between them if neither has it.
 */
export function joinRounds(earlier: readonly Card[], later: readonly Card[], own: Round): readonly Round[] {
  const before = earlier.toReversed().map(toRound);
  const after = later.map(toRound);
  const between = [...before, ...after].some(({ id }) => id === own.id) ? [] : [own];
  return [...new Map([...before, ...between, ...after].map((round) => [round.id, round])).values()];
}
