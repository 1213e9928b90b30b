/** Chooses the exchange contracts that an order may be signed for, by the order's struct and the market's kind. */
import { joinShort } from "../../base/short-list.ts";
import type { MarketKind } from "../../core/markets/market-version.ts";
import { equalBytes, toHex } from "../hex.ts";
import type { OrderDomain, OrderStruct } from "./order-domain.ts";
import { rejectOrder, type OrderRejection } from "./order-verdict.ts";
import type { VerificationContext } from "./order-verdict.ts";

/** Lists the domains for the order's struct and the market's kind, the preferred domain first. */
export function listDomainsToTry(
  struct: OrderStruct,
  { domains, preferred, kind }: VerificationContext,
): OrderDomain[] {
  const fittingDomains = domains.filter((domain) => domain.struct === struct && domain.kind === kind);
  if (preferred === undefined || !fittingDomains.includes(preferred)) return fittingDomains;
  return [preferred, ...fittingDomains.filter((domain) => domain !== preferred)];
}

/** Lists the domains for the order's struct and other kinds of markets. */
export const listOtherDomains = (
  struct: OrderStruct,
  { domains, kind }: VerificationContext,
): OrderDomain[] => domains.filter((domain) => domain.struct === struct && domain.kind !== kind);

/** Finds the domain that a deposit wallet's signature names. */
export function findDomain(
  separator: Uint8Array,
  context: VerificationContext,
): OrderDomain | OrderRejection {
  const named = context.domains.filter(
    (domain) => domain.struct === "v2" && equalBytes(domain.separator, separator),
  );
  const fittingDomain = named.find((domain) => domain.kind === context.kind);
  if (fittingDomain !== undefined) return fittingDomain;
  const other = named[0];
  if (other !== undefined) return rejectWrongKind(other, context);
  return rejectOrder(
    "unknown-domain",
    `the signature names the domain separator ${toHex(separator)}, which is not configured`,
  );
}

/** Words for the kinds, after "this is". */
const KIND_WORDS: Readonly<Record<MarketKind, string>> = {
  ordinary: "not a negative-risk market",
  "negative-risk": "a negative-risk market",
  "protocol-v2": 'a Protocol V2 market, whose orders are signed with domain version "3"',
};

/** Says which kind a market has where an order was signed for the exchange of another kind, after "this is". */
export const describeKind = (kind: MarketKind, signed: MarketKind): string =>
  signed === "protocol-v2"
    ? 'a market of the Conditional Tokens, whose orders are not signed with domain version "3"'
    : KIND_WORDS[kind];

/** Returns the rejection of an order that was signed for an exchange of another kind of market. */
export function rejectWrongKind(signed: OrderDomain, context: VerificationContext): OrderRejection {
  const market = describeKind(context.kind, signed.kind);
  const wanted = describeWanted(signed, context);
  const fitting = context.domains.find(({ kind }) => kind === context.kind);
  return rejectOrder(
    "wrong-kind-of-market",
    `unsupported verifying contract: this is ${market}; signed for ${describeContract(signed, fitting)}, ${wanted}`,
  );
}

/** Names the contracts for the market's kind: of the order's struct, or of the other one if these take that alone. */
function describeWanted(signed: OrderDomain, { domains, kind }: VerificationContext): string {
  const ofKind = domains.filter((domain) => domain.kind === kind);
  const ofStruct = ofKind.filter(({ struct }) => struct === signed.struct);
  const listContracts = (listed: readonly OrderDomain[]) =>
    `one of ${joinShort(listed.map((domain) => describeContract(domain, signed)))}`;
  if (ofStruct.length > 0) return `expected ${listContracts(ofStruct)}`;
  const [other] = ofKind;
  return other === undefined
    ? "no exchange is configured for it"
    : `as the order struct ${signed.struct}, expected the struct ${other.struct} for ${listContracts(ofKind)}`;
}

/** Names a contract, with the version of its domain if the other contract has another version. */
function describeContract(
  { id, verifyingContract, version }: OrderDomain,
  other: OrderDomain | undefined,
): string {
  const versionText = version === other?.version ? "" : `, domain version "${version}"`;
  return `${verifyingContract} (${id}${versionText})`;
}
