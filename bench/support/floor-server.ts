/**
 * The floor of an order: a bare server that parses the request, checks its HMAC, recovers the signer, and answers.
 * Credentials come over the parent's channel. It prints its port.
 */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { createServer } from "node:http";
import { decodeHex } from "../../src/signing/hex.ts";
import { computeOrderDigest, computeOrderStructHash } from "../../src/signing/orders/order-digest.ts";
import { readSignature, recoverAddress } from "../../src/signing/recover.ts";
import { parseSignedOrder } from "../../src/signing/orders/signed-order.ts";
import { BENCH_DOMAIN } from "./order-requests.ts";

const secrets = new Map<string, KeyObject>();
process.on("message", (keys: [string, string][]) => {
  for (const [apiKey, secret] of keys) secrets.set(apiKey, createSecretKey(Buffer.from(secret, "base64")));
});

const ok = Buffer.from('{"success":true}');

function check(headers: NodeJS.Dict<string | string[]>, body: Buffer): boolean {
  const secret = secrets.get(String(headers["svc_api_key"]));
  if (secret === undefined) return false;
  const mac = createHmac("sha256", secret)
    .update(`${String(headers["svc_timestamp"])}POST/order`)
    .update(body)
    .digest();
  if (!timingSafeEqual(mac, Buffer.from(String(headers["svc_signature"]), "base64"))) return false;
  const { order } = JSON.parse(body.toString("utf8"));
  const parsed = parseSignedOrder(order);
  if (!parsed.ok) return false;
  const reading = readSignature(decodeHex(order.signature));
  return (
    reading.ok &&
    recoverAddress(
      computeOrderDigest(BENCH_DOMAIN, computeOrderStructHash(parsed.order)),
      reading.signature,
    ) === parsed.order.maker
  );
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const good = check(request.headers, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    response
      .writeHead(good ? 200 : 400, { "content-type": "application/json", "content-length": ok.length })
      .end(ok);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.(address.port);
});
