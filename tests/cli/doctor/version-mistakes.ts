/** Mistakes with markets of the two versions of Polymarket's protocol: the wrong exchange, and ids of the other version. */
import type { Hex } from "viem";
import { accountOf, DOMAINS } from "../../support/trader.ts";
import type { OrderTerms, WireOrder } from "../../support/trader.ts";
import type { PlayedMistake } from "./request-mistakes.ts";
import { ordered, placement } from "./world.ts";
import type { Played, World } from "./world.ts";

const WALLET = "0x00000000000000000000000000000000000000d3";
const V3 = DOMAINS.find(({ id }) => id === "polymarket-v3-137")!;
const V2 = DOMAINS.find(({ id }) => id === "polymarket-v2-137")!;

type Version = "v1" | "v2";

const bid = ({ twins }: World, version: Version, given: Partial<OrderTerms> = {}): OrderTerms => ({
  tokenId: twins[version].yes,
  side: "BUY",
  price: "0.05",
  size: "10",
  domain: version === "v1" ? V2.id : V3.id,
  ...given,
});

/** Makes an order that is right for a version's market except for these terms. */
const wrong =
  (version: Version, given: (world: World) => Partial<OrderTerms>) =>
  (world: World): Promise<Played> =>
    ordered(world.ann, bid(world, version, given(world)));

/** Makes a right order that is changed after it was signed. */
const changed =
  (version: Version, change: (order: WireOrder, world: World) => WireOrder) =>
  async (world: World): Promise<Played> => {
    const { order } = await world.ann.sign(bid(world, version));
    return placement(world.ann, change(order, world));
  };

const FIELDS = [
  ["salt", "uint256"],
  ["maker", "address"],
  ["signer", "address"],
  ["tokenId", "uint256"],
  ["makerAmount", "uint256"],
  ["takerAmount", "uint256"],
  ["side", "uint8"],
  ["signatureType", "uint8"],
  ["timestamp", "uint256"],
  ["metadata", "bytes32"],
  ["builder", "bytes32"],
] as const;
const NUMBERS = ["salt", "tokenId", "makerAmount", "takerAmount", "timestamp"];

/** Makes an order that is signed for a domain that no exchange has. */
const forDomain =
  (
    version: Version,
    {
      name,
      chainId,
      ...changes
    }: { name: string; chainId: number; version: string; verifyingContract: string },
  ) =>
  async (world: World): Promise<Played> => {
    const { order } = await world.ann.sign(bid(world, version));
    const numbers = Object.fromEntries(NUMBERS.map((field) => [field, BigInt(String(order[field]))]));
    const signature = await accountOf("ann").signTypedData({
      domain: {
        name,
        chainId,
        version: changes.version,
        verifyingContract: changes.verifyingContract as Hex,
      },
      types: {
        Order: FIELDS.map(([field, type]): { name: string; type: string } => ({ name: field, type })),
      },
      primaryType: "Order",
      message: { ...order, ...numbers, side: order["side"] === "BUY" ? 0 : 1 },
    });
    return placement(world.ann, { ...order, signature });
  };

const lastByte = (token: string, byte: number): string =>
  String(((BigInt(token) >> 8n) << 8n) | BigInt(byte));

