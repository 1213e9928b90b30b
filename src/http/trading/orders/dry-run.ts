/**
 * POST /order?dry_run=true: the result that placing the order would have. The order goes the same way, and is not
 * placed. Only in the sandbox.
 */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { reject, REJECTIONS } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { outcomePrice, priceText, sharesText } from "../../../core/units.ts";
import { firstWrong } from "../../../doctor/check.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { CheckAnswer } from "../../check-answer.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import type { Answer } from "../../endpoint.ts";
import { OrNull } from "../../resolution-answer.ts";
import { hintOf, refusalWhere } from "../refusal-form.ts";
import { ORDER_TEXTS } from "../refusal-texts.ts";
import type { OrderPayload } from "./order-payload.ts";
import { placementOf } from "./placement.ts";
import { tryOrder } from "./try-order.ts";
import type { OrderTrial } from "./try-order.ts";

export const DryRunQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Boolean({
      description: "Says what placing the order would do, and does not place it; in the sandbox only",
    }),
  ),
});

/** Query of an operation that has no dry run. */
export const NoDryRunQuery = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ description: "Refused here: try each order with POST /order" })),
});

export const DryRunAnswer = Type.Object({
  dry_run: Type.Literal(true),
  ok: Type.Boolean(),
  checks: Type.Array(CheckAnswer, { description: "As they are made, up to the first that fails" }),
  first_wrong: OrNull(Type.String({ description: "The name of the check that fails" })),
  would: OrNull(
    Type.Object({
      status: Type.Enum(["live", "matched", "unmatched"]),
      orderID: Type.String(),
      takingAmount: Type.String(),
      makingAmount: Type.String(),
      fills: Type.Array(Type.Object({ price: Type.String(), size: Type.String() })),
      canceled: Type.Array(
        Type.String({ description: "An order of the same owner that would be in its way" }),
      ),
    }),
  ),
  refusal: OrNull(
    Type.Object({
      status: Type.Integer(),
      error: Type.String(),
      code: Type.Enum(Object.keys(REJECTIONS)),
      hint: Type.String(),
    }),
  ),
});
export type DryRunAnswer = Type.Static<typeof DryRunAnswer>;

type DryRunRequest = {
  readonly payload: OrderPayload;
  readonly caller: ActiveKey;
  readonly dialect: Dialect;
};

export async function dryRun(context: Context, { payload, caller, dialect }: DryRunRequest): Promise<Answer> {
  if (context.config.mode !== "sandbox") return refuseDryRun("outside the sandbox");
  const trial = await tryOrder(context, payload, caller);
  const wrong = firstWrong(trial.checks);
  const answer: DryRunAnswer = {
    dry_run: true,
    ok: wrong === undefined,
    checks: [...trial.checks],
    first_wrong: wrong?.check ?? null,
    would: wouldOf(trial, dialect),
    refusal: refusalAsSent(trial.rejection, dialect),
  };
  return { body: answer };
}

/** Refuses a dry run where there is none: its caller must not find the order placed. */
export const refuseDryRun = (where: string): Answer => ({
  rejection: reject("dry_run_refused", `expected no dry_run ${where}, got true; nothing was placed`),
});

function wouldOf({ placed, removed }: OrderTrial, dialect: Dialect): DryRunAnswer["would"] {
  if (placed === undefined) return null;
  const { order, fills } = placed;
  const placement = placementOf(dialect, order.id, order, { fills, hash: null });
  const { status, orderID, takingAmount, makingAmount } = placement;
  return {
    status,
    orderID,
    takingAmount,
    makingAmount,
    fills: fills.map((fill) => ({
      price: priceText(outcomePrice(fill.price, order.outcome)),
      size: sharesText(fill.lots),
    })),
    canceled: [...removed],
  };
}

/** An order that was placed before is not refused in the specification's dialect: it gets its first result again. */
function refusalAsSent(rejection: Rejection | undefined, dialect: Dialect): DryRunAnswer["refusal"] {
  if (rejection === undefined || (rejection.code === "duplicate_order" && dialect === "spec")) return null;
  const { status, error } = refusalWhere(rejection, {
    dialect,
    texts: ORDER_TEXTS,
    placement: true,
  });
  return { status, error, code: rejection.code, hint: hintOf(rejection) };
}
