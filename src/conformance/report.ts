/** The report of a run: a row for each endpoint, with the differences that were found. */
import { ENDPOINTS, isEndpoint } from "./endpoints.ts";
import type { EndpointName, InterfaceName } from "./endpoints.ts";
import type { DialectName } from "./dialect-terms.ts";

type Outcome =
  | { readonly result: "pass" }
  | { readonly result: "skipped"; readonly reason: string }
  | { readonly result: "fail"; readonly request: string; readonly expected: string; readonly got: string };

export type CheckResult = { readonly endpoint: EndpointName; readonly check: string } & Outcome;

export type Row = {
  readonly interface: InterfaceName;
  readonly endpoint: EndpointName;
  /** `pass` only where every check was made and passed. */
  readonly result: Outcome["result"];
  readonly checks: readonly CheckResult[];
};

export type Report = {
  readonly dialect: DialectName;
  readonly addresses: { readonly [Name in InterfaceName]?: string | undefined };
  readonly result: Outcome["result"];
  readonly endpoints: readonly Row[];
  /** Ids of orders of which the server did not say, when they were cancelled at the end, what became. */
  readonly left: readonly string[];
};

export function reportOf(
  dialect: DialectName,
  addresses: Report["addresses"],
  results: readonly CheckResult[],
): Omit<Report, "left"> {
  const endpoints = Object.keys(ENDPOINTS)
    .filter(isEndpoint)
    .map((endpoint): Row => {
      const checks = results.filter((result) => result.endpoint === endpoint);
      return { interface: ENDPOINTS[endpoint], endpoint, result: worstOf(checks), checks };
    });
  return { dialect, addresses, result: worstOf(endpoints), endpoints };
}

/** Gives `fail` where anything failed, else `skipped` where anything was. */
function worstOf(results: readonly { readonly result: Outcome["result"] }[]): Outcome["result"] {
  if (results.some(({ result }) => result === "fail")) return "fail";
  return results.some(({ result }) => result === "skipped") ? "skipped" : "pass";
}
