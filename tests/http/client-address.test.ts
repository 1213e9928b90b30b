/**
 * The kind: a text of a header that counts as an address and is none. Walks over odd forms that proxies and callers write: an
 * address in its one form, or nobody's.
 */
import assert from "node:assert/strict";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, it } from "node:test";
import { parseRanges } from "../../src/base/address-ranges.ts";
import { clientAddress } from "../../src/http/server/connection/client-address.ts";

const PROXY = "127.0.0.1";

/** The client of a request that a proxy at this address passed on. */
function clientOf(forwarded: string | undefined, from: string = PROXY): string {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: from });
  const raw = new IncomingMessage(socket);
  if (forwarded !== undefined) raw.headers["x-forwarded-for"] = forwarded;
  return clientAddress({ raw }, parseRanges("127.0.0.1, 10.9.0.0/16, fe80::/10"));
}

const FORMS: readonly (readonly [forwarded: string | undefined, client: string])[] = [
  [undefined, PROXY],
  ["10.0.0.1", "10.0.0.1"],
  ["10.0.0.1:80", "10.0.0.1"],
  ["::ffff:10.0.0.1", "10.0.0.1"],
  ["::FFFF:0a00:0001", "10.0.0.1"],
  ["[::ffff:10.0.0.1]:80", "10.0.0.1"],
  ["2001:DB8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["fe80::7%eth0", "fe80::7"],
  ["[fe80::7%2]:80", "fe80::7"],
  ["1.1.1.1, 10.0.0.1", "10.0.0.1"],
  ["10.0.0.1, 10.9.0.1", "10.0.0.1"],
  ["10.0.0.1,\t10.9.0.1:4711", "10.0.0.1"],
  // Empty items of a list are ignored (RFC 9110, 5.6.1).
  ["", PROXY],
  [" , ,", PROXY],
  ["10.0.0.1,, 10.9.0.1,", "10.0.0.1"],
];

const NONE = [
  "10.0.0.1%0",
  "10.0.0.1%",
  "10.0.0.1%eth0",
  "::ffff:10.0.0.1%0",
  "2001:db8::1%eth0",
  "fe80::7%",
  "fe80::7%a%b",
  "10.0.0.1:",
  "10.0.0.1:x",
  "10.0.0.1:65536",
  "10.0.0.1:999999",
  "10.0.0.1:80:80",
  "2001:db8::1:80:x",
  "[10.0.0.1]",
  "[10.0.0.1]:80",
  "[2001:db8::1",
  "2001:db8::1]",
  "[]",
  "[]:80",
  "[[::1]]",
  "[::1]80",
  "[::1]:99999",
  "10.0.0",
  "10.0.0.256",
  "010.0.0.1",
  "0x0a.0.0.1",
  "167772161",
  "10.0.0.1.",
  "10.0.0.1/8",
  "10.0.0.1 x",
  "unknown",
  "_hidden",
  "localhost",
  "for=10.0.0.1",
  '"10.0.0.1"',
  '"[2001:db8::1]"',
  "unix:",
  "-",
  "%",
  ":",
  "::g",
  "１０.0.0.1",
  "10.0.0.1\u0000",
  "10。0.0.1",
  "1:2:3:4:5:6:7:8:9",
  "::1::1",
  ":::1",
];

describe("the address of a client", () => {
  for (const [forwarded, client] of FORMS)
    it(`is ${client} of ${JSON.stringify(forwarded)}`, () => assert.equal(clientOf(forwarded), client));

  for (const text of NONE)
    it(`is unknown of ${JSON.stringify(text)}, and whatever stands before that does not count`, () => {
      assert.equal(clientOf(text), "unknown");
      assert.equal(clientOf(`192.0.2.1, ${text}`), "unknown");
      assert.equal(clientOf(`${text}, 192.0.2.1`), "192.0.2.1");
      assert.equal(clientOf(`192.0.2.1, ${text}, 10.9.0.1`), "unknown");
    });

  it("is the connection's where no trusted proxy passed it on", () => {
    for (const text of ["192.0.2.1", "10.0.0.1%0"])
      assert.equal(clientOf(text, "203.0.113.9"), "203.0.113.9");
    assert.equal(clientOf("192.0.2.1", "fe80::1%eth0"), "192.0.2.1");
    assert.equal(clientOf("192.0.2.1", "::ffff:127.0.0.1"), "192.0.2.1");
  });
});
