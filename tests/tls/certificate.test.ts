/** Certificates: as they are made, as they are read, and as they are refused. */
import assert from "node:assert/strict";
import { X509Certificate, createPrivateKey, generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import {
  checkCertificate,
  operatorFilesSource,
  selfSignedSource,
  serveCertificate,
  findValidityFault,
} from "../../src/tls/certificate.ts";
import { createCertificateFolder, DAY_MS } from "./certificate-folder.ts";
import type { CertificateFolder } from "./certificate-folder.ts";

let folder: CertificateFolder;
beforeEach(() => {
  folder = createCertificateFolder();
});
afterEach(() => folder.close());

describe("a certificate that signs itself", () => {
  it("names its hosts, is signed by its own key, and stands for no other", () => {
    const hosts = ["localhost", "a.example", "192.0.2.7", "::1", "2001:db8::7:0", "::"];
    const { certificate, key } = folder.make({ hosts });
    const read = new X509Certificate(certificate);
    assert.equal(read.ca, false);
    assert.ok(read.verify(read.publicKey));
    assert.ok(read.checkPrivateKey(createPrivateKey(key)));
    assert.deepEqual(read.keyUsage, ["1.3.6.1.5.5.7.3.1"]);
    for (const host of hosts)
      assert.ok(/^[\d:]|^2001/.test(host) ? read.checkIP(host) : read.checkHost(host), host);
    assert.equal(read.checkHost("b.example"), undefined);
    assert.equal(read.checkIP("192.0.2.8"), undefined);
  });

  it("is valid between its moments, to the second, before and after 2050", () => {
    for (const year of [2026, 2049, 2050, 2120]) {
      const [notBefore, notAfter] = [Date.UTC(year, 0, 2, 3, 4, 5), Date.UTC(year, 11, 31, 23, 59, 59)];
      const { validFromDate, validToDate } = new X509Certificate(
        folder.make({ notBefore, notAfter }).certificate,
      );
      assert.deepEqual([validFromDate.getTime(), validToDate.getTime()], [notBefore, notAfter]);
    }
  });

  it("has a number of its own", () => {
    const numbers = Array.from(
      { length: 50 },
      () => new X509Certificate(folder.make().certificate).serialNumber,
    );
    assert.equal(new Set(numbers).size, 50);
    for (const number of numbers) assert.match(number, /^[4-7][0-9A-F]{31}$/);
  });

  it("takes as many hosts as need two bytes of length", () => {
    const hosts = Array.from({ length: 60 }, (_, index) => `host-${index}.example`);
    assert.equal(
      new X509Certificate(folder.make({ hosts }).certificate).checkHost("host-59.example"),
      "host-59.example",
    );
  });
});

describe("the kept certificate", () => {
  const kept = (at: number, ...boundTo: string[]) =>
    selfSignedSource({ directory: folder.path, boundTo, clock: () => at });

  it("is made once, in files that only their owner may read, and still served a year later", async () => {
    const now = Date.now();
    const { names, read } = kept(now, "127.0.0.1");
    const made = await read();
    assert.equal(readFileSync(join(folder.path, "tls-certificate.pem"), "utf8"), made.certificate);
    for (const { file } of [names.certificate, names.key]) assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(await read(), made);
    assert.deepEqual(await kept(now + 365 * DAY_MS, "localhost").read(), made);
  });

  it("is made anew before it expires, for another host, and where it is damaged", async () => {
    const now = Date.now();
    const { names, read } = kept(now, "127.0.0.1");
    const first = await read();
    const { validTo } = checkCertificate(first, names);
    assert.notDeepEqual(await kept(validTo - 29 * DAY_MS).read(), first);
    const second = await read();
    const bound = await kept(now, "192.0.2.7", "0.0.0.0", "::").read();
    assert.notDeepEqual(bound, second);
    assert.ok(new X509Certificate(bound.certificate).checkIP("192.0.2.7"));
    assert.equal(new X509Certificate(bound.certificate).checkIP("0.0.0.0"), undefined);
    rmSync(names.key.file);
    const third = await read();
    assert.equal(checkCertificate(third, names).certificate, third.certificate);
  });
});

describe("the operator's files", () => {
  const read = async () => {
    const source = operatorFilesSource(folder);
    return checkCertificate(await source.read(), source.names);
  };

  it("are taken, a chain too", async () => {
    const { fingerprint } = await read();
    const { certificate } = await operatorFilesSource(folder).read();
    assert.equal(fingerprint, new X509Certificate(certificate).fingerprint256);
    folder.write({ certificate: certificate + folder.make().certificate });
    assert.equal((await read()).fingerprint, fingerprint);
  });

  const locked = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });

  const refused: readonly [string, () => void, RegExp][] = [
    [
      "a missing certificate",
      () => rmSync(folder.certificate),
      /^PRESAGE_TLS_CERT: there is no file \/.*certificate\.pem$/,
    ],
    ["a missing key", () => rmSync(folder.key), /^PRESAGE_TLS_KEY: there is no file \/.*key\.pem$/],
    [
      "a folder",
      () => {
        rmSync(folder.key);
        mkdirSync(folder.key);
      },
      /^PRESAGE_TLS_KEY: \/.*key\.pem cannot be read: EISDIR/,
    ],
    [
      "a certificate that is none",
      () => folder.write({ certificate: "hello" }),
      /^PRESAGE_TLS_CERT: expected a certificate in PEM, \/.* has none$/,
    ],
    [
      "a damaged certificate",
      () => folder.write({ certificate: folder.make().certificate.slice(0, 200) }),
      /^PRESAGE_TLS_CERT: expected a certificate in PEM, \/.* has one that cannot be read$/,
    ],
    [
      "a certificate in place of a key",
      () => folder.write({ key: folder.make().certificate }),
      /^PRESAGE_TLS_KEY: expected a private key in PEM without a passphrase, \/.* has none$/,
    ],
    [
      "a key with a passphrase",
      () => folder.write({ key: locked.privateKey }),
      /^PRESAGE_TLS_KEY: expected a private key in PEM without a passphrase, \/.* has one with a passphrase$/,
    ],
    [
      "the key of another certificate",
      () => folder.write({ key: folder.make().key }),
      /^PRESAGE_TLS_KEY: the key in \/.*key\.pem is not the one of the certificate in \/.*certificate\.pem/,
    ],
  ];
  for (const [name, damage, message] of refused)
    it(`are refused with ${name}`, async () => {
      damage();
      await assert.rejects(read(), (error: Error) => {
        assert.match(error.message, message);
        return !error.message.includes("\n");
      });
    });

  it("are faulty before and after their time", async () => {
    const certificate = await read();
    assert.equal(findValidityFault(certificate, Date.now()), undefined);
    assert.match(findValidityFault(certificate, certificate.validFrom - 1)!, /not valid before 20/);
    assert.match(findValidityFault(certificate, certificate.validTo + 1)!, /expired on 20/);
  });
});

