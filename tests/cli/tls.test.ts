/** `presage start` with a certificate, and the commands that ask such an exchange. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { after, before, describe, it } from "node:test";
import { listExposures } from "../../src/cli/start.ts";
import { readConfig } from "../../src/settings/config.ts";
import { startExchange } from "../../src/library.ts";
import { readInstance } from "../../src/store/server/data-directory.ts";
import {
  ANY_PORTS,
  environmentWith,
  prepareDataDirectories,
  runPresage,
  runRefusedStart,
  SPEC_PORTS,
  spawnPresage,
  startPresage,
  withoutSlowness,
} from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { createCertificateFolder, DAY_MS } from "../tls/certificate-folder.ts";
import type { CertificateFolder } from "../tls/certificate-folder.ts";

let directories: DataDirectories;
let folder: CertificateFolder;

before(async () => {
  directories = await prepareDataDirectories();
  folder = createCertificateFolder();
});
after(() => {
  directories.close();
  folder.close();
});

const EXAMPLE = fileURLToPath(new URL("../../examples/first-trade.js", import.meta.url));

/** Runs the example of the documents, with a client library that knows nothing of this. */
async function tradeAt(
  url: string,
  trusted: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [EXAMPLE], {
    env: environmentWith({ CLOB_API_URL: url, ...trusted }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, output: output + errors };
}

describe("presage start --tls-self-signed", () => {
  it("is traded on by a client that trusts the certificate, and asked by commands", async (test) => {
    const directory = directories.create();
    const trusted = { NODE_EXTRA_CA_CERTS: join(directory, "tls-certificate.pem") };
    const started = await startPresage(test, directory, [...ANY_PORTS, "--tls-self-signed"]);
    const { admin, polymarket } = started.addresses;
    assert.match(admin, /^https:/);
    const traded = await tradeAt(polymarket!.trading, trusted);
    assert.equal(traded.code, 0, traded.output);
    assert.match(traded.output, /complete set: matched/);
    assert.equal((await tradeAt(polymarket!.trading, {})).code, 1);

    const status = await runPresage(test, ["status", "--data-dir", directory, "--json"]);
    assert.deepEqual({ code: status.code, stderr: status.stderr }, { code: 0, stderr: "" });
    const change = ["site", "add", "a.example", `0x${"1".repeat(40)}`, "--data-dir", directory];
    const changed = await runPresage(test, [...change, "--reason", "a test"]);
    assert.deepEqual({ code: changed.code, stderr: changed.stderr }, { code: 0, stderr: "" });
    const at = { PRESAGE_ADMIN_TOKEN: readFileSync(join(directory, "admin-token"), "utf8").trim() };
    const stranger = await runPresage(test, ["status", "--url", admin], at);
    assert.equal(stranger.code, 1);
    assert.match(stranger.stderr, /does not answer: Error: self-signed certificate/);
    assert.equal((await runPresage(test, ["status", "--url", admin], { ...at, ...trusted })).code, 0);
    assert.equal(withoutSlowness((await started.stop("SIGTERM")).stderr), "");
  });

  it("says which certificate clients have to trust", async (test) => {
    const directory = directories.create();
    const running = spawnPresage(test, ["--data-dir", directory, ...SPEC_PORTS, "--tls-self-signed"]);
    await until("the text is printed", () => running.output.stdout.includes("Stop with Ctrl-C"));
    for (const name of ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"])
      assert.match(running.output.stdout, new RegExp(`^ {2}export ${name}=/.*/tls-certificate\\.pem$`, "m"));
    await running.stop("SIGTERM");
  });
});

describe("presage start --tls-cert --tls-key", () => {
  const files = () => ["--tls-cert", folder.certificate, "--tls-key", folder.key];

  it("serves a certificate of any name, an expired one with a warning, and another one without a restart", async (test) => {
    const directory = directories.create();
    const status = () => runPresage(test, ["status", "--data-dir", directory]);
    const now = Date.now();
    folder.write(
      folder.make({ hosts: ["trading.example"], notBefore: now - 9 * DAY_MS, notAfter: now - DAY_MS }),
    );
    const started = await startPresage(test, directory, [...SPEC_PORTS, ...files()]);
    assert.match(started.output.stderr, /PRESAGE_TLS_CERT: the certificate expired on 20/);
    assert.equal((await status()).code, 0);
    const expired = readInstance(directory)?.fingerprint;
    folder.write(folder.make({ hosts: ["trading.example"] }));
    await until("it is taken over", () => readInstance(directory)?.fingerprint !== expired);
    await until("it is logged", () =>
      started.output.stderr.includes("another certificate is served from now on"),
    );
    assert.equal((await status()).code, 0);
    await started.stop("SIGTERM");
  });

  for (const [name, args, message] of [
    [
      "a certificate without a key",
      () => files().slice(0, 2),
      /^presage: PRESAGE_TLS_CERT: a certificate needs its key, set PRESAGE_TLS_KEY as well\n$/,
    ],
    [
      "a key without a certificate",
      () => files().slice(2),
      /^presage: PRESAGE_TLS_KEY: a key needs its certificate, set PRESAGE_TLS_CERT as well\n$/,
    ],
    [
      "two certificates",
      () => [...files(), "--tls-self-signed"],
      /^presage: PRESAGE_TLS_SELF_SIGNED: PRESAGE_TLS_CERT names a certificate already/,
    ],
    [
      "a certificate that signs itself in production",
      () => ["--mode", "production", "--tls-self-signed"],
      /^presage: PRESAGE_TLS_SELF_SIGNED: expected false in production, [^\n]+\n$/,
    ],
    [
      "a missing file",
      () => ["--tls-cert", "/nowhere.pem", ...files().slice(2)],
      /^presage: PRESAGE_TLS_CERT: there is no file \/nowhere\.pem\n$/,
    ],
  ] as const)
    it(`refuses ${name}`, async (test) => {
      const directory = directories.create();
      const refused = await runRefusedStart(test, [
        "start",
        "--data-dir",
        directory,
        ...SPEC_PORTS,
        ...args(),
      ]);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, message);
      assert.equal(readInstance(directory), undefined);
    });
});

it("addresses that are open to the network are warned of in plain HTTP alone", () => {
  const open = { PRESAGE_HOST: "0.0.0.0", PRESAGE_ADMIN_HOST: "0.0.0.0" };
  const exposuresOf = (settings: Record<string, string>) =>
    listExposures(readConfig({ ...open, ...settings }, [])).length;
  assert.equal(exposuresOf({}), 2);
  assert.equal(exposuresOf({ PRESAGE_TLS_SELF_SIGNED: "true" }), 0);
  assert.equal(exposuresOf({ PRESAGE_TLS_CERT: "a.pem", PRESAGE_TLS_KEY: "b.pem" }), 0);
});

it("a library's exchange gives its certificate", async () => {
  const dataDirectory = directories.create();
  const { certificate, close } = await startExchange({
    dataDirectory,
    settings: { PRESAGE_TLS_SELF_SIGNED: "true" },
  });
  assert.equal(certificate, readFileSync(join(dataDirectory, "tls-certificate.pem"), "utf8"));
  await close();
});

it("a command sends nothing to a server that has another certificate than the exchange", async (test) => {
  const directory = directories.create();
  const started = await startPresage(test, directory, [...SPEC_PORTS, "--tls-self-signed"]);
  const asked: string[] = [];
  const { certificate: cert, key } = folder.make();
  const server = createServer({ cert, key }, ({ url }) => void asked.push(url ?? "")).listen(0, "127.0.0.1");
  await once(server, "listening");
  test.after(() => server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const file = join(directory, "instance.json");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replace(started.addresses.admin, `https://127.0.0.1:${port}`),
  );
  const { code, stderr } = await runPresage(test, ["status", "--data-dir", directory]);
  assert.equal(code, 1);
  assert.match(stderr, /does not answer: Error: its certificate is not the one that the exchange/);
  assert.deepEqual(asked, []);
  await started.stop("SIGTERM");
});
