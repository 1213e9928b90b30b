/** Mistakes with orders: wrong signatures, and signed orders that the exchange refuses. */
import type { Hex } from "viem";
import { deriveWallets } from "../../../src/signing/orders/contract-wallet.ts";
import { accountOf, DOMAINS } from "../../support/trader.ts";
import type { OrderTerms, PlacementOptions, WireOrder } from "../../support/trader.ts";
import type { PlayedMistake } from "./request-mistakes.ts";
import { ordered, placement } from "./world.ts";
import type { Played, World } from "./world.ts";

const fair = (world: World): OrderTerms => ({
  tokenId: world.ordinary.yes,
  side: "BUY",
  price: "0.3",
  size: "10",
});

/** Makes an order of ann that is right except for these terms. */
const with_ =
  (terms: (world: World) => Partial<OrderTerms>, options?: (world: World) => PlacementOptions) =>
  (world: World): Promise<Played> =>
    ordered(world.ann, { ...fair(world), ...terms(world) }, options?.(world));

/** Makes such an order for Polymarket's address, where the rules of the live service are in force. */
const livePolymarket =
  (...given: Parameters<typeof with_>) =>
  async (world: World): Promise<Played> => ({ ...(await with_(...given)(world)), dialect: "polymarket" });

/** Makes an order of ann that is changed after it was signed. */
const changed =
  (change: (order: WireOrder, world: World) => WireOrder, terms: Partial<OrderTerms> = {}) =>
  async (world: World): Promise<Played> => {
    const { order } = await world.ann.sign({ ...fair(world), ...terms });
    return placement(world.ann, change(order, world));
  };

const ORDER =
  "salt maker signer tokenId makerAmount takerAmount side signatureType timestamp metadata builder";
const TYPES = [
  "uint256",
  "address",
  "address",
  "uint256",
  "uint256",
  "uint256",
  "uint8",
  "uint8",
  "uint256",
  "bytes32",
  "bytes32",
];
const POLYMARKET = DOMAINS.find(({ id }) => id === "polymarket-v2-137")!;

/** Makes an order that is signed for an exchange that is not accepted. */
const forDomain =
  (domain: object) =>
  async (world: World): Promise<Played> => {
    const { order } = await world.ann.sign(fair(world));
    const { name, version, chainId, verifyingContract } = POLYMARKET;
    const numbers = Object.fromEntries(
      ["salt", "tokenId", "makerAmount", "takerAmount", "timestamp"].map((field) => [
        field,
        BigInt(String(order[field])),
      ]),
    );
    const signature = await accountOf("ann").signTypedData({
      domain: { name, version, chainId, verifyingContract: verifyingContract as Hex, ...domain },
      types: { Order: ORDER.split(" ").map((field, index) => ({ name: field, type: TYPES[index]! })) },
      primaryType: "Order",
      message: { ...order, ...numbers, side: order["side"] === "BUY" ? 0 : 1 },
    });
    return placement(world.ann, { ...order, signature });
  };

const GROUP_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Gives the malleable twin of a signature, with the high s. */
function highS(signature: string): string {
  const s = (GROUP_ORDER - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, "0");
  return signature.slice(0, 66) + s + (signature.endsWith("1b") ? "1c" : "1b");
}

const proxyOf = (owner: string): string => deriveWallets(1, owner)[0]!.wallet;
const DEPOSIT_WALLET = "0x00000000000000000000000000000000000000d1";

const swap = (order: WireOrder): WireOrder => ({
  ...order,
  makerAmount: order["takerAmount"],
  takerAmount: order["makerAmount"],
});

const secondsFromNow = (seconds: number): string => String(Math.floor(Date.now() / 1000) + seconds);

