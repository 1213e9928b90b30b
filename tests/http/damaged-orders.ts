/** Cases of orders that were damaged after they were signed, of every type of signature. */
import { CHANGED_FIELDS, SIGNATURE_DAMAGES } from "../support/damaged-orders.ts";
import { hashOf } from "../support/exchange.ts";
import { signOrder } from "../support/trader.ts";
import type { OrderTerms } from "../support/trader.ts";
import { depositOf, DIALECTS } from "./auth-cases.ts";
import type { AuthWorld, Case } from "./auth-cases.ts";
import { BAD_SIGNATURE, CHEAP, derivedOf, PLACED, placing } from "./order-cases.ts";

/** Orders that ann's key may sign, one of each type and of the first version. */
function goodOrders(): readonly (OrderTerms & { readonly what: string })[] {
  const [proxy, safe] = [derivedOf("ann", 1)[0]!, derivedOf("ann", 2)[0]!];
  return [
    { ...CHEAP, what: "type 0" },
    { ...CHEAP, what: "type 1", signatureType: 1, maker: proxy },
    { ...CHEAP, what: "type 2", signatureType: 2, maker: safe },
    { ...CHEAP, what: "type 3", signatureType: 3, maker: depositOf("ann") },
    { ...CHEAP, what: "version 1", domain: "polymarket-v1-137" },
  ];
}

export async function signatureCases({ ann }: AuthWorld): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [at, { what, ...terms }] of goodOrders().entries()) {
    for (const [index, { name, damage, refusal }] of SIGNATURE_DAMAGES.entries()) {
      const salt = String(30_000 + at * 1_000 + index);
      const { order } = await signOrder(ann.account, { ...terms, salt });
      cases.push(
        placing(
          ann,
          { ...order, signature: damage(String(order["signature"])) },
          {
            name: `${what}, signature ${name}`,
            dialect: DIALECTS[index % DIALECTS.length]!,
            expected: refusal === undefined ? PLACED : [400, refusal],
          },
        ),
      );
    }
  }
  return cases;
}

/** Fields that the second version does not sign: with another value the order is placed all the same. */
const UNSIGNED = new Set(["expiration"]);

export async function unsignedCases({ ann }: AuthWorld): Promise<Case[]> {
  const cases: Case[] = [];
  for (const [at, { what, ...terms }] of goodOrders().entries()) {
    for (const [index, [field, other]] of Object.entries(CHANGED_FIELDS).entries()) {
      const { order } = await signOrder(ann.account, { ...terms, salt: String(40_000 + at * 1_000 + index) });
      const first = what === "version 1";
      const signed = field in order && (first || !UNSIGNED.has(field));
      if (!(field in order) && (first || field === "nonce" || field === "feeRateBps")) continue;
      cases.push(
        placing(
          ann,
          { ...order, [field]: other },
          {
            name: `${what}, another ${field}`,
            dialect: DIALECTS[index % DIALECTS.length]!,
            expected: signed ? BAD_SIGNATURE : PLACED,
          },
        ),
      );
    }
    for (const other of [hashOf("app"), `0x${"0".repeat(64)}`]) {
      const { order } = await signOrder(ann.account, {
        ...terms,
        salt: String(45_000 + at * 10 + cases.length),
      });
      const signature = String(order["signature"]);
      const wrapped = `0x${signature.slice(2, 132)}${other.slice(2)}${signature.slice(196)}`;
      if (what === "type 3")
        cases.push(
          placing(
            ann,
            { ...order, signature: wrapped },
            {
              name: `type 3, wrapped for the exchange ${other}`,
              dialect: "spec",
              expected: [400, "unsupported_contract"],
            },
          ),
        );
    }
  }
  return cases;
}
