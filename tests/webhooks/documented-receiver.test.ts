/** The receivers of docs/operating/webhooks.md, which take what is signed and refuse everything else. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { messageHeaders, secretText } from "../../src/operate/webhooks/send-message.ts";
import { deepTest } from "../support/depth.ts";

const PAGE = readFileSync(new URL("../../docs/operating/webhooks.md", import.meta.url), "utf8");
const codeOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(PAGE)?.[1] ?? "";

const SECRET = Buffer.alloc(32, 9);
const BODY = JSON.stringify({ id: "1-0", type: "exchange.mode" });

const signed = (secrets: readonly Uint8Array[], seconds = 0) =>
  messageHeaders({ id: "1-0-abc", timestamp: Math.floor(Date.now() / 1_000) + seconds, body: BODY }, secrets);

type Case = {
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const OTHER = Buffer.alloc(32, 8);
/** Made when they are sent: a receiver takes what is some minutes old for a repetition. */
const right = (): readonly Case[] => [
  { what: "signed", headers: signed([SECRET]), body: BODY },
  { what: "signed by two secrets", headers: signed([OTHER, SECRET]), body: BODY },
];
const wrong = (): readonly Case[] => [
  { what: "signed by another secret", headers: signed([OTHER]), body: BODY },
  { what: "changed on the way", headers: signed([SECRET]), body: `${BODY} ` },
  { what: "old", headers: signed([SECRET], -3_600), body: BODY },
  { what: "of another id", headers: { ...signed([SECRET]), "webhook-id": "2-0-abc" }, body: BODY },
];

test("the receiver in JavaScript takes what is signed, and does it once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "presage-receiver-"));
  const file = join(folder, "receiver.mjs");
  writeFileSync(file, codeOf("js"));
  const receiver = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: "0", WEBHOOK_SECRET: secretText(SECRET) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const reader = createInterface(receiver.stdout);
  try {
    const [ready] = await once(reader, "line");
    reader.on("line", (line) => lines.push(line));
    const url = `http://127.0.0.1:${ready.split(" ")[1]}/`;
    const post = async ({ headers, body }: Case): Promise<number> =>
      (await fetch(url, { method: "POST", headers, body })).status;
    for (const one of right()) assert.equal(await post(one), 204, one.what);
    for (const one of wrong()) assert.equal(await post(one), 401, one.what);
    assert.equal((await fetch(url, { method: "POST", body: BODY })).status, 401);
  } finally {
    receiver.kill();
    await once(receiver, "close");
    rmSync(folder, { recursive: true });
  }
  assert.deepEqual(lines, ["exchange.mode 1-0"]);
});

deepTest("the function in Python takes what is signed", () => {
  for (const { what, headers, body } of [...right(), ...wrong()]) {
    const program = `${codeOf("python")}\nimport json, sys\nheaders, body = json.load(sys.stdin)\nprint(verify(headers, body.encode()))`;
    const { stdout, stderr } = spawnSync("python3", ["-c", program], {
      input: JSON.stringify([headers, body]),
      env: { ...process.env, WEBHOOK_SECRET: secretText(SECRET) },
      encoding: "utf8",
    });
    const isRight = right().some((one) => one.what === what);
    assert.equal(stdout.trim(), isRight ? "True" : "False", `${what}: ${stderr}`);
  }
});
