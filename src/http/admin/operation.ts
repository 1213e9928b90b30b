/** An operation of the operator API. The handler gets the operator, and changes are audited with the operator's reason. */
import { Type } from "typebox";
import type { TObject, TProperties, TSchema } from "typebox";
import type { OperatedPart, OperatorCommand } from "../../core/events/command.ts";
import type { AuditAction } from "../../core/events/audit-actions.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Market } from "../../core/state.ts";
import type { Operator } from "../../signing/operators.ts";
import { endpoint, operationGroup } from "../operation/endpoint.ts";
import type { Answer, Call, Description, Endpoint } from "../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { answerOnce, executeRequest } from "../operation/answer-once.ts";
import type { RequestOutcome, ResultOf } from "../operation/answer-once.ts";
import { strictObject } from "../operation/strict-object.ts";
import { textLines } from "../values/shown-text.ts";
import { describeMistake } from "../operation/validation-fault.ts";

const MAX_REASON = 1000;

/** Reason of a change, for the audit log. */
export const Reason = textLines(MAX_REASON, "Why, for the audit log");

/** Body of a change with these fields, and its reason. */
export const changeBody = <P extends TProperties>(fields: P) => strictObject({ ...fields, reason: Reason });

/** Body of a change whose only parameter is the reason. */
export const ReasonBody = changeBody({});

/** Reason of a change of a listing, which may be absent while no trader sees the listing. */
export const DraftReason = Type.Optional(
  textLines(MAX_REASON, "Why, for the audit log; required once traders see what changes"),
);

/** Body of a change of a listing with these fields, and its reason. */
export const draftBody = <P extends TProperties>(fields: P) =>
  strictObject({ ...fields, reason: DraftReason });

/** Body of a change of a listing whose only parameter is the reason. */
export const DraftReasonBody = draftBody({});

/** Body of a step whose only parameter is the reason. */
export type StepBody = typeof ReasonBody | typeof DraftReasonBody;

/** Rejects a change without a reason, unless all markets that it concerns are drafts. */
export function rejectUnreasoned(
  { reason }: { readonly reason?: string | undefined },
  markets: readonly Pick<Market, "status">[],
): Rejection | undefined {
  if (reason !== undefined || markets.every(({ status }) => status === "draft")) return undefined;
  const expected = "text that is not blank, since traders see what changes";
  return reject("invalid_payload", describeMistake("reason", { expected, got: undefined }));
}

export type OperatorCall<Query, Params, Body> = Omit<Call<Query, Params, Body>, "operator"> & {
  readonly operator: Operator;
};

type OperationDescription<Q extends TObject, P extends TObject, B extends TSchema> = Omit<
  Description<Q, P, B>,
  "access" | "limits" | "texts" | "handle"
>;

type Operation<Q extends TObject, P extends TObject, B extends TSchema> = OperationDescription<Q, P, B> & {
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
    role: "viewer",
    ...description,
    access: "operator",
    limits: ONLY_INTERFACE_LIMIT,
    handle: ({ operator, ...call }) => {
      if (operator === undefined) throw new Error("an operation was called without an operator");
      if (description.body === undefined && !isEmpty(call.body)) return { rejection: rejectBody(call.body) };
      return handle({ ...call, operator });
    },
  });

/** An operation that reads: a GET that refuses nothing by default. `read` gives the body of the answer, or a rejection. */
type ReadOperation<Q extends TObject, P extends TObject, B extends TSchema> = Omit<
  OperationDescription<Q, P, B>,
  "method"
> &
  Partial<Pick<OperationDescription<Q, P, B>, "method">> & {
    readonly read: (call: OperatorCall<Type.Static<Q>, Type.Static<P>, Type.Static<B>>) => unknown;
  };

export const readOperation = <Q extends TObject, P extends TObject, B extends TSchema>({
  read,
  ...description
}: ReadOperation<Q, P, B>): Endpoint =>
  operation<Q, P, B>({
    method: "GET",
    ...description,
    handle: async (call) => {
      const body = await read(call);
      return isRejection(body) ? { rejection: body } : { body };
    },
  });

/**
 * Has the engine execute a change, and remember the result from which the answer is made. The reason defaults to the body's
 * reason.
 */
type Execute = <Result>(
  change: Omit<OperatorAction, "reason"> & Partial<Pick<OperatorAction, "reason">>,
  makeResult: ResultOf<Result>,
) => Promise<RequestOutcome<Result> | Rejection>;

export type ChangeCall<Query, Params, Body> = OperatorCall<Query, Params, Body> & {
  readonly execute: Execute;
};

/**
 * An operation that changes something, once: a POST of a market administrator by default. `act` returns the result, and
 * `tell` makes the answer from the result; by default the result is the answer. `refuses` has the codes besides
 * `not_accepting`.
 */
