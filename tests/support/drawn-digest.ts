/** Digests of tests: 64 hex digits. */
import type { Random } from "./random.ts";

export const drawDigest = ({ below }: Random): string =>
  Array.from({ length: 8 }, () =>
    below(2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("");
