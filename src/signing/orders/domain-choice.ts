/** Chooses the exchange contracts that an order may be signed for, by the order's struct and the market's kind. */
import { equalBytes, toHex } from "../hex.ts";
import type { OrderDomain, OrderStruct } from "./order-domain.ts";
import { rejectOrder, type OrderRejection } from "./order-verdict.ts";
import type { VerificationContext } from "./order-verdict.ts";

/** Lists the domains for the order's struct and the market's kind, the preferred domain first. */
export function listDomainsToTry(
  struct: OrderStruct,
  { domains, preferred, negRisk }: VerificationContext,
): OrderDomain[] {
  const fittingDomains = domains.filter((domain) => domain.struct === struct && domain.negRisk === negRisk);
  if (preferred === undefined || !fittingDomains.includes(preferred)) return fittingDomains;
  return [preferred, ...fittingDomains.filter((domain) => domain !== preferred)];
}

/** Finds the domain that a deposit wallet's signature names. */
export function findDomain(
  separator: Uint8Array,
  context: VerificationContext,
): OrderDomain | OrderRejection {
  const named = context.domains.filter(
    (domain) => domain.struct === "v2" && equalBytes(domain.separator, separator),
  );
  const fittingDomain = named.find((domain) => domain.negRisk === context.negRisk);
  if (fittingDomain !== undefined) return fittingDomain;
  const other = named[0];
  if (other !== undefined) return rejectWrongKind(other, context);
  return rejectOrder(
    "unknown-domain",
    `the signature names the domain separator ${toHex(separator)}, which is not configured`,
  );
}

/** Returns the rejection of an order that was signed for an exchange of the other kind of market. */
export function rejectWrongKind(signed: OrderDomain, context: VerificationContext): OrderRejection {
  const kind = context.negRisk ? "a negative-risk market" : "not a negative-risk market";
  const expected = context.domains
    .filter((domain) => domain.struct === signed.struct && domain.negRisk === context.negRisk)
    .map(({ id, verifyingContract }) => `${verifyingContract} (${id})`);
  const got = `signed for ${signed.verifyingContract} (${signed.id})`;
  return rejectOrder(
    "wrong-domain-neg-risk",
    `unsupported verifying contract: this is ${kind}; ${got}, expected one of ${expected.join(", ")}`,
  );
}
