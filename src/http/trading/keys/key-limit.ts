/** What a wallet is told that has as many read-only or builder keys as it may. */
import { reject } from "../../../core/rejection.ts";
import type { ActiveKey } from "../../../store/api-keys.ts";
import { MAX_FURTHER_KEYS } from "../../../store/further-keys.ts";
import type { Answer } from "../../endpoint.ts";

export const tooManyKeys = ({ address }: ActiveKey, kind: "read-only" | "builder"): Answer => ({
  rejection: reject(
    "too_many_keys",
    `${address} has ${MAX_FURTHER_KEYS} ${kind} keys, and may not have more; revoke one first`,
  ),
});
