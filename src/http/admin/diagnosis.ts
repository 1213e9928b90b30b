/** The result of a look through a request, or a key: its checks, and the first that is wrong. */
import { Type } from "typebox";
import { firstWrong } from "../../doctor/check.ts";
import type { Check } from "../../doctor/check.ts";
import { CheckAnswer } from "../check-answer.ts";
import { OrNull } from "../resolution-answer.ts";

export const DiagnosisAnswer = Type.Object({
  ok: Type.Boolean(),
  subject: Type.String({ description: "What was looked at" }),
  checks: Type.Array(CheckAnswer),
  first_wrong: OrNull(CheckAnswer),
});
export type DiagnosisAnswer = Type.Static<typeof DiagnosisAnswer>;

export function diagnosisOf(subject: string, checks: readonly Check[]): DiagnosisAnswer {
  const wrong = firstWrong(checks);
  return { ok: wrong === undefined, subject, checks: [...checks], first_wrong: wrong ?? null };
}

/** A moment that the look is as of: unix milliseconds. */
export const Moment = Type.Integer({ minimum: 0, maximum: 9_999_999_999_999 });

/** The check that is what the operation itself says; passed with a hint where that was not tried. */
export const ANSWER = "answer";
