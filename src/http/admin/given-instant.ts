/** Dates in the requests of operators. */
import { Type } from "typebox";
import { instantOf } from "../../catalog/instants.ts";
import type { Instant } from "../../core/catalog.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";

export const GivenInstant = Type.Optional(
  Type.String({ maxLength: 40, description: "As in 2026-01-31T12:00:00Z" }),
);

type InstantTexts<Name extends string> = { readonly [N in Name]?: string };
type ParsedInstants<Name extends string> = { readonly [N in Name]: Instant | undefined };

/** The dates with these names as the catalog keeps them, or the first that names no instant. */
export function readInstants<Name extends string>(
  given: InstantTexts<Name>,
  names: readonly Name[],
): ParsedInstants<Name> | Rejection {
  const wrong = names.find((name) => given[name] !== undefined && instantOf(given[name]) === undefined);
  if (wrong !== undefined)
    return reject(
      "invalid_payload",
      `${wrong}: expected an instant like 2026-01-31T12:00:00Z, got "${given[wrong]}"`,
    );
  const read = names.map((name) => [name, given[name] === undefined ? undefined : instantOf(given[name])]);
  return Object.fromEntries(read);
}
