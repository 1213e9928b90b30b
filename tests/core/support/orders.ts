/** Values for tests where the core reads nothing. */
import type { SignedFields } from "../../../src/core/state.ts";

export const NOT_SIGNED: SignedFields = {
  domain: "",
  salt: "0",
  signer: "",
  makerAmount: "0",
  takerAmount: "0",
  signatureType: 0,
  signature: "",
  timestamp: "0",
  expiration: "0",
  metadata: "",
  builder: "",
  nonce: "0",
  feeRateBps: "0",
};
