/** Requests to an exchange in a test. Errors name the method of the exchange that sent the request. */
import { X509Certificate } from "node:crypto";
import { callOperator } from "../cli/operator-api.ts";
import type { ApiRequest } from "../cli/operator-api.ts";
import { fetchPinned } from "../cli/pinned-fetch.ts";
import type { PinnedRequest } from "../cli/pinned-fetch.ts";
import type { RunningExchange } from "../library.ts";

/** Sends a request for the named method and returns the JSON of the answer. Throws an Error of one line. */
export type OperatorCall = <Answer>(name: string, request: ApiRequest) => Promise<Answer>;

const fingerprintOf = (certificate: string | undefined): string | undefined =>
  certificate === undefined ? undefined : new X509Certificate(certificate).fingerprint256;

/** Makes calls of the operator API; `refuse` may throw before a call is sent. */
export function createOperatorCall(exchange: RunningExchange, refuse: () => void): OperatorCall {
  const { addresses, adminToken: token, certificate } = exchange;
  const operator = { adminAddress: addresses.admin, token, fingerprint: fingerprintOf(certificate) };
  return async (name, request) => {
    try {
      refuse();
      return JSON.parse(await callOperator(operator, request));
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
}

/** Sends a request to any address of the exchange. */
export function send(
  { certificate }: RunningExchange,
  url: string,
  request: PinnedRequest,
): Promise<Response> {
  const fingerprint = fingerprintOf(certificate);
  return fingerprint === undefined ? fetch(url, request) : fetchPinned(url, fingerprint, request);
}
