/** Access to the data interface: for everyone, or for callers on the operator's allowlist. */
import type { Config } from "../../settings/config.ts";
import { LIVE_PATH, READY_PATH } from "../health/health-endpoints.ts";
import type { Admission } from "../mount.ts";
import { OPENAPI_PATH } from "../openapi/with-openapi.ts";
import { clientAddress } from "../server/client-address.ts";
import { NOT_ALLOWLISTED } from "./refusal.ts";

/**
 * Paths that the allowlist does not restrict: statistics of the whole exchange, the value of a wallet, and the API
 * description.
 */
const OPEN_PATHS: ReadonlySet<string> = new Set([
  "/",
  LIVE_PATH,
  READY_PATH,
  OPENAPI_PATH,
  "/value",
  "/oi",
  "/live-volume",
  "/v1/leaderboard",
  "/v1/biggest-winners",
  "/v1/builders/leaderboard",
  "/v1/builders/volume",
  "/v2/value",
  "/v2/oi",
  "/v2/live-volume",
  "/v2/leaderboard",
  "/v2/builders/leaderboard",
  "/v2/status",
]);

export const isAllowlisted = (path: string): boolean => !OPEN_PATHS.has(path);

/** Returns the access check; `undefined` if there is no allowlist. */
export function createAllowlistAdmission({
  dataAllowlist,
  trustedProxies,
}: Pick<Config, "dataAllowlist" | "trustedProxies">): Admission | undefined {
  if (dataAllowlist === undefined) return undefined;
  return (request, { path }) =>
    !isAllowlisted(path) || dataAllowlist.includes(clientAddress(request, trustedProxies))
      ? undefined
      : NOT_ALLOWLISTED;
}
