/** POST /auth/builder-api-key: a key with which the caller signs that orders came from its client. */
import { Type } from "typebox";
import { CredentialsAnswer } from "./credentials-answer.ts";
import { keyOperation } from "./key-operation.ts";
import { tooManyKeys } from "./key-limit.ts";

const { apiKey: key, secret, passphrase } = CredentialsAnswer.properties;

export const createBuilderKey = keyOperation({
  method: "POST",
  path: "/auth/builder-api-key",
  summary: "Create a builder's key",
  answer: Type.Object({ key, secret, passphrase }),
  once: true,
  handle: async ({ context, caller }) => {
    const created = await context.builderKeys.create(caller.address);
    if (created === undefined) return tooManyKeys(caller, "builder");
    const { apiKey, ...secrets } = created;
    return { body: { key: apiKey, ...secrets } };
  },
});
