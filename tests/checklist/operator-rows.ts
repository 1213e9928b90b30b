/** The operator API: on loopback, with a token, for those who have the role, and with a record of what was done. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { launchPresage } from "../support/presage.ts";
import { accepted, refused } from "./expect.ts";
import { section } from "./row.ts";
import type { Row } from "./row.ts";
import { openLine, sendBytes, statusOf } from "./wire.ts";
import { networkAddress } from "./world.ts";

const row = section("3.2");

const tokens = row(
  "the operator API takes the operator's token and nothing like it",
  async ({ wire, admin, adminToken }) => {
    const token = adminToken ?? "ab".repeat(32);
    const other = token.startsWith("0") ? "1" : "0";
    for (const authorization of [
      undefined,
      "",
      "Bearer",
      "Bearer ",
      `Bearer ${other}${token.slice(1)}`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}0`,
      `Basic ${token}`,
      ...(adminToken === undefined ? [] : [token]),
    ])
      for (const path of ["/status", "/audit"]) {
        const reply = await wire.ask(admin + path, {
          headers: authorization === undefined ? {} : { authorization },
        });
        refused(reply, `${path} with ${authorization?.slice(0, 10)}`, 401, "unauthorized");
      }
    const twice = `authorization: Bearer ${token}\r\n`.repeat(2);
    assert.equal(
      statusOf(
        await sendBytes(admin, `GET /status HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${twice}\r\n`),
      ),
      401,
    );
  },
);

const loopback = row(
  "the operator API is open on loopback only",
  async ({ admin }) => {
    const socket = connect({ host: networkAddress()!, port: Number(new URL(admin).port) });
    const came = await new Promise<string>((resolve) => {
      socket.once("connect", () => resolve("a connection"));
      socket.once("error", () => resolve("nothing"));
    });
    socket.destroy();
    assert.equal(came, "nothing");
    (await openLine(admin)).socket.destroy();
  },
  ["own", "network"],
);

const roles = row(
  "an operator without the role is refused, and may read",
  async ({ operate, own, ann, wire, admin, market }) => {
    const token = own!.deskToken;
    refused(
      await operate("/credits", { address: ann.address, amount: "1" }, token),
      "a credit",
      403,
      "forbidden",
    );
    const resolution = await operate(`/markets/${market.slug}/resolve`, { outcome: "yes" }, token);
    refused(resolution, "a resolution", 403, "forbidden");
    accepted(
      await wire.ask(`${admin}/status`, { headers: { authorization: `Bearer ${token}` } }),
      "the status",
    );
  },
  ["own"],
);

const audit = row(
  "what operators do has a reason, and stands in the audit log",
  async ({ operate, ann }) => {
    refused(await operate("/credits", { address: ann.address, amount: "1", reason: " " }), "no reason", 400);
    accepted(
      await operate("/credits", { address: ann.address, amount: "0.000001", reason: "an audited one" }),
      "a credit",
    );
    const { body } = await operate(`/audit?subject=${ann.address}&limit=1`);
    const [{ operator, action, reason }] = body.data;
    assert.deepEqual([operator, action, reason], ["admin", "credit", "an audited one"]);
  },
  ["operator", "traders"],
);

const weak = row(
  "a short token and a secret among the arguments are refused at start",
  async () => {
    const starts = [
      {
        args: [],
        settings: { PRESAGE_ADMIN_TOKEN: "short" },
        says: /PRESAGE_ADMIN_TOKEN: expected at least 64/,
      },
      {
        args: ["--master-key", "5e".repeat(32)],
        settings: {},
        says: /can read arguments; set PRESAGE_MASTER_KEY/,
      },
    ];
    const ended = await Promise.all(
      starts.map(({ args, settings }) => launchPresage(args, { settings }).finished),
    );
    for (const [index, { code, stderr }] of ended.entries()) {
      assert.equal(code, 1);
      assert.match(stderr, starts[index]!.says);
    }
  },
  ["own", "production", "patience"],
);

export const OPERATOR_ROWS: readonly Row[] = [tokens, loopback, roles, audit, weak];
