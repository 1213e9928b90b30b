/** Repeats a request for a diagnosis, on a temporary server that commits nothing. */
import { Type } from "typebox";
import { Check as isValid } from "typebox/schema";
import type { Context } from "../../context.ts";
import { REJECTIONS } from "../../core/rejection.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import type { HeaderList } from "../../tools/doctor/carried-headers.ts";
import { passedCheck, shown } from "../../tools/doctor/check.ts";
import type { Check } from "../../tools/doctor/check.ts";
import type { CarriedRequest } from "../../tools/doctor/explain-request.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import type { Mount } from "../mounts/mount.ts";
import type { ErrorFormat } from "../operation/error-format.ts";
import { PayoutAnswer } from "../values/resolution-answer.ts";
import { createServer } from "../server/server.ts";
import { tradingErrorFormat } from "../trading/error-format.ts";
import { WalletName } from "../values/wallets.ts";
import { ANSWER } from "./diagnosis.ts";
import { namedMarket } from "./markets/event-answer.ts";

// The rehearsal of a resolution in answers of the operator API.

const Collateral = (description: string) => Type.String({ description });

const payoutFields = {
  holders: Type.Integer({ description: "Accounts that have shares of these markets" }),
  orders: Type.Integer({ description: "Open orders that are cancelled" }),
  paid: Collateral("USDC that the resolution itself pays to all holders"),
  due: Collateral("Paid to holders as they redeem"),
  remains: Collateral("Left behind these markets once everyone is paid"),
  markets: Type.Array(
    Type.Object({
      ...namedMarket,
      payout: PayoutAnswer,
      disputed: Type.Boolean({ description: "Whether its open proposal is disputed" }),
      orders: Type.Integer(),
      paysAtOnce: Type.Boolean({ description: "Whether its resolution pays; otherwise holders redeem" }),
    }),
    { description: "The markets that resolve; those that are decided so already are left out" },
  ),
  accounts: Type.Array(
    Type.Object({
      address: Type.String(),
      name: WalletName,
      total: Collateral("Of all its payouts"),
      payouts: Type.Array(
        Type.Object({
          conditionId: Type.String(),
          shares: Type.Tuple([Type.String(), Type.String()], { description: "Of each outcome" }),
          amount: Collateral("What they pay, in USDC"),
        }),
      ),
    }),
    { description: "The largest total first; a page of them" },
  ),
};

export const Rehearsal = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  winner: Type.String({ description: "Market of the winner by its condition id, 0x and 64 hex digits" }),
  ...payoutFields,
});

export const MarketRehearsal = Type.Object({ conditionId: Type.String(), ...payoutFields });

// Rehearsal of a request: the request is sent to a temporary server with only its operation, and refused there for the same
// reasons. Reads and dry runs are answered; any other request stops before it changes anything.

type RequestRehearsal = {
  readonly request: CarriedRequest;
  readonly mount: Pick<Mount, "dialect" | "prefix" | "form">;
  readonly endpoint: Endpoint;
  readonly nowMs: number;
  /** True if the request's credentials are valid; otherwise the values are checked, but the operation does not run. */
  readonly admitted: boolean;
};

/** Last check that the request reached. */
type Progress = { check: string; answered: boolean };

const NOT_TRIED = "checked up to the body; it was not carried out";

/** Lists the checks of path, query and body, and of the answer if the credentials are valid. */
export async function rehearseRequest(
  context: Context,
  rehearsal: RequestRehearsal,
): Promise<readonly Check[]> {
  const { request, mount, endpoint, nowMs, admitted } = rehearsal;
  const progress: Progress = { check: endpoint.body === undefined ? "request" : "payload", answered: false };
  const server = createServer({ ...context, clock: () => nowMs }, [
    {
      ...mount,
      endpoints: [createStagedEndpoint(endpoint, admitted, progress)],
      form: watchErrorFormat(mount.form, endpoint, progress),
    },
  ]);
  try {
    const { statusCode, payload } = await server.inject({
      method: endpoint.method,
      url: mount.prefix + request.path + request.query,
      headers: groupHeaders(request.headers),
      payload: Buffer.from(request.body),
    });
    if (statusCode >= 400) return [failedAnswerCheck(progress, statusCode, payload)];
  } finally {
    await server.close();
  }
  return [...passedParts(endpoint), ...(admitted ? [answerCheck(progress)] : [])];
}