describe("the served certificate", () => {
  it("follows its files, goes on with the one before while they are no pair, and says so once", async () => {
    const said: unknown[] = [];
    const log = { warn: (...line: unknown[]) => void said.push(line.at(-1)) };
    let now = Date.now();
    const served = await serveCertificate({ source: operatorFilesSource(folder), log, clock: () => now });
    const first = served.current();
    const followed: string[] = [];
    const unfollow = served.follow(({ fingerprint }) => void followed.push(fingerprint));
    await served.look();
    assert.deepEqual([said, followed], [[], []]);

    const next = folder.make();
    folder.write({ certificate: next.certificate });
    await served.look();
    await served.look();
    assert.equal(served.current(), first);
    assert.equal(said.length, 1);
    assert.match(String(said[0]), /served on.*PRESAGE_TLS_KEY: the key in/);
    folder.write({ key: next.key });
    await served.look();
    assert.equal(served.current().certificate, next.certificate);
    assert.deepEqual(followed, [new X509Certificate(next.certificate).fingerprint256]);
    assert.match(String(said[1]), /another certificate is served/);

    unfollow();
    now += 91 * DAY_MS;
    await served.look();
    await served.look();
    assert.deepEqual(said.length, 3);
    assert.match(String(said[2]), /^PRESAGE_TLS_CERT: the certificate expired on/);
    served.close();
  });
});
