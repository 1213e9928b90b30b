/** Lists the places where a rejection needs an entry and has none, so that a new code is not half added. */
import { globSync, readFileSync } from "node:fs";
import { PLACEMENT_CHECKS } from "../../src/core/orders/placement-checks.ts";
import type { PlacementCheck } from "../../src/core/orders/placement-checks.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { listRejectionCodes } from "../../src/http/openapi/parts.ts";
import { placeOrder } from "../../src/http/trading/orders/place-orders.ts";
import { ERROR_TEXTS } from "../../src/http/trading/wire-error.ts";
import { FLAWS } from "../core/support/flawed-orders.ts";
import { REMEDIES } from "./rejection-remedies.ts";

/** Refusals of POST /order before there is an order to check. */
export const BEFORE_CHECKS: ReadonlySet<string> = new Set([
  "payload_too_large",
  "malformed_json",
  "unauthorized",
  "rate_limited",
  "dry_run_refused",
]);

const CHECKED: ReadonlySet<string> = new Set(
  Object.values<readonly PlacementCheck[]>(PLACEMENT_CHECKS).flatMap((checks) =>
    checks.flatMap(({ codes }) => codes),
  ),
);

const ROOT = new URL("../../", import.meta.url);

const readAll = (pattern: string, exclude: readonly string[]): string =>
  globSync(pattern, { cwd: ROOT, exclude })
    .map((path) => readFileSync(new URL(path, ROOT), "utf8"))
    .join("\n");

const TESTS = readAll("tests/**/*.ts", ["tests/docs/rejection*.ts"]);

/** Lists the entries that a code lacks, each with the code and its place. */
export function listMissingEntries(code: string): string[] {
  const known = code as RejectionCode;
  const isOrders =
    (listRejectionCodes(placeOrder).includes(known) || FLAWS.some(([flaw]) => flaw === code)) &&
    !BEFORE_CHECKS.has(code);
  const lacks: readonly (readonly [lacks: boolean, entry: string])[] = [
    [
      !TESTS.includes(`"${code}"`),
      "no test that provokes it, such as a flaw in tests/core/support/flawed-orders.ts or simulation.test.ts",
    ],
    [ERROR_TEXTS[known]?.error === undefined, "no status and text in src/http/trading/wire-error.ts"],
    [REMEDIES[known]?.todo === undefined, "no remedy in tests/docs/rejection-remedies.ts"],
    [
      isOrders && !CHECKED.has(code),
      "no check in src/core/orders/placement-checks.ts, which dry runs explain",
    ],
  ];
  return lacks.filter(([isLacking]) => isLacking).map(([, entry]) => `${code}: ${entry}`);
}
