/** Methods to replace the right one with; CONNECT is left out since it asks for a tunnel. */
import { METHODS as KNOWN } from "node:http";

export const METHODS: readonly string[] = [
  ...KNOWN.filter((method) => method !== "CONNECT"),
  ...["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"].flatMap((method) =>
    Array<string>(4).fill(method),
  ),
];