export const ORDER_MISTAKES: readonly PlayedMistake[] = [
  ["order_body", "no side", changed(({ side: _side, ...order }) => order)],
  [
    "order_body",
    "a misspelt name",
    changed(({ tokenId, ...order }) => ({ ...order, tokenID: tokenId })),
    /^order\.tokenId: .*, got nothing; it came as tokenID$/,
  ],
  ["order_body", "amounts as numbers", changed((order) => ({ ...order, makerAmount: 3_000_000 }))],
  ["order_chain", "for Mumbai", forDomain({ chainId: 80_001 })],
  ["order_chain", "for a local chain", forDomain({ chainId: 31_337 })],
  ["order_contract", "for negative risk", with_(() => ({ domain: "polymarket-v2-137-neg" }))],
  [
    "order_contract",
    "not for negative risk",
    with_((world) => ({ tokenId: world.negative.yes, domain: "polymarket-v2-137" })),
  ],
  ["order_contract", "no contract", forDomain({ verifyingContract: `0x${"0".repeat(40)}` })],
  ["order_domain", "another version", forDomain({ version: "1" })],
  ["order_domain", "another name", forDomain({ name: "CTF Exchange" })],
  [
    "order_struct",
    "signed as version 1",
    async (world) => {
      const { order } = await world.ann.sign({ ...fair(world), domain: "polymarket-v1-137" });
      const { taker: _taker, nonce: _nonce, feeRateBps: _rate, expiration: _expiration, ...terms } = order;
      return placement(world.ann, { ...terms, timestamp: "1780000000000" });
    },
  ],
  ["order_side", "the other side", changed((order) => ({ ...order, side: "SELL" }))],
  ["order_amounts", "swapped", changed(swap)],
  [
    "order_amounts",
    "with 18 decimals",
    changed((order) => ({ ...order, makerAmount: "3000000", takerAmount: "10000000" }), {
      makerAmount: "3000000000000000000",
      takerAmount: "10000000000000000000",
    }),
  ],
  ["order_token", "the other token", changed((order, { ordinary }) => ({ ...order, tokenId: ordinary.no }))],
  [
    "order_token",
    "a condition id",
    with_(({ ordinary }) => ({ tokenId: BigInt(ordinary.conditionId).toString() })),
  ],
  [
    "order_token",
    "a condition id in hex",
    changed((order, { ordinary }) => ({ ...order, tokenId: ordinary.conditionId })),
  ],
  [
    "order_field",
    "a timestamp in seconds, signed in milliseconds",
    changed((order) => ({ ...order, timestamp: "1780000000" }), { timestamp: "1780000000417" }),
  ],
  [
    "order_field",
    "a timestamp in milliseconds, signed in seconds",
    changed((order) => ({ ...order, timestamp: "1780000000417" }), { timestamp: "1780000000" }),
  ],
  [
    "order_signature_type",
    "another than was signed",
    changed(
      (order, { ann }) => ({ ...order, signatureType: 2, maker: deriveWallets(2, ann.address)[0]!.wallet }),
      { maker: deriveWallets(2, accountOf("ann").address.toLowerCase())[0]!.wallet, signatureType: 1 },
    ),
  ],
  [
    "order_signature_type",
    "signed for a proxy, sent for the key itself",
    changed((order, { ann }) => ({ ...order, signatureType: 0, maker: ann.address }), {
      maker: proxyOf(accountOf("ann").address.toLowerCase()),
      signatureType: 1,
    }),
  ],
  [
    "order_signature_type",
    "0 for a proxy",
    with_(({ ann }) => ({ maker: proxyOf(ann.address), signatureType: 0 })),
  ],
  ["order_signature_type", "3 for a key's own address", with_(() => ({ signatureType: 3 }))],
  [
    "order_signature_form",
    "a high s",
    changed((order) => ({ ...order, signature: highS(String(order["signature"])) })),
  ],
  [
    "order_signature_form",
    "another v",
    changed((order) => ({ ...order, signature: `${String(order["signature"]).slice(0, -2)}1d` })),
  ],
  [
    "order_wrapper",
    "not wrapped",
    async (world) => {
      const { order } = await world.ann.sign({ ...fair(world), signatureType: 3, maker: DEPOSIT_WALLET });
      return placement(world.ann, { ...order, signature: String(order["signature"]).slice(0, 132) });
    },
  ],
  [
    "order_other_key",
    "signed by another wallet",
    async (world) => {
      const { order } = await world.ben.sign({
        ...fair(world),
        maker: world.ann.address,
        signer: world.ann.address,
      });
      return placement(world.ann, order);
    },
  ],
  [
    "order_signer",
    "with another's API key",
    async (world) => {
      const { order } = await world.ben.sign(fair(world));
      return placement(world.ann, order);
    },
  ],
  [
    "order_maker",
    "another's wallet",
    with_(({ ben }) => ({ maker: proxyOf(ben.address), signatureType: 1 })),
  ],
  [
    "order_unexplained",
    "a digit of the salt",
    changed((order) => ({ ...order, salt: `${String(order["salt"])}1` })),
  ],
  [
    "owner_mismatch",
    "another's key",
    with_(
      () => ({}),
      ({ ben }) => ({ owner: ben.credentials.apiKey }),
    ),
  ],
  ["price_off_tick", "0.305", with_(() => ({ makerAmount: "3050000", takerAmount: "10000000" }))],
  ["size_not_whole", "10.005 shares", with_(() => ({ makerAmount: "3001500", takerAmount: "10005000" }))],
  ["size_below_minimum", "half a share", with_(() => ({ size: "0.5" }))],
  [
    "order_expired",
    "an hour ago",
    with_(
      () => ({ expiration: secondsFromNow(-3_600) }),
      () => ({ orderType: "GTD" }),
    ),
  ],
  [
    "expiration_too_soon",
    "in a minute and a half",
    livePolymarket(
      () => ({ expiration: secondsFromNow(90) }),
      () => ({ orderType: "GTD" }),
    ),
    /at least 180 s ahead of \d+ \(unix seconds\), got \d+; nearest: \d+$/,
  ],
  [
    "market_buy_precision",
    "1.005 dollars",
    livePolymarket(
      () => ({ makerAmount: "1005000", takerAmount: "2010000" }),
      () => ({ orderType: "FAK" }),
    ),
    /at most 2 decimals, got 1.005; nearest: "1000000" or "1010000"$/,
  ],
  [
    "market_buy_too_small",
    "99 cents",
    livePolymarket(
      () => ({ makerAmount: "990000", takerAmount: "1980000" }),
      () => ({ orderType: "FAK" }),
    ),
    /at least 1 dollar, got 0.99; nearest: "1000000"$/,
  ],
  ["balance_too_small", "a million shares", with_(() => ({ size: "1000000" }))],
  ["balance_held", "an open order has it", (world) => ordered(world.held, { ...fair(world), size: "100" })],
  [
    "post_only_crosses",
    "at the best ask",
    with_(
      () => ({ price: "0.6" }),
      () => ({ postOnly: true }),
    ),
  ],
];
