/** Operations that tests serve in place of the exchange's. */
import type { TObject, TSchema } from "typebox";
import { endpoint } from "../../src/http/operation/endpoint.ts";
import type { Description, Endpoint } from "../../src/http/operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../../src/http/guard/rate-limits.ts";

/** The group of operations that tests describe. */
export const TEST_GROUP = { name: "Tests", description: "Operations of tests" };

/** Describes an operation that counts against its interface's limit alone. */
export const testEndpoint = <Q extends TObject, P extends TObject, B extends TSchema>(
  description: Omit<Description<Q, P, B>, "group" | "limits" | "refuses">,
): Endpoint =>
  endpoint<Q, P, B>({ ...description, group: TEST_GROUP, limits: ONLY_INTERFACE_LIMIT, refuses: [] });
