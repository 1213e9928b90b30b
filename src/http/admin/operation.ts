/** An operation of the operator API. Its handler gets the operator, and its changes are audited with the operator's reason. */
import { Type } from "typebox";
import type { TObject, TSchema } from "typebox";
import type { OperatedPart, OperatorCommand } from "../../core/command.ts";
import type { DeedAction } from "../../core/deeds.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Operator } from "../../signing/operators.ts";
import { endpoint } from "../endpoint.ts";
import type { Answer, Call, Description, Endpoint } from "../endpoint.ts";
import { carryOut } from "../once.ts";
import type { RequestOutcome, ResultOf } from "../once.ts";
import { textLines } from "../shown-text.ts";
import { describeMistake } from "../validation-fault.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const MAX_REASON = 1000;

/** Reason of a change, for the audit log. */
export const Reason = textLines(MAX_REASON, "Why, for the audit log");

export type OperatorCall<Query, Params, Body> = Omit<Call<Query, Params, Body>, "operator"> & {
  readonly operator: Operator;
};

type Operation<Q extends TObject, P extends TObject, B extends TSchema> = Omit<
  Description<Q, P, B>,
  "access" | "limits" | "texts" | "handle"
> & {
  readonly handle: (
    call: OperatorCall<Type.Static<Q>, Type.Static<P>, Type.Static<B>>,
  ) => Answer | Promise<Answer>;
};

export const operation = <Q extends TObject, P extends TObject, B extends TSchema>({
  handle,
  ...description
}: Operation<Q, P, B>): Endpoint =>
  endpoint<Q, P, B>({
    once: description.method !== "GET",
    ...description,
    access: "operator",
    limits: ONLY_INTERFACE_LIMIT,
    handle: ({ operator, ...call }) => {
      if (operator === undefined) throw new Error("an operation was called without an operator");
      if (description.body === undefined && !isEmpty(call.body)) return { rejection: refuseBody(call.body) };
      return handle({ ...call, operator });
    },
  });

/** Tells whether a body is empty: absent, or an object without fields. */
const isEmpty = (body: unknown): boolean =>
  body === undefined ||
  (Object(body) === body && !Array.isArray(body) && Object.keys(Object(body)).length === 0);

const refuseBody = (got: unknown): Rejection =>
  reject("invalid_payload", describeMistake("body", { expected: "none, or one without fields", got }));

/** A change by an operator, for the engine and for the audit log. Without a command, only the audit entry is written. */
export type OperatorAction = {
  readonly action: DeedAction;
  readonly subject: string;
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly command?: OperatorCommand;
  /** Further entries, about parts of the change. */
  readonly parts?: readonly OperatedPart[];
};

export type OperatorRequest = Pick<
  OperatorCall<unknown, unknown, unknown>,
  "context" | "operator" | "request"
>;

/** Has the engine execute the change, and remember the result from which the answer is made. */
export const operate = <Result>(
  operating: OperatorRequest,
  { details = {}, command, ...change }: OperatorAction,
  makeResult: ResultOf<Result>,
): Promise<RequestOutcome<Result> | Rejection> =>
  carryOut(
    operating,
    { type: "operate", operator: operating.operator.name, ...change, details, command },
    makeResult,
  );
