/** Heading of the sandbox's own operations in the operator API's document. */
import { operationGroup } from "../operation/endpoint.ts";

export const SANDBOX = operationGroup(
  "Sandbox",
  "Time, state and faults of a sandbox. An exchange in production has none of these operations",
);

/** Properties of operations that change the sandbox; a repeated request changes the sandbox again. */
export const SANDBOX_CHANGE = {
  method: "POST",
  group: SANDBOX,
  role: "market-admin",
  once: false,
} as const;
