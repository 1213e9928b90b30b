/** Every operation of the operator API, asked by everybody. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { adminEndpoints } from "../../../src/http/admin/endpoints.ts";
import { houseMakerEndpoints } from "../../../src/http/admin/exchange/house-maker-endpoints.ts";
import { LIVE_PATH, READY_PATH } from "../../../src/http/health/health-endpoints.ts";
import { sandboxEndpoints } from "../../../src/http/sandbox/endpoints.ts";
import { countHouseMakerQuotes } from "../../../src/sandbox/simulated-traders/house-maker-plan.ts";
import { noFaults } from "../../support/no-faults.ts";
import { noResidents } from "../../support/no-residents.ts";
import { startOperatedExchange, TOKENS } from "./world.ts";
import type { OperatedExchange, OperatorName } from "./world.ts";

let exchange: OperatedExchange;
before(async () => {
  exchange = await startOperatedExchange();
});
after(() => exchange.close());

/** The role that each operation takes; "viewer" of the reads, which all roles but "metrics" include. */
const TAKES: Readonly<Record<string, string>> = {
  "GET /status": "viewer",
  "GET /metrics": "metrics",
  "GET /metrics/process": "metrics",
  "GET /markets/:market": "viewer",
  "GET /mode": "viewer",
  "POST /mode": "market-admin",
  "GET /clock": "viewer",
  "POST /clock": "market-admin",
  "GET /quarantine": "viewer",
  "POST /quarantine/:fingerprint/release": "market-admin",
  "POST /hand-over": "market-admin",
  "GET /bans": "viewer",
  "GET /keys": "viewer",
  "GET /audit": "viewer",
  "GET /settings": "viewer",
  "GET /sites": "viewer",
  "GET /backups": "viewer",
  "GET /backups/files": "viewer",
  "POST /backups": "market-admin",
  "GET /webhooks": "viewer",
  "GET /webhooks/:id": "viewer",
  "GET /webhooks/:id/failures": "viewer",
  "GET /webhooks/:id/secret": "market-admin",
  "GET /export/:what": "viewer",
  "GET /changes": "viewer",
  "GET /sandbox/faults": "viewer",
  "GET /sandbox/snapshots": "viewer",
  "GET /sandbox/requests": "viewer",
  "GET /sandbox/impersonations": "viewer",
  "GET /sandbox/fault-presets": "viewer",
  "GET /sandbox/residents": "viewer",
  "POST /events": "market-admin",
  "GET /events/:event": "viewer",
  "GET /events/:event/rehearsal": "viewer",
  "GET /markets/:market/rehearsal": "viewer",
  "POST /events/:event/open": "market-admin",
  "POST /events/:event/pause": "market-admin",
  "POST /events/:event/resume": "market-admin",
  "POST /events/:event/archive": "market-admin",
  "POST /events/:event/edit": "market-admin",
  "POST /events/:event/clarify": "market-admin",
  "POST /events/:event/propose": "resolver",
  "POST /events/:event/resolve": "resolver",
  "POST /events/:event/undo": "resolver",
  "POST /markets": "market-admin",
  "POST /markets/:market/open": "market-admin",
  "POST /markets/:market/pause": "market-admin",
  "POST /markets/:market/resume": "market-admin",
  "POST /markets/:market/archive": "market-admin",
  "POST /markets/:market/edit": "market-admin",
  "POST /markets/:market/clarify": "market-admin",
  "POST /markets/:market/propose": "resolver",
  "POST /markets/:market/dispute": "resolver",
  "POST /markets/:market/resolve": "resolver",
  "POST /markets/:market/undo": "resolver",
  "GET /invites": "viewer",
  "GET /invites/:id": "viewer",
  "POST /invites": "treasury",
  "DELETE /invites/:id": "treasury",
  "GET /announcements": "viewer",
  "POST /announcements": "market-admin",
  "DELETE /announcements/:id": "market-admin",
  "GET /images": "viewer",
  "POST /images": "market-admin",
  "POST /images/:image/remove": "market-admin",
  "GET /brand": "viewer",
  "POST /brand": "market-admin",
  "GET /accounts": "viewer",
  "GET /operators": "viewer",
  "GET /attention": "viewer",
  "GET /house-makers": "viewer",
  "GET /figures": "viewer",
  "GET /figures/markets": "viewer",
  "POST /markets/:market/house-maker/start": "treasury",
  "POST /markets/:market/house-maker/stop": "market-admin",
  "POST /accounts": "treasury",
  "POST /credits": "treasury",
  "POST /debits": "treasury",
  "GET /accounts/:address": "viewer",
  "GET /orders/rehearsal": "viewer",
  "GET /markets/:market/holders": "viewer",
  "POST /accounts/fundings": "treasury",
  "POST /accounts/fundings/rehearsal": "treasury",
  "POST /accounts/:address/notes": "market-admin",
  "POST /orders/cancel": "market-admin",
  "GET /names": "viewer",
  "GET /forbidden-names": "viewer",
  "DELETE /names/:address": "market-admin",
  "POST /forbidden-names": "market-admin",
  "DELETE /forbidden-names": "market-admin",
  "POST /bans": "market-admin",
  "DELETE /bans/:address": "market-admin",
  "POST /keys/:key/revoke": "market-admin",
  "POST /diagnoses/key": "viewer",
  "POST /diagnoses/request": "viewer",
  "POST /listings": "market-admin",
  "POST /sites": "market-admin",
  "POST /webhooks": "market-admin",
  "POST /webhooks/:id": "market-admin",
  "DELETE /webhooks/:id": "market-admin",
  "POST /webhooks/:id/test": "market-admin",
  "POST /webhooks/:id/rotate": "market-admin",
  "POST /webhooks/:id/retry": "market-admin",
  "POST /webhooks/:id/drop": "market-admin",
  "POST /webhooks/:id/replay": "market-admin",
  "DELETE /sites/:host": "market-admin",
  "POST /sandbox/clock": "market-admin",
  "POST /sandbox/faults": "market-admin",
  "POST /sandbox/impersonations": "market-admin",
  "POST /sandbox/snapshot": "market-admin",
  "POST /sandbox/revert": "market-admin",
  "POST /sandbox/reset": "market-admin",
  "DELETE /sandbox/snapshots/:name": "market-admin",
  "POST /sandbox/residents": "market-admin",
  "POST /sandbox/residents/:market": "market-admin",
  "DELETE /sandbox/faults": "market-admin",
  "DELETE /sandbox/faults/:id": "market-admin",
};

