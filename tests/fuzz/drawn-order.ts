/**
 * Orders that are signed anew, so that they get past the check of signatures. They are signed with another library
 * than clients use, for its speed.
 */
import secp256k1 from "secp256k1";
import { builtInDomains } from "../../src/signing/orders/order-domain.ts";
import { computeOrderDigest, computeOrderStructHash } from "../../src/signing/orders/order-digest.ts";
import { parseSignedOrder } from "../../src/signing/orders/signed-order.ts";
import { hashOf, tokenOf } from "../support/exchange.ts";
import type { Random } from "../support/random.ts";
import type { Draw } from "./drawn-value.ts";
import { BUSY, FLOODS } from "./listings.ts";
import type { Actor } from "./world.ts";

type WireOrder = Record<string, unknown>;

const DOMAINS = builtInDomains([137, 80002]);
const ZERO = `0x${"0".repeat(64)}`;
const NOBODY = `0x${"0".repeat(40)}`;
const TICKS_PER_UNIT = 100;
/** Base units of a hundredth of a share. */
const LOT = 10_000;
const CENT = 100;

/** Domains in which orders of an ordinary or of a negative-risk market are signed. */
const domainsFor = (negRisk: boolean, struct: "v1" | "v2") =>
  DOMAINS.filter((domain) => domain.struct === struct && domain.negRisk === negRisk);

const ORDINARY = { v1: domainsFor(false, "v1"), v2: domainsFor(false, "v2") };
const NEGATIVE = { v1: domainsFor(true, "v1"), v2: domainsFor(true, "v2") };

/** Draws the fields of an order with amounts on the tick, without its signature. */
function drawTerms({ random }: Draw, actor: Actor, struct: "v1" | "v2"): WireOrder {
  const market = random.chance(80) ? BUSY : random.pick(FLOODS);
  const side = random.chance(50) ? "BUY" : "SELL";
  const cents = random.between(30, 70);
  const size = random.between(1, 20) * TICKS_PER_UNIT;
  const money = String(cents * CENT * size);
  const shares = String(size * LOT);
  const common = {
    salt: String(random.below(2 ** 31)),
    maker: actor.checksummed,
    signer: actor.checksummed,
    tokenId: tokenOf(`${market} ${random.chance(50) ? "yes" : "no"}`),
    makerAmount: side === "BUY" ? money : shares,
    takerAmount: side === "BUY" ? shares : money,
    side,
    signatureType: 0,
    ...(random.chance(20) && { conditionId: hashOf(market) }),
  };
  return struct === "v1"
    ? { ...common, taker: NOBODY, expiration: "0", nonce: "0", feeRateBps: "1000" }
    : {
        ...common,
        timestamp: "1780000000000",
        metadata: ZERO,
        builder: random.chance(30) ? hashOf("a builder") : ZERO,
      };
}

/** Signs an order as it is; any signature where its fields cannot be read. */
export function signWire(order: WireOrder, actor: Actor, random: Random): string {
  const parsed = parseSignedOrder({ ...order, signature: "0x" });
  if (!parsed.ok) return `0x${"12".repeat(65)}`;
  const isFlood = FLOODS.some((name) =>
    [`${name} yes`, `${name} no`].some((token) => tokenOf(token) === order["tokenId"]),
  );
  const domains = (isFlood ? NEGATIVE : ORDINARY)[parsed.order.struct];
  const digest = computeOrderDigest(random.pick(domains), computeOrderStructHash(parsed.order));
  const { signature, recid } = secp256k1.ecdsaSign(digest, Buffer.from(actor.privateKey, "hex"));
  return `0x${Buffer.from(signature).toString("hex")}${(27 + recid).toString(16)}`;
}

/** Draws the body of a placement; `change` is applied to the order before it is signed. */
export function drawPlacement(draw: Draw, actor: Actor, change?: (order: WireOrder) => void): WireOrder {
  const { random, world } = draw;
  const order = drawTerms(draw, actor, random.chance(15) ? "v1" : "v2");
  const orderType = random.pick(["GTC", "GTC", "GTC", "GTD", "FOK", "FAK"]);
  if (orderType === "GTD")
    order["expiration"] = String(Math.floor(world.now / 1000) + random.pick([5, 20, 3_600]));
  change?.(order);
  order["signature"] = signWire(order, actor, random);
  return {
    order,
    owner: random.chance(70) ? actor.credentials.apiKey : actor.address,
    orderType,
    ...(random.chance(15) && { postOnly: random.chance(50) }),
  };
}
