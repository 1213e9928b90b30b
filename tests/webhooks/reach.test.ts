/** Addresses that webhooks may reach, also by names that resolve to others. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createSender,
  findUrlFault,
  isPublic,
  mayReach,
  parseOwnNetwork,
} from "../../src/operate/webhooks/send-message.ts";
import { canonicalAddress } from "../../src/base/address-ranges.ts";
import { startReceiver } from "./receiver.ts";

const NONE = parseOwnNetwork("none");

const OWN = [
  "0.0.0.0",
  "10.0.0.1",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.1.2",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.9",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:a00:1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::10.0.0.1",
  "64:ff9b::1",
  "64:ff9b::",
  "64:ff9b:1::808:808",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
];
const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "172.32.0.1",
  "192.169.0.1",
  "2606:4700::1111",
  "2a00:1450::1",
  "64:ff9b::808:808",
  "64:ff9b::8.8.8.8",
  "::ffff:8.8.8.8",
];

describe("addresses", () => {
  for (const address of OWN)
    it(`${address} is of no public network`, () => {
      assert.equal(isPublic(canonicalAddress(address) ?? ""), false);
      assert.equal(mayReach(NONE, "hooks.example", address), false);
    });
  for (const address of PUBLIC)
    it(`${address} is of a public network`, () =>
      assert.equal(mayReach(NONE, "hooks.example", address), true));

  it("of the own network are reached where the setting names them or their host", () => {
    const network = parseOwnNetwork("hooks.internal, 10.1.0.0/16,::1");
    assert.equal(mayReach(network, "hooks.internal", "192.168.0.1"), true);
    assert.equal(mayReach(network, "other.internal", "192.168.0.1"), false);
    assert.equal(mayReach(network, "other.internal", "10.1.2.3"), true);
    assert.equal(mayReach(network, "other.internal", "::ffff:10.1.2.3"), true);
    assert.equal(mayReach(network, "other.internal", "10.2.0.1"), false);
    assert.equal(mayReach(network, "other.internal", "::1"), true);
    assert.throws(() => parseOwnNetwork("10.0.0.0/99"), /expected host names/);
    assert.throws(() => parseOwnNetwork("no host"), /expected host names/);
  });
});

describe("URLs", () => {
  const network = parseOwnNetwork("hooks.internal,10.1.0.0/16");
  const ALLOWED = [
    "https://hooks.example/a?b=c",
    "https://8.8.8.8:8443/",
    "http://hooks.internal:8080/",
    "http://10.1.2.3/",
    "https://HOOKS.internal./",
  ];
  const REFUSED = [
    "http://hooks.example/",
    "https://10.2.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://user@hooks.example/",
    "https://hooks.example/#part",
    "file:///etc/passwd",
    "//hooks.example",
    `https://hooks.example/${"a".repeat(2_000)}`,
  ];
  for (const url of ALLOWED) it(`${url} is taken`, () => assert.equal(findUrlFault(network, url), undefined));
  for (const url of REFUSED)
    it(`${url.slice(0, 40)} is refused`, () => assert.match(findUrlFault(network, url) ?? "", /^expected/));
});

describe("an attempt", () => {
  const sendTo = async (url: string, setting: string) => {
    const sender = createSender(parseOwnNetwork(setting));
    try {
      return await sender.send({ url, headers: {}, body: "{}" }, new AbortController().signal);
    } finally {
      sender.close();
    }
  };

  it("does not connect to a name that resolves into the own network, unless that is named", async () => {
    const receiver = await startReceiver();
    try {
      const url = receiver.url.replace("127.0.0.1", "localhost");
      const refused = await sendTo(url, "none");
      assert.ok(refused !== "aborted" && !refused.delivered);
      assert.match(refused.error, /^localhost resolves to .* of no public network/);
      assert.equal(receiver.seen.length, 0);
      const literal = await sendTo(receiver.url, "none");
      assert.ok(literal !== "aborted" && /^127.0.0.1 is of no public network/.test(literal.error));
      assert.equal(receiver.seen.length, 0);
      const sent = await sendTo(url, "localhost");
      assert.ok(sent !== "aborted" && sent.delivered, JSON.stringify(sent));
    } finally {
      await receiver.close();
    }
  });

  it("does not follow redirects, nor proxies of the environment", async () => {
    const [receiver, other] = [await startReceiver(), await startReceiver()];
    const before = { ...process.env };
    try {
      receiver.reply = () => ({ status: 307, headers: { location: other.url } });
      Object.assign(process.env, { http_proxy: other.url, HTTP_PROXY: other.url, NODE_USE_ENV_PROXY: "1" });
      const sent = await sendTo(receiver.url, "127.0.0.0/8");
      assert.ok(sent !== "aborted" && !sent.delivered && sent.status === 307);
      assert.match(sent.error, /redirects are not followed/);
      assert.deepEqual([receiver.seen.length, other.seen.length], [1, 0]);
    } finally {
      process.env = before;
      await Promise.all([receiver.close(), other.close()]);
    }
  });
});
