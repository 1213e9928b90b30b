/** An operation of the operator API. Its handler gets the operator, and its changes are audited with the operator's reason. */
import { Type } from "typebox";
import type { TObject, TSchema } from "typebox";
import type { OperatedPart, OperatorCommand } from "../../core/events/command.ts";
import type { AuditAction } from "../../core/events/audit-actions.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Operator } from "../../signing/operators.ts";
import { endpoint, operationGroup } from "../operation/endpoint.ts";
import type { Answer, Call, Description, Endpoint } from "../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { executeRequest } from "../operation/answer-once.ts";
import type { RequestOutcome, ResultOf } from "../operation/answer-once.ts";
import { textLines } from "../values/shown-text.ts";
import { describeMistake } from "../operation/validation-fault.ts";

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
      if (description.body === undefined && !isEmpty(call.body)) return { rejection: rejectBody(call.body) };
      return handle({ ...call, operator });
    },
  });

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
  /** Further entries, about parts of the change. */
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