export type ChangeOperation<Q extends TObject, P extends TObject, B extends TSchema, Result> = Omit<
  OperationDescription<Q, P, B>,
  "method" | "once"
> &
  Partial<Pick<OperationDescription<Q, P, B>, "method">> & {
    /** Rejects a request before the request is compared with earlier ones. */
    readonly check?: (
      call: OperatorCall<Type.Static<Q>, Type.Static<P>, Type.Static<B>>,
    ) => Rejection | undefined;
    readonly act: (
      call: ChangeCall<Type.Static<Q>, Type.Static<P>, Type.Static<B>>,
    ) => Promise<RequestOutcome<Result> | Rejection>;
    readonly tell?:
      | ((
          done: RequestOutcome<Result>,
          call: OperatorCall<Type.Static<Q>, Type.Static<P>, Type.Static<B>>,
        ) => unknown)
      | undefined;
  };

export const changeOperation = <Q extends TObject, P extends TObject, B extends TSchema, Result>({
  check,
  act,
  tell = ({ result }) => result,
  refuses = [],
  ...description
}: ChangeOperation<Q, P, B, Result>): Endpoint =>
  operation<Q, P, B>({
    method: "POST",
    role: "market-admin",
    ...description,
    refuses: ["not_accepting", ...refuses],
    handle: (call) => {
      const rejection = check?.(call);
      if (rejection !== undefined) return { rejection };
      const execute: Execute = (change, makeResult) =>
        runOperatorAction(call, { reason: readReason(call.body), ...change }, makeResult);
      return answerOnce(call, {
        act: () => act({ ...call, execute }),
        tell: (done) => tell(done, call),
      });
    },
  });

const readReason = (body: unknown): string => (body as { reason?: string } | undefined)?.reason ?? "";

/** Tells whether a body is empty: absent, or an object without fields. */
const isEmpty = (body: unknown): boolean =>
  body === undefined ||
  (Object(body) === body && !Array.isArray(body) && Object.keys(Object(body)).length === 0);

const rejectBody = (got: unknown): Rejection =>
  reject("invalid_payload", describeMistake("body", { expected: "none, or one without fields", got }));

/** A change by an operator, for the engine and for the audit log. Without a command, only the audit entry is written. */
export type OperatorAction = {
  readonly action: AuditAction;
  readonly subject: string;
  readonly reason: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly command?: OperatorCommand;
  /** Further audit entries, about parts of the change. */
  readonly parts?: readonly OperatedPart[];
};

export type OperatorRequest = Pick<
  OperatorCall<unknown, unknown, unknown>,
  "context" | "operator" | "request"
>;

/** Has the engine execute the change, and remember the result from which the answer is made. */
export const runOperatorAction = <Result>(
  operating: OperatorRequest,
  { details = {}, command, ...change }: OperatorAction,
  makeResult: ResultOf<Result>,
): Promise<RequestOutcome<Result> | Rejection> =>
  executeRequest(
    operating,
    { type: "operate", operator: operating.operator.name, ...change, details, command },
    makeResult,
  );

/** Headings of the operator API's document. */
export const EXCHANGE = operationGroup("Exchange", "How it is");
export const MARKETS = operationGroup("Markets", "Events and their markets, from a draft to the archive");
export const RESOLUTIONS = operationGroup("Resolutions", "How markets are decided");
export const COLLATERAL = operationGroup("Collateral", "What comes in and goes out");
export const HOUSE_MAKERS = operationGroup(
  "House",
  "Markets that the house makes, each with a budget and a maximum loss",
);
export const ATTENTION = operationGroup("Attention", "What waits for an operator");
export const STATISTICS = operationGroup("Figures", "How much was traded, by how many, and what it earned");
export const ANNOUNCEMENTS = operationGroup("Announcements", "What the page tells all traders");
export const BRAND = operationGroup("Brand", "The exchange's own name, colour and logo");
export const OWNERS = operationGroup("Owners", "Who may trade, and with which keys");
export const NAMES = operationGroup("Names", "What owners call their wallets, and what none may be called");
export const INVITES = operationGroup(
  "Invites",
  "Links that give funds, and perhaps a name, to those who open them",
);
export const DIAGNOSES = operationGroup("Diagnoses", "Why what a client sends is refused");
export const AUDIT = operationGroup("Audit", "What operators did");
export const LISTINGS = operationGroup("Listings", "Whole catalogs");
export const SITES = operationGroup("Sites", "Whose markets are available where");
export const WEBHOOKS = operationGroup("Webhooks", "Addresses that get the exchange's events");
export const BACKUPS = operationGroup("Backups", "Copies of the whole exchange in another place");
export const IMAGES = operationGroup(
  "Images",
  "Pictures of events and markets, served from the exchange itself",
);
