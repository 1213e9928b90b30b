/** Heading of the operator API's document for what only a sandbox has. */
import { operationGroup } from "../endpoint.ts";

export const SANDBOX = operationGroup(
  "Sandbox",
  "Faults that clients can be tried with; a sandbox alone has them",
);
