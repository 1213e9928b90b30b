/** A key over the wire of the operator API: nothing of it can sign. */
import { Type } from "typebox";
import { OrNull, Time } from "../resolution-answer.ts";
import type { WalletKey } from "./wallet-keys.ts";

export const KeyAnswer = Type.Object({
  apiKey: Type.String(),
  kind: Type.Enum(["trading", "readonly", "builder"], {
    description:
      "What it is for: a readonly key reads orders and trades, a builder's says whose client brought them",
  }),
  address: Type.String(),
  nonce: OrNull(Type.String({ description: "Of a key that trades" })),
  createdAt: Time,
  revokedAt: OrNull(Time),
});

export const describeKey = (key: WalletKey): Type.Static<typeof KeyAnswer> => ({
  apiKey: key.apiKey,
  kind: key.kind,
  address: key.address,
  nonce: key.nonce,
  createdAt: key.createdAt.toISOString(),
  revokedAt: key.revokedAt && key.revokedAt.toISOString(),
});