/** Mistakes as the doctor names them, with what the hint says. */
export const VERSION_MISTAKES: readonly PlayedMistake[] = [
  [
    "order_contract",
    "v1: the exchange of v2",
    wrong("v1", () => ({ domain: V3.id })),
    /not signed with domain version "3".*expected one of .*polymarket-v2-137/,
  ],
  [
    "order_contract",
    "v1: the exchange of v2 on Amoy",
    wrong("v1", () => ({ domain: "polymarket-v3-80002" })),
    /not signed with domain version "3"/,
  ],
  [
    "order_contract",
    "v1 of negative risk: the exchange of v2",
    wrong("v1", ({ negative }) => ({ tokenId: negative.yes, domain: V3.id })),
    /not signed with domain version "3".*polymarket-v2-137-neg/,
  ],
  [
    "order_contract",
    "v1: a deposit wallet for the exchange of v2",
    wrong("v1", () => ({ domain: V3.id, signatureType: 3, maker: WALLET })),
    /not signed with domain version "3"/,
  ],
  [
    "order_domain",
    "v1: version 3 with the contract of v1",
    forDomain("v1", { ...V2, version: "3" }),
    /version 3, expected 2/,
  ],
  [
    "order_contract",
    "v1: version 2 with the contract of v2",
    forDomain("v1", { ...V2, verifyingContract: V3.verifyingContract }),
    new RegExp(
      `verifyingContract ${V3.verifyingContract}, expected.*this is a market of the Conditional Tokens`,
    ),
  ],
  [
    "order_token",
    "v1: the position id of a leg",
    wrong("v1", ({ leg }) => ({ tokenId: leg })),
    /position id \(positionIds\) of a v1 market, which has no book.*clobTokenIds has \d+/,
  ],
  [
    "order_contract",
    "v2: the exchange of v1",
    wrong("v2", () => ({ domain: V2.id })),
    /Protocol V2 market.*domain version "3".*expected one of .*polymarket-v3-137/,
  ],
  [
    "order_contract",
    "v2: the negative-risk exchange of v1",
    wrong("v2", () => ({ domain: "polymarket-v2-137-neg" })),
    /domain version "3"/,
  ],
  [
    "order_contract",
    "v2 of negative risk: the negative-risk exchange of v1",
    wrong("v2", ({ exclusive }) => ({ tokenId: exclusive.yes, domain: "polymarket-v2-137-neg" })),
    /domain version "3".*polymarket-v3-137/,
  ],
  [
    "order_contract",
    "v2: Kuest's exchange",
    wrong("v2", () => ({ domain: "kuest-v2-august-137" })),
    /domain version "3"/,
  ],
  [
    "order_contract",
    "v2: Kuest's negative-risk exchange",
    wrong("v2", () => ({ domain: "kuest-v2-june-80002-neg" })),
    /domain version "3"/,
  ],
  [
    "order_contract",
    "v2: a deposit wallet for the exchange of v1",
    wrong("v2", () => ({ domain: V2.id, signatureType: 3, maker: WALLET })),
    /domain version "3"/,
  ],
  [
    "order_contract",
    "v2: the struct of version 1",
    wrong("v2", () => ({ domain: "polymarket-v1-137" })),
    /domain version "3"/,
  ],
  [
    "order_domain",
    "v2: version 2 with the contract of v2",
    forDomain("v2", { ...V3, version: "2" }),
    /version 2, expected 3/,
  ],
  [
    "order_contract",
    "v2: version 3 with the contract of v1",
    forDomain("v2", { ...V3, verifyingContract: V2.verifyingContract }),
    new RegExp(`verifyingContract ${V2.verifyingContract}, expected ${V3.verifyingContract}`),
  ],
  ["order_chain", "v2: another chain", forDomain("v2", { ...V3, chainId: 1 }), /chainId 1, expected 137/],
  [
    "order_token",
    "v2: the token id of v1 that stands beside",
    wrong("v2", ({ oldTwin }) => ({ tokenId: oldTwin })),
    /token id \(clobTokenIds\) of a v2 market, which has no book.*positionIds has \d+/,
  ],
  [
    "order_token",
    "v2: another outcome than 0 and 1",
    wrong("v2", ({ twins }) => ({ tokenId: lastByte(twins.v2.yes, 2) })),
    /last byte, the outcome, is 2, expected 0 or 1/,
  ],
  [
    "order_token",
    "v2: the condition id as a token",
    wrong("v2", ({ twins }) => ({ tokenId: String(BigInt(twins.v2.yes) >> 8n) })),
    /condition id without the byte for the outcome/,
  ],
  [
    "order_token",
    "v2: signed for the other outcome",
    changed("v2", (order, { twins }) => ({ ...order, tokenId: twins.v2.no })),
    /order\.tokenId/,
  ],
  [
    "order_token",
    "v2: the condition of the twin",
    changed("v2", (order, { twins }) => ({ ...order, conditionId: twins.v1.conditionId })),
    /conditionId: expected 0x01/,
  ],
];
