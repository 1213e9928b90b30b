/** Teams of a match, which its title and the outcomes of its first market name. */
import { readMatchSides } from "../../../src/core/markets/match-title.ts";

/** Names of the teams as the outcomes have them: short, and in their order. */
export type Teams = readonly [string, string];

/** Finds the teams of a market about a match's winner; `undefined` for other markets. */
export function findTeams(title: string, outcomes: readonly [string, string]): Teams | undefined {
  const sides = readMatchSides(title);
  return sides?.every((side, index) => side.includes(outcomes[index] ?? "")) === true ? outcomes : undefined;
}
