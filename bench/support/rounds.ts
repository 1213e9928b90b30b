/** Rounds of a bench and of its floor that alternate, so that both run while the machine is equally fast. */

/** Orders with their latencies in milliseconds, and the seconds that all of them took. */
export type RoundResult = { readonly seconds: number; readonly latencies: Float64Array };

export type RoundPair<Floor, Ours> = { readonly floor: Floor; readonly ours: Ours };

/** The two measurements of a round, to be run in either order. */
type PreparedRound<Floor, Ours> = RoundPair<() => Promise<Floor>, () => Promise<Ours>>;

/** Measures so many rounds, in the order floor, ours, ours, floor. */
export async function alternate<Floor, Ours>(
  count: number,
  prepare: () => PreparedRound<Floor, Ours>,
): Promise<RoundPair<Floor, Ours>[]> {
  const rounds: RoundPair<Floor, Ours>[] = [];
  for (let round = 0; round < count; round += 1) {
    const { floor, ours } = prepare();
    if (round % 2 === 0) rounds.push({ floor: await floor(), ours: await ours() });
    else {
      const measured = await ours();
      rounds.push({ floor: await floor(), ours: measured });
    }
  }
  return rounds;
}

/** Gives the orders a second of all rounds together. */
export function pool(rounds: readonly RoundResult[]): number {
  const orders = rounds.reduce((sum, { latencies }) => sum + latencies.length, 0);
  return orders / rounds.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Prints the rates of all rounds together, their ratio, and the least and the highest ratio of a round. */
export function printRatio(rounds: readonly RoundPair<RoundResult, RoundResult>[], target = ""): void {
  const floor = pool(rounds.map((round) => round.floor));
  const ours = pool(rounds.map((round) => round.ours));
  const ratios = rounds.map((round) => pool([round.ours]) / pool([round.floor]));
  const spread = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)).join(" to ");
  console.log(
    `ratio to the floor, ${rounds.length} rounds pooled: ${(ours / floor).toFixed(2)}${target}; ` +
      `of single rounds: ${spread}; ${ours.toFixed(0)}/s, floor ${floor.toFixed(0)}/s`,
  );
}
