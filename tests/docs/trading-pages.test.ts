/** Test vectors, tables and messages of docs/trading/sign-in.md, sign-orders.md, order-types.md and live-channels.md. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { Compile } from "typebox/schema";
import { privateKeyToAccount } from "viem/accounts";
import { isRejection } from "../../src/core/rejection.ts";
import { readOrderParams } from "../../src/core/orders/order-params.ts";
import type { OrderKind, Side } from "../../src/core/state.ts";
import { collateralText, priceText, sharesText, ticks } from "../../src/core/units.ts";
import { parseHex, toHex } from "../../src/signing/hex.ts";
import {
  computeOrderDigest,
  computeOrderStructHash,
  computeWalletOrderDigest,
} from "../../src/signing/orders/order-digest.ts";
import { builtInDomains } from "../../src/signing/orders/order-domain.ts";
import type { OrderDomain } from "../../src/signing/orders/order-domain.ts";
import { parseSignedOrder } from "../../src/signing/orders/signed-order.ts";
import type { SignedOrder } from "../../src/signing/orders/signed-order.ts";
import { readSignature, recoverAddress } from "../../src/signing/recover.ts";
import { verifyRequest } from "../../src/signing/request-auth.ts";
import { CLOB_AUTH, computeWalletAuthDigest, verifyWalletAuth } from "../../src/signing/wallet-auth.ts";

const CHAIN = 137;
const PRIVATE_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const account = privateKeyToAccount(PRIVATE_KEY);
const owner = account.address.toLowerCase();

const pageOf = (name: string): string =>
  readFileSync(new URL(`../../docs/trading/${name}`, import.meta.url), "utf8");

/** Lists the rows of the tables below a heading, without the lines of their heads; marks of code are left out. */
function rowsBelow(page: string, heading: string): string[][] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [text = ""] = section.split("\n## ");
  const rows = [...text.matchAll(/^\| (.*) \|$/gm)].map(([, cells = ""]) =>
    cells.split(" | ").map((cell) => cell.replaceAll("`", "").trim()),
  );
  assert.ok(rows.length > 2, `${heading} has a table`);
  return rows.filter((row, index) => !row[0]!.startsWith("---") && !rows[index + 1]?.[0]?.startsWith("---"));
}

const valueOf = (rows: readonly string[][], name: string): string => {
  const row = rows.find(([first]) => first === name);
  assert.ok(row?.[1], `a row ${name}`);
  return row[1];
};

function signerOf(digest: Uint8Array, signature: string): string | undefined {
  const reading = readSignature(parseHex(signature)!);
  return reading.ok ? recoverAddress(digest, reading.signature) : reading.hint;
}

