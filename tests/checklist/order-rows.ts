/** Orders and signatures: only what its wallet signed for this exchange is placed, once, and as it was signed. */
import assert from "node:assert/strict";
import { NO_INTEGERS, SIGNATURE_DAMAGES } from "../support/damaged-orders.ts";
import type { Reply } from "../support/exchange.ts";
import { signOrder } from "../support/trader.ts";
import type { OrderTerms, PlacementOptions, SignedOrder, Trader, WireOrder } from "../support/trader.ts";
import { accepted, refused } from "./expect.ts";
import { section } from "./row.ts";
import type { Row } from "./row.ts";
import type { World } from "./world.ts";

const row = section("3.1", ["traders"]);

/** Rests far from the market, and takes little. */
const cheap = ({ market }: World): OrderTerms & { readonly price: string } => ({
  tokenId: market.tokenIds[0]!,
  side: "BUY",
  price: "0.01",
  size: "10",
});

/** Signs an order, changes it, and says what came of it. */
async function placeChanged(
  world: World,
  change: (order: WireOrder) => WireOrder,
  options: PlacementOptions = {},
): Promise<Reply> {
  const { order } = await world.ann.sign(cheap(world));
  return world.ann.post(change(order), options);
}

type DomainField = "name" | "version" | "chainId" | "verifyingContract";

/** Signed for another exchange that has the same orders. */
async function signElsewhere(
  world: World,
  changed: Partial<Record<DomainField, unknown>>,
): Promise<SignedOrder> {
  const { account } = world.ann;
  const signTypedData = (data: { domain: object }) =>
    account.signTypedData({ ...data, domain: { ...data.domain, ...changed } } as never);
  return signOrder({ ...account, signTypedData } as Trader["account"], cheap(world));
}

const domains = row("an order for another deployment is refused", async (world) => {
  for (const changed of [
    { chainId: 1 },
    { name: "Another Exchange" },
    { version: "3" },
    { verifyingContract: `0x${"12".repeat(20)}` },
  ]) {
    const { order } = await signElsewhere(world, changed);
    refused(
      await world.ann.post(order),
      JSON.stringify(changed),
      400,
      /^(invalid_signature|unsupported_contract)$/,
    );
  }
  const { order } = await world.ann.sign({ ...cheap(world), domain: "polymarket-v2-137-neg" });
  refused(await world.ann.post(order), "for the contract of negative risk", 400, "unsupported_contract");
});

const malleability = row("a signature has one form of 65 bytes", async (world) => {
  for (const { name, damage, refusal } of SIGNATURE_DAMAGES) {
    if (refusal === undefined) continue;
    const reply = await placeChanged(world, (order) => ({
      ...order,
      signature: damage(String(order["signature"])),
    }));
    refused(reply, `signature ${name}`, 400, refusal);
    assert.ok(reply.body.hint, name);
  }
});

const identity = row("an order is placed once, whatever is sent again", async (world) => {
  const { ann } = world;
  const { order, id } = await ann.sign(cheap(world));
  const first = await ann.post(order);
  accepted(first, "the order");
  assert.equal(first.body.orderID, id, "orderID is not the EIP-712 hash");
  const openIds = async (): Promise<string[]> => {
    const { body } = await ann.request("GET", "/data/orders");
    return body.data.map((open: { id: string }) => open.id).filter((open: string) => open === id);
  };
  await sendAgain(ann, order, "while it is open");
  assert.deepEqual(await openIds(), [id]);
  accepted(await ann.cancel(id), "its cancel");
  await sendAgain(ann, order, "after its cancel");
  assert.deepEqual(await openIds(), []);
});

/** The answer is the first one's, or says that it was placed before. */
async function sendAgain(ann: Trader, order: WireOrder, when: string): Promise<void> {
  const signature = String(order["signature"]);
  const fromZero = signature.slice(0, -2) + (signature.endsWith("1b") ? "00" : "01");
  const replies = [
    await ann.post(order),
    await ann.post({ ...order, signature: fromZero }),
    await ann.post({ ...order, signature: `0x${signature.slice(2).toUpperCase()}` }),
    await ann.post(order, { orderType: "FOK" }),
    await ann.post(order, { owner: ann.address }),
    ...(await Promise.all([1, 2, 3].map(() => ann.post(order)))),
  ];
  for (const [index, reply] of replies.entries())
    if (reply.status !== 200) refused(reply, `${when}, ${index}`, [400, 409], "duplicate_order");
}

const salts = row("salts and times are canonical whole numbers below 2^256", async (world) => {
  for (const text of NO_INTEGERS)
    for (const field of ["salt", "timestamp"])
      refused(
        await placeChanged(world, (order) => ({ ...order, [field]: text })),
        `${field} ${text}`,
        400,
        /^invalid_/,
      );
});

