/** A refusal as shown in an interface's API document. */
import type { TSchema } from "typebox";

/** A refusal that an operation can give; several with the same status are documented together. */
export type DocumentedRefusal = {
  readonly status: number;
  readonly description: string;
  readonly schema: TSchema;
  /** Example of its body. */
  readonly example: unknown;
};
