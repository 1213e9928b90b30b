/** The keys and wallets that a request names before anything of it is checked: in its headers, its path and its query. */
import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { isFault } from "../../core/input-fault.ts";
import { headerReadersOf } from "../auth/authenticate.ts";
import { claimReader } from "../auth/claimed-credentials.ts";
import type { Access } from "../endpoint.ts";

export type RequestNames = {
  /** The key or wallet that the caller claims to be, "" without one. */
  readonly caller: string;
  /** All that it names, the caller and the wallet of its key too. */
  readonly all: readonly string[];
};

export type ReadNames = (request: FastifyRequest) => RequestNames;

/** Reads the names in requests of one operation. */
export function namesReader(context: Context, access: Access): ReadNames {
  const claimOf = claimReader(context, access);
  const { caller: readHeaders } = headerReadersOf(context.config);
  return (request) => {
    const caller = claimOf?.(request)?.name ?? "";
    const headers = readHeaders(request);
    const wallet = isFault(headers) ? undefined : headers.ADDRESS;
    return { caller, all: [caller, wallet ?? "", ...textsOf(request.params), ...textsOf(request.query)] };
  };
}

/** Lists the texts of parameters; those of lists one by one. */
const textsOf = (parameters: unknown): string[] =>
  Object.values(parameters ?? {})
    .flat()
    .flatMap((value) => (typeof value === "string" ? value.split(",") : []));
