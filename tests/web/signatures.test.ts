/**
 * Verifies everything that the page signs with the server's own code: orders for both contracts, wallet claims and
 * requests. Requests are caught at `fetch`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "viem";
import { readConfig } from "../../src/settings/config.ts";
import { pageSettings } from "../../src/http/page/page-settings.ts";
import { builtInDomains, makeDomain } from "../../src/signing/orders/order-domain.ts";
import { decodeSecret, deriveCredentials } from "../../src/signing/credentials.ts";
import type { OrderDomain } from "../../src/signing/orders/order-domain.ts";
import { verifyRequest } from "../../src/signing/request-auth.ts";
import { parseSignedOrder } from "../../src/signing/orders/signed-order.ts";
import { verifyOrder } from "../../src/signing/orders/verify-order.ts";
import { verifyWalletAuth } from "../../src/signing/wallet-auth.ts";
import type { HeaderBuilder } from "../../web/src/api/client.ts";
import { connectWallet } from "../../web/src/account/wallet/browser-wallet.ts";
import type { Provider } from "../../web/src/account/wallet/browser-wallet.ts";
import type { Settings } from "../../web/src/api/settings.ts";
import {
  createCredentials,
  signRequests,
  buildWalletClaim,
} from "../../web/src/account/wallet/credentials.ts";
import type { Credentials } from "../../web/src/account/wallet/credentials.ts";
import { placeOrder, signOrder } from "../../web/src/account/wallet/place-order.ts";
import type { NewOrder } from "../../web/src/account/wallet/place-order.ts";
import { generateKey, createWalletOfKey } from "../../web/src/account/wallet/signing.ts";
import { readKey } from "../../web/src/account/wallet/wallet.ts";
import type { Wallet } from "../../web/src/account/wallet/wallet.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import type { MarketKind } from "../../src/core/markets/market-version.ts";

type UnsignedRequest = Parameters<HeaderBuilder>[0];

const POLYGON = 137;
const known = builtInDomains([POLYGON, 80_002]);
const ownContract = (negRisk: boolean): OrderDomain =>
  makeDomain({
    id: `own-${negRisk}`,
    venue: "kuest",
    name: "Exchange of one's own",
    version: "7",
    chainId: 31_337,
    verifyingContract: `0x${(negRisk ? "ab" : "cd").repeat(20)}`,
    negRisk,
    struct: "v2",
  });

/** Builds the settings of an exchange that takes orders for these contracts. */
const SETTINGS: Readonly<Record<string, readonly OrderDomain[]>> = {
  "all that is known": known,
  "Kuest's": known.filter(({ venue }) => venue === "kuest"),
  "one chain's": known.filter(({ chainId }) => chainId === 80_002),
  "its own": [ownContract(false), ownContract(true)],
};

const settingsOf = (domains: readonly OrderDomain[], headerPrefixes: readonly string[] = ["SVC_", "POLY_"]) =>
  pageSettings(
    { ...readConfig({}, []), headerPrefixes, domains: [...domains] },
    { headers: {}, addresses: undefined },
  );

const keyOf = (random: Random): Hex =>
  `0x${Array.from({ length: 64 }, () => random.below(16).toString(16)).join("")}`;

/** Creates a browser wallet, which receives typed data as text and signs that. */
function providerOf(key: Hex, accounts: unknown = [privateKeyToAccount(key).address]): Provider {
  let chain = 1;
  return {
    request: async ({ method, params = [] }) => {
      if (method === "eth_requestAccounts") return accounts;
      if (method === "eth_chainId") return `0x${chain.toString(16)}`;
      if (method === "wallet_switchEthereumChain") {
        chain = Number((params[0] as { chainId: Hex }).chainId);
        return null;
      }
      assert.equal(method, "eth_signTypedData_v4");
      const [address, text] = params.map(String);
      assert.equal(address, privateKeyToAccount(key).address.toLowerCase());
      const data = JSON.parse(text ?? "");
      assert.equal(Number(data.domain.chainId), chain, "it signs only for the chain that it is on");
      return privateKeyToAccount(key).signTypedData(data);
    },
  };
}

const walletsOf = async (key: Hex): Promise<readonly Wallet[]> => [
  createWalletOfKey(key),
  await connectWallet(providerOf(key)),
];

type SentRequest = UnsignedRequest & { readonly headers: Readonly<Record<string, string>> };
type Answer = { readonly status?: number; readonly content: object };

