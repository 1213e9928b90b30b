/**
 * Resolutions of the demo's past events: how the operator's own commands settled each market. One was disputed and
 * settled the other way; one is proposed and still open.
 */
import type { Payout } from "../core/catalog.ts";
import type { Command, OperatorCommand } from "../core/command.ts";
import { FIRST_OPERATOR } from "../signing/operators.ts";

type Ending = {
  readonly payout: Payout;
  readonly way: "settled" | "disputed" | "proposed";
  readonly evidence: string;
};

/** An operator's command, `after` milliseconds after the end of the event. */
export type EndingStep = { readonly after: number; readonly command: (conditionId: string) => Command };

const FIRST: Payout = [1, 0];
const SECOND: Payout = [0, 1];
const SHEET = "The league's match sheet, signed by both scorers.";
const MINUTES = "The minutes of the governors' meeting, as published.";

/** Resolutions by the slug of the market. */
const ENDINGS: ReadonlyMap<string, Ending> = new Map([
  ["mbl-round-19-comets-breakers-winner", { payout: FIRST, way: "settled", evidence: SHEET }],
  ["mbl-round-19-comets-breakers-points", { payout: FIRST, way: "settled", evidence: SHEET }],
  ["mbl-round-19-comets-breakers-overtime", { payout: SECOND, way: "settled", evidence: SHEET }],
  ["mbl-round-20-breakers-owls-winner", { payout: SECOND, way: "disputed", evidence: SHEET }],
  ["mbl-round-20-breakers-owls-points", { payout: SECOND, way: "settled", evidence: SHEET }],
  ["mbl-round-20-breakers-owls-overtime", { payout: FIRST, way: "settled", evidence: SHEET }],
  ...["cut-by-half-a-point-or-more", "cut-by-less-than-half-a-point", "raise-its-rate"].map(
    (option) =>
      [
        `bank-of-aldermere-last-rate-decision-${option}`,
        { payout: SECOND, way: "settled", evidence: MINUTES },
      ] as const,
  ),
  [
    "bank-of-aldermere-last-rate-decision-hold-its-rate",
    { payout: FIRST, way: "settled", evidence: MINUTES },
  ],
  [
    "noon-toss-last-sun-or-ship",
    { payout: FIRST, way: "proposed", evidence: "The guildhall's book, page of the day: sun." },
  ],
]);

/** Returns the final payout of the market; `undefined` while it is open. */
export const endingPayout = (slug: string): Payout | undefined => ENDINGS.get(slug)?.payout;

const HOUR_MS = 3_600_000;

/** Lists the steps that resolve the market with this slug; none for a market that continues. */
export function endingSteps(slug: string): readonly EndingStep[] {
  const ending = ENDINGS.get(slug);
  if (ending === undefined) return [];
  const { payout, way, evidence } = ending;
  const proposed = propose(1, payout, evidence);
  if (way === "proposed") return [proposed];
  if (way === "settled") return [proposed, resolve(3, payout)];
  const other: Payout = [payout[1], payout[0]];
  return [
    propose(1, other, "The score that the radio read out."),
    step(4, "The radio read the score of the first half", (conditionId) => ({
      type: "dispute-resolution",
      conditionId,
    })),
    propose(20, payout, evidence),
    resolve(26, payout),
  ];
}

const propose = (hours: number, payout: Payout, evidence: string): EndingStep =>
  step(hours, "The result is known", (conditionId) => ({
    type: "propose-resolution",
    conditionId,
    payout,
    evidence,
    link: "",
  }));

const resolve = (hours: number, payout: Payout): EndingStep =>
  step(hours, "Nobody disputes the proposal", (conditionId) => ({
    type: "resolve-market",
    conditionId,
    payout,
  }));

/** Makes a step with the audit log entry that the operator API would write. */
function step(
  hours: number,
  reason: string,
  commandOf: (conditionId: string) => OperatorCommand,
): EndingStep {
  return {
    after: hours * HOUR_MS,
    command: (conditionId) => {
      const command = commandOf(conditionId);
      const details = "payout" in command ? { payout: command.payout } : {};
      return {
        type: "operate",
        operator: FIRST_OPERATOR,
        action: command.type,
        subject: conditionId,
        reason,
        details,
        command,
      };
    },
  };
}
