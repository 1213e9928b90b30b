/** A refusal as the document of an interface shows it. */
import type { TSchema } from "typebox";

/** A refusal that an operation can give; several of one status are told together. */
export type DocumentedRefusal = {
  readonly status: number;
  readonly description: string;
  readonly schema: TSchema;
  /** A body of it. */
  readonly example: unknown;
};