/**
 * Makes a copy of the operation without side effects. The caller is authenticated only if the credentials are known to be
 * valid.
 */
const createStagedEndpoint = (endpoint: Endpoint, admitted: boolean, progress: Progress): Endpoint => ({
  ...endpoint,
  access: admitted ? endpoint.access : "public",
  handle: async (call) => {
    if (!admitted) return { body: null };
    progress.check = ANSWER;
    progress.answered = endpoint.method === "GET" || isDryRun(call.query);
    if (progress.answered) return endpoint.handle(call);
    if (endpoint.placement) return { body: null };
    try {
      return await endpoint.handle({ ...call, context: limitToPureParts(call.context) });
    } catch (error) {
      if (error instanceof NotTriedError) return { body: null };
      throw error;
    }
  },
});

/** Thrown to stop an operation before it may change something. */
class NotTriedError extends Error {}

/** Limits the context to parts without side effects, so that the operation runs until it needs the store or the engine. */
function limitToPureParts(context: Context): Context {
  const engine = allowOnly(context.engine, ["exchange"]);
  return allowOnly({ ...context, engine }, ["config", "clock", "engine"]);
}

const allowOnly = <Whole extends object>(whole: Whole, names: readonly (keyof Whole)[]): Whole =>
  new Proxy(whole, {
    get: (target, name) => {
      const allowed = names.find((one) => one === name);
      if (allowed === undefined) throw new NotTriedError(String(name));
      return target[allowed];
    },
  });

const isDryRun = (query: unknown): boolean =>
  typeof query === "object" && query !== null && "dry_run" in query && query.dry_run === true;

/**
 * Wraps the interface's form of refusals: each refusal states the expected value, and the faulty part is recorded in
 * `progress`.
 */
function watchErrorFormat(form: ErrorFormat, { params }: Endpoint, progress: Progress): ErrorFormat {
  const about = (name: string): void => {
    progress.check = Object.hasOwn(params?.properties ?? {}, name) ? "path" : "query";
  };
  return {
    ...tradingErrorFormat,
    lists: form.lists,
    invalidParameter: (fault) => {
      about(fault.name);
      return tradingErrorFormat.invalidParameter(fault);
    },
    missingParameter: (fault) => {
      about(fault.name);
      return tradingErrorFormat.missingParameter(fault);
    },
    unknownParameter: (fault) => {
      const errorResponse = form.unknownParameter(fault);
      if (errorResponse !== undefined) about(fault.name);
      return errorResponse;
    },
    rejection: (rejection, asked) => {
      if (UNAUTHORIZED_CODES.has(rejection.code)) progress.check = "credentials";
      return tradingErrorFormat.rejection(rejection, asked);
    },
    notFound: (astray) => {
      progress.check = "path";
      return tradingErrorFormat.notFound(astray);
    },
  };
}

const UNAUTHORIZED_CODES: ReadonlySet<RejectionCode> = new Set(["unauthorized", "wallet_unauthorized"]);

/** Headers about the body's length and encoding, which the temporary server sets itself. */
const TRANSPORT_HEADERS = new Set(["content-length", "transfer-encoding", "connection", "expect"]);

const groupHeaders = (list: HeaderList): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(list, ([name]) => name.toLowerCase())]
      .filter(([name]) => !TRANSPORT_HEADERS.has(name))
      .map(([name, found]) => [name, found.map(([, value]) => value)]),
  );

const passedParts = ({ params, query, body }: Endpoint): Check[] => [
  ...(params === undefined ? [] : [passedCheck("path")]),
  ...(query === undefined ? [] : [passedCheck("query")]),
  ...(body === undefined ? [] : [passedCheck("payload")]),
];

const answerCheck = ({ answered }: Progress): Check =>
  answered ? passedCheck(ANSWER, { got: "a success" }) : passedCheck(ANSWER, { got: "not tried" }, NOT_TRIED);

const ErrorResponseSchema = Type.Object({
  error: Type.String(),
  code: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String()),
});

function failedAnswerCheck({ check }: Progress, status: number, payload: string): Check {
  const body: unknown = JSON.parse(payload);
  const { error, code, hint } = isValid(ErrorResponseSchema, body) ? body : { error: payload };
  const mistake = code !== undefined && Object.hasOwn(REJECTIONS, code) ? code : "";
  const got = `${status} ${shown(error)}`;
  return { check, ok: false, expected: "no refusal", got, hint: hint ?? error, mistake };
}