describe("docs/trading/sign-in.md", () => {
  const page = pageOf("sign-in.md");

  it("has the digest and the signature of a wallet", async () => {
    const rows = rowsBelow(page, "Sign with the wallet");
    const value = (name: string): string => valueOf(rows, name);
    const [chain, timestamp = "", nonce = ""] = value("chain, timestamp, nonce").split(", ");
    assert.deepEqual(
      [value("private key"), value("address"), chain],
      [PRIVATE_KEY, account.address, String(CHAIN)],
    );
    const claim = { address: owner, timestamp, nonce };
    assert.equal(value("digest"), toHex(computeWalletAuthDigest(claim, CHAIN)));
    const verdict = verifyWalletAuth(
      { ...claim, signature: value("signature") },
      { chainIds: [CHAIN], nowSeconds: Number(timestamp) },
    );
    assert.deepEqual(verdict, { ok: true, address: owner, chainId: CHAIN });
    for (const text of [CLOB_AUTH.type, CLOB_AUTH.message, CLOB_AUTH.domain.name])
      assert.ok(page.includes(text), text);
  });

  it("has the signatures of requests", () => {
    const [, secretText = "", timestamp = ""] =
      /secret of the test vectors is `([^`]+)`[^]*?timestamp is `(\d+)`/.exec(page) ?? [];
    const secret = Buffer.from(secretText, "base64url");
    assert.deepEqual(
      [...secret],
      Array.from({ length: 32 }, (_, index) => 224 + index),
    );
    const rows = rowsBelow(page, "Sign a request");
    assert.equal(rows.length, 3);
    for (const [method = "", path = "", bodyText, signature = ""] of rows) {
      const body = bodyText === "none" ? "" : bodyText!;
      const mac = createHmac("sha256", secret).update(timestamp + method + path + body);
      assert.equal(signature, mac.digest("base64").replaceAll("+", "-").replaceAll("/", "_"));
      const sent = { secret, timestamp, signature, method, path, body: Buffer.from(body) };
      assert.deepEqual(verifyRequest({ ...sent, nowMs: Number(timestamp) * 1_000 }), { ok: true });
    }
  });
});

const VECTOR = {
  salt: "479249096354",
  maker: owner,
  signer: owner,
  tokenId: "1234",
  makerAmount: "4000000",
  takerAmount: "10000000",
  side: "BUY",
  signatureType: 0,
  timestamp: "1764547200000",
  metadata: `0x${"0".repeat(64)}`,
  builder: `0x${"0".repeat(64)}`,
  signature: `0x${"0".repeat(130)}`,
};

function parseVector(changes: Partial<typeof VECTOR> = {}): SignedOrder {
  const parsed = parseSignedOrder({ ...VECTOR, ...changes });
  assert.ok(parsed.ok);
  return parsed.order;
}

const domains = builtInDomains([CHAIN]);

/** Finds the domain of a contract that a page may name in short. */
function domainOf(contract: string): OrderDomain {
  const [start = "", end = ""] = contract.split("…");
  const domain = domains.find(({ verifyingContract: full }) => full.startsWith(start) && full.endsWith(end));
  assert.ok(domain, `a known contract, got ${contract}`);
  return domain;
}

describe("docs/trading/sign-orders.md", () => {
  const page = pageOf("sign-orders.md");

  it("has the domains of the contracts", () => {
    const rows = rowsBelow(page, "The contract");
    assert.equal(rows.length, 5);
    for (const [market = "", name, version, contract = ""] of rows) {
      const domain = domainOf(contract);
      assert.deepEqual([domain.name, JSON.stringify(domain.version)], [name, version]);
      const kind = market.startsWith("v2")
        ? "protocol-v2"
        : market.includes("negative-risk")
          ? "negative-risk"
          : "ordinary";
      assert.equal(domain.kind, kind);
      assert.equal(domain.venue === "kuest", market.includes("Kuest"));
    }
  });

  it("has the digests and signatures of an order, the same as its request shows", () => {
    const rows = rowsBelow(page, "Test vectors");
    assert.equal(rows.length, 3);
    const structHash = computeOrderStructHash(parseVector());
    for (const [contract = "", digest, signature = ""] of rows) {
      const computed = computeOrderDigest(domainOf(contract), structHash);
      assert.equal(digest, toHex(computed));
      assert.equal(signerOf(computed, signature), owner);
    }
    const [, json = ""] = /```json\n([^]*?)\n```/.exec(page) ?? [];
    const { order } = JSON.parse(json) as { order: typeof VECTOR & { expiration: string } };
    assert.deepEqual(
      { ...order, maker: order.maker.toLowerCase(), signer: order.signer.toLowerCase() },
      { ...VECTOR, expiration: "0", signature: rows[0]![2] },
    );
  });

  it("has the parts of a deposit wallet's signature", () => {
    const rows = rowsBelow(page, "Signature types");
    const value = (name: string): string => valueOf(rows, name);
    const wallet = `0x${"1".repeat(40)}`;
    const domain = domainOf("0xE111…996B");
    const structHash = computeOrderStructHash(
      parseVector({ maker: wallet, signer: wallet, signatureType: 3 }),
    );
    assert.equal(value("domain separator"), domain.separatorHex);
    assert.equal(value("struct hash"), toHex(structHash));
    assert.equal(value("order id"), toHex(computeOrderDigest(domain, structHash)));
    const digest = computeWalletOrderDigest(domain, structHash, wallet);
    assert.equal(signerOf(digest, value("inner signature")), owner);
  });
});

it("docs/trading/order-types.md has amounts with their prices and sizes", () => {
  const rows = rowsBelow(pageOf("order-types.md"), "Amounts").filter(([tick]) => /^[\d.]+$/.test(tick!));
  assert.ok(rows.length > 10);
  for (const [tick, order = "", makerAmount, takerAmount, result] of rows) {
    const [kind, side] = order.split(" ") as [OrderKind, Side];
    const amounts = { side, kind, makerAmount: Number(makerAmount), takerAmount: Number(takerAmount) };
    const read = readOrderParams(amounts, ticks(Math.round(Number(tick) * 10_000)));
    const budget =
      isRejection(read) || read.budget === undefined ? "" : `, for ${collateralText(read.budget)}`;
    const shown = isRejection(read)
      ? read.code
      : `${sharesText(read.lots)} at ${priceText(read.limit)}${budget}`;
    assert.equal(shown, result, `${order} of ${makerAmount} for ${takerAmount} at ${tick}`);
  }
});

type Message = {
  readonly payload: { readonly properties?: Readonly<Record<string, { readonly const?: string }>> };
};
type Channels = {
  readonly channels: Readonly<Record<string, { readonly messages: Readonly<Record<string, unknown>> }>>;
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
};

it("docs/trading/live-channels.md has a message of every kind, as asyncapi/trading.json describes it", () => {
  const { channels, components } = JSON.parse(
    readFileSync(new URL("../../docs/asyncapi/trading.json", import.meta.url), "utf8"),
  ) as Channels;
  const kinds = ["market", "user"]
    .flatMap((channel) => Object.keys(channels[channel]!.messages))
    .flatMap((name) => {
      const { payload } = components.messages[name]!;
      const type = payload.properties?.["event_type"]?.const;
      return type === undefined ? [] : [{ type, check: Compile({ ...payload, components }) }];
    });
  const blocks = [...pageOf("live-channels.md").matchAll(/^```json\n([^]*?)^```$/gm)];
  const shown = blocks.map(([, json = ""]) => JSON.parse(json) as { event_type?: string });
  const messages = shown.filter(({ event_type: type }) => type !== undefined);
  assert.deepEqual(
    [...new Set(messages.map(({ event_type: type }) => type))].sort(),
    [...new Set(kinds.map(({ type }) => type))].sort(),
  );
  for (const message of messages)
    assert.ok(
      kinds.some(({ type, check }) => type === message.event_type && check.Check(message)),
      `a valid ${message.event_type}`,
    );
});
