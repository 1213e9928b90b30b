/** Requests to an exchange in a test. Errors name the method of the exchange that sent the request. */
import { X509Certificate } from "node:crypto";
import { callOperator, fetchPinned } from "../cli/operator/operator-api.ts";
import type { ApiRequest, PinnedRequest } from "../cli/operator/operator-api.ts";
import type { RunningExchange } from "../library.ts";

/** Sends a request for the named method and returns the JSON of the answer. Throws an Error of one line. */
export type OperatorCall = <Answer>(name: string, request: ApiRequest) => Promise<Answer>;

const readFingerprint = (certificate: string | undefined): string | undefined =>
  certificate === undefined ? undefined : new X509Certificate(certificate).fingerprint256;

/** Creates a function that calls the operator API; `refuse` may throw before a call is sent. */
export function createOperatorCall(exchange: RunningExchange, refuse: () => void): OperatorCall {
  const { addresses, adminToken: token, certificate } = exchange;
  const operator = { adminAddress: addresses.admin, token, fingerprint: readFingerprint(certificate) };
  return (name, request) =>
    withName(name, async () => {
      refuse();
      return JSON.parse(await callOperator(operator, request));
    });
}

/** Runs work of the named method, which stands before the text of an error. */
export async function withName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/**
 * Makes a method refuse an object or a text behind its last parameter, which a caller meant to have an effect. The numbers
 * that `map` adds pass.
 */
export const withoutExtras =
  <Given extends readonly unknown[], Result>(
    name: string,
    method: (...given: Given) => Promise<Result>,
    instead = "",
  ) =>
  async (...given: Given): Promise<Result> => {
    const most = method.length;
    const extra: unknown = given[most];
    if ((typeof extra === "object" && extra !== null) || typeof extra === "string")
      throw new TypeError(
        `${name}: expected ${most === 1 ? "one argument" : `${most} arguments`}, got ${given.length}${instead}`,
      );
    return method(...given);
  };

/** Sends a request to any address of the exchange. */
export function sendRequest(
  { certificate }: RunningExchange,
  url: string,
  request: PinnedRequest,
): Promise<Response> {
  const fingerprint = readFingerprint(certificate);
  return fingerprint === undefined ? fetch(url, request) : fetchPinned(url, fingerprint, request);
}
