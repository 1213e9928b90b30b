/** One check of a request, as answered by the dry run of an order and by the operator API. */
import { Type } from "typebox";

export const CheckAnswer = Type.Object({
  check: Type.String({ description: "What was looked at" }),
  ok: Type.Boolean(),
  expected: Type.String(),
  got: Type.String(),
  hint: Type.String({ description: "What to do, when it is wrong" }),
  mistake: Type.String({
    description:
      "The mistake's name in docs/trading/troubleshooting.md, or a code of docs/reference/rejections.md; empty otherwise",
  }),
});
export type CheckAnswer = Type.Static<typeof CheckAnswer>;