/** Replaces `fetch` and records the requests, with paths relative to the trading interface. */
function catchRequests(t: TestContext, answer: (sent: SentRequest) => Answer): SentRequest[] {
  const sent: SentRequest[] = [];
  t.mock.method(
    globalThis,
    "fetch",
    async (url: string, init: Omit<SentRequest, "path" | "body"> & { body?: string }) => {
      const { method, headers, body = "" } = init;
      assert.ok(url.startsWith("/spec/trading/"), url);
      const request = { method, headers, body, path: url.slice("/spec/trading".length) };
      sent.push(request);
      const { status = 200, content } = answer(request);
      return Response.json(content, { status });
    },
  );
  return sent;
}

/** Removes the prefix from the names of the signed headers. */
const signedHeaders = ({ headers }: SentRequest, prefix: string) => {
  const header = (name: string): string =>
    headers[prefix + name] ?? assert.fail(`${prefix}${name} is missing`);
  return {
    address: header("ADDRESS"),
    timestamp: header("TIMESTAMP"),
    signature: header("SIGNATURE"),
    header,
  };
};

const credentialsOf = (address: string, nonce = "0"): Credentials =>
  deriveCredentials(new Uint8Array(32).fill(7), address, nonce);

function assertSigned(sent: SentRequest, credentials: Credentials, prefix: string): void {
  const { timestamp, signature, header } = signedHeaders(sent, prefix);
  const { method, path } = sent;
  const claim = {
    method,
    path,
    timestamp,
    signature,
    secret: decodeSecret(credentials.secret),
    body: Buffer.from(sent.body),
    nowMs: Date.now(),
  };
  assert.deepEqual(verifyRequest(claim), { ok: true });
  assert.equal(verifyRequest({ ...claim, path: `${path}s` }).ok, false);
  assert.equal(verifyRequest({ ...claim, body: Buffer.from(`${sent.body} `) }).ok, false);
  assert.deepEqual([header("API_KEY"), header("PASSPHRASE")], [credentials.apiKey, credentials.passphrase]);
}

function drawOrder(random: Random): NewOrder {
  const digits = (count: number): string =>
    random.between(1, 9) + Array.from({ length: count }, () => random.below(10)).join("");
  return {
    tokenId: digits(random.between(0, 76)),
    marketKind: "ordinary",
    side: random.pick(["BUY", "SELL"] as const),
    makerAmount: digits(random.between(0, 14)),
    takerAmount: digits(random.between(0, 14)),
    kind: random.pick(["GTC", "GTD", "FOK", "FAK"] as const),
    postOnly: random.chance(50),
    expiresAt: random.chance(50) ? random.between(1, 2 ** 31) : undefined,
  };
}

type SignedOrder = { readonly body: string; readonly order: NewOrder; readonly wallet: Wallet };

/** Verifies the order as the server does, in a market of this kind. */
function verifyAsServer({ body, wallet }: SignedOrder, domains: readonly OrderDomain[], kind: MarketKind) {
  const parsed = parseSignedOrder(JSON.parse(body).order);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  const caller = wallet.address;
  const context = { domains, kind, caller, walletOwner: () => undefined, trustFirstUse: false };
  return { order: parsed.order, verdict: verifyOrder(parsed.order, context) };
}

function assertOrder(placed: SignedOrder, domains: readonly OrderDomain[], salts: Set<string>): void {
  const { body, order: unsigned, wallet } = placed;
  const { order, verdict } = verifyAsServer(placed, domains, unsigned.marketKind);
  assert.ok(verdict.ok, JSON.stringify(verdict));
  assert.equal(verdict.owner, wallet.address);
  assert.equal(verdict.domain.kind, unsigned.marketKind);
  const otherKind = unsigned.marketKind === "ordinary" ? "negative-risk" : "ordinary";
  assert.equal(verifyAsServer(placed, domains, otherKind).verdict.ok, false);
  assert.deepEqual(
    { ...order, salt: "", signature: "", timestamp: "" },
    {
      struct: "v2",
      signatureType: 0,
      maker: wallet.address,
      signer: wallet.address,
      tokenId: unsigned.tokenId,
      side: unsigned.side,
      makerAmount: unsigned.makerAmount,
      takerAmount: unsigned.takerAmount,
      salt: "",
      signature: "",
      timestamp: "",
      taker: `0x${"0".repeat(40)}`,
      metadata: `0x${"0".repeat(64)}`,
      builder: `0x${"0".repeat(64)}`,
      expiration: String(unsigned.expiresAt ?? 0),
    },
  );
  const { order: _, ...rest } = JSON.parse(body);
  const { apiKey: owner } = credentialsOf(wallet.address);
  assert.deepEqual(rest, { owner, orderType: unsigned.kind, ...(unsigned.postOnly && { postOnly: true }) });
  assert.ok(!salts.has(order.salt), "no salt is used again");
  salts.add(order.salt);
}

