/** An API key over the wire of the operator API: nothing of it can sign. */
import { Type } from "typebox";
import type { KeyRecord } from "../../store/api-keys.ts";
import { OrNull, Time } from "../resolution-answer.ts";

export const KeyAnswer = Type.Object({
  apiKey: Type.String(),
  address: Type.String(),
  nonce: Type.String(),
  createdAt: Time,
  revokedAt: OrNull(Time),
});

export const describeKey = ({ createdAt, revokedAt, ...key }: KeyRecord) => ({
  ...key,
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt && revokedAt.toISOString(),
});
