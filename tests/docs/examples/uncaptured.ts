/** Operations without an example, each with the reason. */
import type { ExampleInterface } from "./operations.ts";

export const UNCAPTURED: Partial<Record<ExampleInterface, Readonly<Record<string, string>>>> = {
  operator: {
    postHandOver: "It needs two engines of a cluster.",
    postQuarantineByFingerprintRelease: "It needs a command that made an exchange stop.",
  },
};