for (const [name, domains] of Object.entries(SETTINGS)) {
  const settings = settingsOf(domains);

  test(`the page has a contract for each kind of market: ${name}`, () => {
    const kinds = new Set(settings.exchanges.map(({ kind }) => kind));
    assert.equal(kinds.size, settings.exchanges.length);
    assert.deepEqual(kinds, new Set(domains.filter(({ struct }) => struct === "v2").map(({ kind }) => kind)));
  });

  test(`the server accepts the signatures of orders and of their requests: ${name}`, async (t) => {
    const sent = catchRequests(t, () => ({ content: { orderID: "0x1" } }));
    const random = createRandom(name.length);
    const salts = new Set<string>();
    for (const wallet of await walletsOf(keyOf(random)))
      for (let round = 0; round < 8; round += 1) {
        const marketKind = settings.exchanges[round % settings.exchanges.length]?.kind ?? "ordinary";
        const order = { ...drawOrder(random), marketKind };
        const credentials = credentialsOf(wallet.address);
        const headers = signRequests(settings, wallet, credentials);
        await placeOrder(await signOrder(settings, { wallet, apiKey: credentials.apiKey }, order), headers);
        const request = sent.pop() ?? assert.fail("nothing was sent");
        assert.deepEqual([request.method, request.path, sent], ["POST", "/order", []]);
        assertSigned(request, credentials, "SVC_");
        assertOrder({ body: request.body, order, wallet }, domains, salts);
      }
  });

  test(`a wallet's claim is valid only for its chain, nonce and address: ${name}`, async () => {
    const random = createRandom(name.length + 100);
    const nowSeconds = 1_780_000_000;
    const timestamp = String(nowSeconds - 3);
    for (const [index, wallet] of (await walletsOf(keyOf(random))).entries())
      for (const nonce of [0, 1, 20, 2 ** 40 + index]) {
        const { address } = wallet;
        const signature = await wallet.sign(
          buildWalletClaim({ address, timestamp, nonce }, settings.chain_id),
        );
        const claim = { address, timestamp, signature, nonce: String(nonce) };
        const terms = { chainIds: [settings.chain_id], nowSeconds };
        assert.deepEqual(verifyWalletAuth(claim, terms), { ok: true, address, chainId: settings.chain_id });
        assert.equal(verifyWalletAuth(claim, { ...terms, chainIds: [5] }).ok, false);
        assert.equal(verifyWalletAuth({ ...claim, nonce: String(nonce + 1) }, terms).ok, false);
        assert.equal(verifyWalletAuth({ ...claim, timestamp: String(nowSeconds) }, terms).ok, false);
      }
  });
}

test("an order is refused if a signed field was changed on the way", async (t) => {
  const sent = catchRequests(t, () => ({ content: { orderID: "0x1" } }));
  const settings = settingsOf(known);
  const wallet = createWalletOfKey(generateKey());
  const order = { ...drawOrder(createRandom(3)), marketKind: "ordinary" as const };
  await placeOrder(await signOrder(settings, { wallet, apiKey: "key" }, order), async () => ({}));
  const { order: fields } = JSON.parse(sent[0]?.body ?? "");
  const changes = { salt: 1, tokenId: "5", makerAmount: "1", takerAmount: "1", timestamp: "1" };
  const turned = { side: order.side === "BUY" ? "SELL" : "BUY" };
  for (const [name, value] of Object.entries({ ...changes, ...turned })) {
    const body = JSON.stringify({ order: { ...fields, [name]: value } });
    assert.equal(verifyAsServer({ body, order, wallet }, known, "ordinary").verdict.ok, false, name);
  }
});

/** Answers requests for API keys as the exchange does. `revoked` lists the nonces of revoked keys. */
function keyServer(settings: Settings, prefix: string, revoked: readonly string[]) {
  return (sent: SentRequest): Answer => {
    assert.deepEqual([sent.method, sent.path, sent.body], ["POST", "/auth/api-key", ""]);
    const { address, timestamp, signature, header } = signedHeaders(sent, prefix);
    const nonce = header("NONCE");
    const terms = { chainIds: [settings.chain_id], nowSeconds: Date.now() / 1_000 };
    const verdict = verifyWalletAuth({ address, timestamp, signature, nonce }, terms);
    assert.ok(verdict.ok, JSON.stringify(verdict));
    if (revoked.includes(nonce))
      return { status: 404, content: { error: "no", code: "key_not_found", hint: "" } };
    return { content: credentialsOf(address, nonce) };
  };
}

