/** The answer of the routes that create and derive API credentials. */
import { Type } from "typebox";

/** API credentials; the secret is 32 bytes as padded base64url. */
export const CredentialsAnswer = Type.Object({
  apiKey: Type.String({ format: "uuid" }),
  secret: Type.String(),
  passphrase: Type.String(),
});
