/** The admission gate of an operation's requests. */
import type { Context } from "../../context.ts";
import { claimReader } from "../auth/claimed-credentials.ts";
import type { Gate, GuardedOperation } from "../guard/gate.ts";
import type { Guard } from "../guard/guard.ts";
import type { Mount } from "../mount.ts";

type GatedOperation = Pick<GuardedOperation, "endpoint"> & { readonly mount: Mount };

/** Returns the gate; `undefined` if the interface has no limits. */
export function gateOf(
  context: Context,
  guard: Guard,
  { mount, endpoint }: GatedOperation,
): Gate | undefined {
  const { limited: of, dialect, forOperators = of === "operator" } = mount;
  if (of === undefined) return undefined;
  const claimOf = claimReader(context, endpoint.access);
  return guard.gateOf({ of, dialect, endpoint, claimOf, forOperators });
}