const HAS: Readonly<Record<OperatorName, readonly string[]>> = {
  admin: ["market-admin", "resolver", "treasury"],
  desk: ["market-admin"],
  judge: ["resolver"],
  bank: ["treasury"],
  night: ["market-admin", "resolver"],
  watch: ["viewer"],
  scrape: ["metrics"],
};

const NAMES = Object.keys(TOKENS) as OperatorName[];
const ALL = [
  ...adminEndpoints(() => null),
  ...houseMakerEndpoints(countHouseMakerQuotes),
  ...sandboxEndpoints(noFaults(), noResidents()),
];
const ENDPOINTS = ALL.filter(({ access }) => access === "operator");

it("are asked for a token by every operation but those that tell of health", () => {
  const open = ALL.filter(({ access }) => access !== "operator");
  assert.deepEqual(
    open.map(({ path }) => path),
    [LIVE_PATH, READY_PATH],
  );
});

it("has a row for every operation", () => {
  assert.deepEqual(
    Object.keys(TAKES).sort(),
    ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

for (const { method, path } of ENDPOINTS) {
  const role = TAKES[`${method} ${path}`] ?? "none";
  // A stream has no end, so that it is asked for a batch that there is none of.
  const url = path === "/changes" ? "/changes?from=0" : path.replaceAll(/:\w+/g, "x");
  // Refused for what it lacks by whoever may call, so that nothing happens.
  const body = method === "GET" ? undefined : { nothing: true };

  describe(`${method} ${path}`, () => {
    for (const name of NAMES) {
      const may = role === "metrics" || (role === "viewer" && name !== "scrape") || HAS[name].includes(role);
      it(`${may ? "answers" : "refuses"} ${name}`, async () => {
        const reply = await exchange.call(name, method, url, body);
        if (may) return assert.ok([200, 400, 404, 409].includes(reply.status), reply.text);
        const { request_id, ...refusal } = reply.body;
        assert.equal(request_id, reply.headers.get("x-request-id"));
        assert.equal(reply.status, 403);
        assert.deepEqual(refusal, {
          error: "forbidden",
          code: "forbidden",
          hint: `this needs the ${role} role; ${name} has ${HAS[name].join(", ")}`,
        });
      });
    }

    it("refuses whoever shows no token, or another, before it looks at what is asked", async () => {
      const tokens = ["", "Bearer", "Bearer ", `Bearer ${"00".repeat(32)}`, `Basic ${TOKENS.admin}`];
      for (const authorization of [
        ...tokens,
        TOKENS.admin,
        `Bearer ${TOKENS.admin}0`,
        `Bearer ${TOKENS.admin} 0`,
      ]) {
        const reply = await exchange.send(url, {
          method,
          headers: { authorization },
          ...(body !== undefined && { body }),
        });
        assert.deepEqual([reply.status, reply.body.code], [401, "unauthorized"], authorization);
      }
    });
  });
}

it("let the role of a scraper read the metrics and the health alone", async () => {
  const read: string[] = [];
  for (const { method, path } of ALL) {
    const body = method === "GET" ? undefined : { nothing: true };
    const { status } = await exchange.call("scrape", method, path.replaceAll(/:\w+/g, "x"), body);
    if (status !== 403) read.push(`${method} ${path} ${status}`);
  }
  assert.deepEqual(read.sort(), [
    `GET ${LIVE_PATH} 200`,
    `GET ${READY_PATH} 200`,
    "GET /metrics 200",
    "GET /metrics/process 200",
  ]);
});

it("leaves no entry of what was refused", async () => {
  assert.deepEqual((await exchange.done("GET", "/audit")).data, []);
});