test("a wallet gets its API key, and another one for each revoked key", async (t) => {
  const settings = settingsOf(known, ["KUEST_"]);
  for (const revoked of [[], ["0"], ["0", "1", "2"]]) {
    const sent = catchRequests(t, keyServer(settings, "KUEST_", revoked));
    for (const wallet of await walletsOf(keyOf(createRandom(revoked.length + 50)))) {
      const credentials = await createCredentials(wallet, settings);
      assert.deepEqual(credentials, credentialsOf(wallet.address, String(revoked.length)));
    }
    assert.equal(sent.length, 2 * (revoked.length + 1));
    t.mock.restoreAll();
  }
});

test("other refusals of a key are thrown, and the wallet does not sign again", async (t) => {
  const settings = settingsOf(known);
  const content = { error: "no more", code: "too_many_keys", hint: "wait" };
  const sent = catchRequests(t, () => ({ status: 429, content }));
  await assert.rejects(createCredentials(createWalletOfKey(generateKey()), settings), {
    message: "no more",
    code: "too_many_keys",
    hint: "wait",
    status: 429,
  });
  assert.equal(sent.length, 1);
});

test("requests are signed correctly for any secret, path and body, in headers with the exchange's prefix", async () => {
  const random = createRandom(77);
  const settings = settingsOf(known, ["MINE_"]);
  const texts = ["", "{}", `{"text":"it's \\"quoted\\""}`, `{"text":"ção – 漢字 🎲"}`, "[1,2]"];
  for (let round = 0; round < 300; round += 1) {
    const { address } = privateKeyToAccount(keyOf(random));
    const credentials = credentialsOf(address.toLowerCase(), String(round));
    const method = random.pick(["GET", "POST", "DELETE"]);
    const path = random.pick(["/order", "/balances", "/markets/0xab/resolution", "/data/%F0%9F%8E%B2"]);
    const unsigned = { method, path, body: random.pick(texts) };
    const headers = await signRequests(settings, { address }, credentials)(unsigned);
    assert.equal(headers["MINE_ADDRESS"], address);
    assertSigned({ ...unsigned, headers }, credentials, "MINE_");
  }
});

test("a private key is read with or without 0x, and any other text is refused", () => {
  const key = keyOf(createRandom(5));
  for (const text of [key, key.slice(2), ` ${key}\n`, key.toUpperCase().replace("0X", "0x")])
    assert.equal(readKey(text)?.toLowerCase(), key, text);
  for (const text of ["", "0x", key.slice(0, -1), `${key}0`, key.replace(/.$/, "g"), `0x${key}`, "undefined"])
    assert.equal(readKey(text), undefined, text);
  assert.throws(() => createWalletOfKey(`0x${"0".repeat(64)}`));
  assert.throws(() => createWalletOfKey(`0x${"f".repeat(64)}`));
});

test("a browser wallet uses its first account, in lower case, and fails without one", async () => {
  const key = keyOf(createRandom(6));
  const { address } = privateKeyToAccount(key);
  const other = privateKeyToAccount(generateKey()).address;
  const wallet = await connectWallet(providerOf(key, [address, other]));
  assert.deepEqual([wallet.address, wallet.privateKey], [address.toLowerCase(), undefined]);
  for (const accounts of [[], null, "0x12", [12], ["me"]])
    await assert.rejects(connectWallet(providerOf(key, accounts)), { fault: "noAccount" });
});

test("each failure of a browser wallet has its own error", async () => {
  const key = keyOf(createRandom(5));
  const { request } = providerOf(key);
  const claim = buildWalletClaim(
    { address: privateKeyToAccount(key).address, timestamp: "1", nonce: 0 },
    POLYGON,
  );
  const failing = (method: string, failure: unknown): Provider => ({
    request: (unsigned) => (unsigned.method === method ? Promise.reject(failure) : request(unsigned)),
  });
  const signing = async (provider: Provider) => (await connectWallet(provider)).sign(claim);
  const unknownChain = failing("wallet_switchEthereumChain", { code: 4902, message: "unknown chain" });
  await assert.rejects(signing(unknownChain), { fault: "otherChain", chainId: "137" });
  await assert.rejects(signing(failing("eth_requestAccounts", { code: 4001 })), { fault: "declined" });
  await assert.rejects(signing(failing("eth_signTypedData_v4", { code: 4001 })), { fault: "declined" });
  await assert.rejects(signing(failing("eth_signTypedData_v4", { code: -32603, message: "locked" })), {
    message: "locked",
  });
  const silent: Provider = {
    request: async (unsigned) => (unsigned.method === "eth_signTypedData_v4" ? null : request(unsigned)),
  };
  await assert.rejects(signing(silent), { fault: "noSignature" });
});
