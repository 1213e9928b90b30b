/** The result of a diagnosis of a request or a key: its checks, and the first failed one. */
import { Type } from "typebox";
import { findFirstWrong } from "../../tools/doctor/check.ts";
import type { Check } from "../../tools/doctor/check.ts";
import { CheckAnswer } from "../operation/check-answer.ts";
import { OrNull } from "../values/resolution-answer.ts";

export const DiagnosisAnswer = Type.Object({
  ok: Type.Boolean(),
  subject: Type.String({ description: "What was looked at" }),
  checks: Type.Array(CheckAnswer),
  first_wrong: OrNull(CheckAnswer),
});
export type DiagnosisAnswer = Type.Static<typeof DiagnosisAnswer>;

export function buildDiagnosis(subject: string, checks: readonly Check[]): DiagnosisAnswer {
  const wrong = findFirstWrong(checks);
  return { ok: wrong === undefined, subject, checks: [...checks], first_wrong: wrong ?? null };
}

/** Time of the diagnosis: unix milliseconds. */
export const Moment = Type.Integer({ minimum: 0, maximum: 9_999_999_999_999 });

/** Name of the check with the operation's own answer; passed with a hint if the operation was not tried. */
export const ANSWER = "answer";
