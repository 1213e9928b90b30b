/** Bytes in the requests of operators, as Base64. */
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";

/** Reads the bytes; `name` is the field that they came in. */
export function readBase64(name: string, text: string): Buffer | Rejection {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text
    ? bytes
    : reject("invalid_payload", `${name}: expected Base64 with its padding, and without line breaks`);
}
