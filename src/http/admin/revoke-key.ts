/** POST /keys/{key}/revoke: the key signs nothing any more. Open orders stay, and other keys of the wallet too. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import type { Answer } from "../endpoint.ts";
import { describeKey, KeyAnswer } from "./key-answer.ts";
import { operate, operation, Reason } from "./operation.ts";

export const revokeKey = operation({
  method: "POST",
  path: "/keys/:key/revoke",
  summary: "Revoke an API key",
  role: "market-admin",
  params: Type.Object({ key: Type.String({ description: "The API key, a UUID" }) }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: KeyAnswer,
  handle: async ({ context, operator, params, body: { reason } }) => {
    const { keys } = context;
    const known = await keys.read(params.key.toLowerCase());
    if (known === undefined) return unknownKey(params.key);
    if (known.revokedAt !== null) return { body: describeKey(known) };
    const { apiKey, address, nonce } = known;
    // Keys are not of the journal: it is noted first, so that none is ever revoked without an entry.
    const deed = { action: "revoke-key", subject: apiKey, reason, details: { address, nonce } };
    const outcome = await operate({ context, operator }, deed);
    if ("code" in outcome) return { rejection: outcome };
    const revoked = await keys.revoke(apiKey);
    return revoked === undefined ? unknownKey(params.key) : { body: describeKey(revoked) };
  },
});

const unknownKey = (key: string): Answer => ({
  rejection: reject("key_not_found", `no API key is "${key}"`),
});
