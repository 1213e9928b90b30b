/** Methods that requests are sent with in place of the right one; CONNECT asks for a tunnel and stands apart. */
import { METHODS as KNOWN } from "node:http";

export const METHODS: readonly string[] = [
  ...KNOWN.filter((method) => method !== "CONNECT"),
  ...["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"].flatMap((method) =>
    Array<string>(4).fill(method),
  ),
];
