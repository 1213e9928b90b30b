/** Resolutions of markets and the steps before them, as JSON. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Payout } from "../../core/markets/catalog.ts";
import type { Resolution } from "../../store/reads/resolution-steps.ts";

export const PayoutAnswer = Type.Unsafe<Payout>(
  Type.Tuple([Type.Integer(), Type.Integer()], {
    description: "What a share of each outcome pays: [1, 0], [0, 1], or [1, 1] for half each",
  }),
);
export const Time = Type.String({ description: "ISO 8601" });
export const OrNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Fields about a market's resolution in an answer. */
export const ResolutionFields = {
  proposal: OrNull(
    Type.Object({
      payout: PayoutAnswer,
      evidence: Type.String(),
      link: Type.String(),
      time: Time,
      disputed: Type.Boolean(),
    }),
  ),
  resolution: OrNull(
    Type.Object({
      payout: PayoutAnswer,
      time: Type.Union([Time, Type.Null()], { description: "Null of a market that was listed as resolved" }),
    }),
  ),
  steps: Type.Array(
    Type.Object({
      step: Type.Enum(["proposed", "disputed", "resolved", "undone"]),
      time: Time,
      payout: OrNull(PayoutAnswer),
      evidence: OrNull(Type.String()),
      link: OrNull(Type.String()),
    }),
    { description: "The first comes first" },
  ),
};

export function describeResolution(found: Resolution) {
  const { payout, resolvedAt, steps } = found;
  return {
    proposal: describeProposal(found),
    resolution: payout && { payout, time: resolvedAt === null ? null : timeAt(resolvedAt) },
    steps: steps.map(({ step, at, ...told }) => ({ step, time: timeAt(at), ...told })),
  };
}

/** Describes the last proposal, if it is not decided yet. */
function describeProposal({ proposedPayout, disputed, steps }: Resolution) {
  const proposed = steps.findLast(({ step }) => step === "proposed");
  if (proposedPayout === null || proposed === undefined) return null;
  const { evidence, link, at } = proposed;
  return { payout: proposedPayout, evidence: evidence ?? "", link: link ?? "", time: timeAt(at), disputed };
}

/** Formats engine time (milliseconds) as ISO 8601. */
export const timeAt = (at: number): string => new Date(at).toISOString();