const amounts = row("amounts are canonical, on the tick and whole", async (world) => {
  for (const text of [...NO_INTEGERS, "0", "9".repeat(30)])
    for (const field of ["makerAmount", "takerAmount"])
      refused(
        await placeChanged(world, (order) => ({ ...order, [field]: text })),
        `${field} ${text}`,
        400,
        /^invalid_/,
      );
  const { ann } = world;
  const base = { ...cheap(world) };
  for (const [what, terms, code] of [
    ["a price beside the tick", { ...base, price: "0.0101" }, "price_off_tick"],
    ["a price of 1", { ...base, price: "1" }, "price_out_of_range"],
    ["a part of a lot", { ...base, makerAmount: "100050", takerAmount: "10005000" }, "size_not_whole"],
    ["too little", { ...base, price: "0.5", size: "0.01" }, "size_below_minimum"],
  ] as const)
    refused(await ann.place(terms), what, 400, code);
});

const types = row("signature types are those that wallets are known for", async (world) => {
  const { ann, ben } = world;
  for (const type of [4, -1, 255, "0", 1.5])
    refused(
      await placeChanged(world, (order) => ({ ...order, signatureType: type })),
      `type ${type}`,
      400,
      /^(unsupported_signature_type|invalid_payload)$/,
    );
  for (const signatureType of [1, 2] as const)
    refused(
      await ann.place({ ...cheap(world), signatureType, maker: ben.address }),
      `type ${signatureType} of another's wallet`,
      [400, 403],
      "maker_not_allowed",
    );
  refused(
    await ann.place({ ...cheap(world), signatureType: 3, maker: ben.address }),
    "type 3 of another's wallet",
    [400, 403],
  );
});

const binding = row("an order belongs to the key that brings it, and to its market", async (world) => {
  const { ann, ben, market } = world;
  const { order } = await ben.sign(cheap(world));
  refused(await ann.post(order), "another's order", [400, 403], /^(signer_mismatch|maker_not_allowed)$/);
  refused(
    await ann.place(cheap(world), { owner: ben.credentials.apiKey }),
    "another's owner",
    [400, 403],
    "owner_mismatch",
  );
  refused(await ann.place({ ...cheap(world), maker: ben.address }), "another's maker", [400, 403]);
  refused(await ann.place({ ...cheap(world), tokenId: "7" }), "a token of no market", 400, "unknown_token");
  const other = `0x${"13".repeat(32)}`;
  refused(
    await placeChanged(world, (one) => ({ ...one, conditionId: other })),
    "another market",
    400,
    "condition_mismatch",
  );
  accepted(
    await placeChanged(world, (one) => ({ ...one, conditionId: market.conditionId })),
    "its own market",
  );
  const lower = await placeChanged(world, (one) => ({ ...one, maker: ann.address, signer: ann.address }));
  accepted(lower, "addresses in lower case");
  const miscased = ann.account.address.replaceAll(/[a-f]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  refused(
    await placeChanged(world, (one) => ({ ...one, maker: miscased })),
    "a wrong checksum",
    400,
    "invalid_payload",
  );
  await ann.request("DELETE", "/cancel-all");
});

const closed = row(
  "a market that is paused takes no order",
  async (world) => {
    const { ann, market, operate } = world;
    accepted(await operate(`/markets/${market.slug}/pause`, {}), "the pause");
    const reply = await ann.place(cheap(world));
    accepted(await operate(`/markets/${market.slug}/resume`, {}), "the end of the pause");
    refused(reply, "while paused", [400, 409], "market_paused");
  },
  ["operator"],
);

const metadata = row("metadata and builder are 32 bytes", async (world) => {
  for (const text of [
    "0x",
    "0x12",
    `0x${"1".repeat(66)}`,
    "<script>alert(1)</script>",
    `0x${"g".repeat(64)}`,
  ])
    for (const field of ["metadata", "builder"])
      refused(
        await placeChanged(world, (order) => ({ ...order, [field]: text })),
        `${field} ${text}`,
        400,
        "invalid_payload",
      );
});

const kinds = row("kinds of orders are the four, and what must trade at once never rests", async (world) => {
  const { ann } = world;
  for (const orderType of ["XYZ", "gtc", "", "__proto__"])
    refused(await ann.place(cheap(world), { orderType }), `kind ${orderType}`, 400, "invalid_payload");
  for (const orderType of ["FOK", "FAK"]) {
    const { order, id } = await ann.sign(cheap(world));
    refused(await ann.post(order, { orderType }), orderType, [400, 409], /^f[oa]k_not_/);
    const { body } = await ann.request("GET", "/data/orders");
    assert.ok(!JSON.stringify(body).includes(id), `${orderType} rests`);
  }
});

export const ORDER_ROWS: readonly Row[] = [
  domains,
  malleability,
  identity,
  salts,
  amounts,
  types,
  binding,
  closed,
  metadata,
  kinds,
];
