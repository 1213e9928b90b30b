/** Checks that the fields of a fault fit its kind, and that it names places that there are. */
import { nearestName } from "../../nearest-name.ts";
import { readKeyId } from "../../signing/key-id.ts";
import { isUuid } from "../../store/keys/remembered-keys.ts";
import { describeMistake } from "../validation-fault.ts";
import { kindOf } from "./fault.ts";
import type { Fault, FaultKind, FaultPlaces } from "./fault.ts";

/** Kinds that only reads can meet. */
const OF_READS: ReadonlySet<FaultKind> = new Set(["stale-read", "repeat-cursor"]);

const OWN_FIELDS = ["ms", "jitterMs", "status", "retryAfterSeconds", "outcome"] as const;

/** Gives the first mistake in words; `undefined` when there is none. */
export const mistakeOf = (fault: Fault, places: FaultPlaces): string | undefined =>
  fieldMistake(fault) ??
  seedMistake(fault) ??
  keyMistake(fault) ??
  nameMistake("routes", fault.routes, routesOf(fault, places)) ??
  nameMistake("channels", fault.channels, places.channels);

/** Operations that can meet the fault. */
function routesOf({ kind }: Fault, { routes, reads, placements }: FaultPlaces): readonly string[] {
  if (kind === "delay-match") return placements;
  return OF_READS.has(kind) ? reads : routes;
}

/** Fields that say where a fault is met, and do not where this is met. */
const WITHOUT = {
  request: ["channels"],
  match: ["routes", "channels"],
  connection: ["routes", "key"],
  message: ["routes", "key"],
} as const;

function fieldMistake(fault: Fault): string | undefined {
  const { kind } = fault;
  const { met, needs, may } = kindOf(kind);
  const missing = needs.find((field) => fault[field] === undefined);
  if (missing !== undefined)
    return `${missing}: expected a value, which faults of the kind ${kind} need, got none`;
  const strange = [
    ...OWN_FIELDS.filter((field) => ![...needs, ...may].includes(field)),
    ...WITHOUT[met],
  ].find((field) => fault[field] !== undefined);
  return (
    strange &&
    `${strange}: expected none for faults of the kind ${kind}, got ${JSON.stringify(fault[strange])}`
  );
}

/** A seed without anything to draw would have no effect. */
function seedMistake({ seed, share = 1, jitterMs = 0 }: Fault): string | undefined {
  const draws = share < 1 || jitterMs > 0;
  return seed === undefined || draws
    ? undefined
    : `seed: expected none without share or jitterMs, got ${seed}`;
}

const WALLET = /^0x[0-9a-f]{40}$/i;

function keyMistake({ key }: Fault): string | undefined {
  if (key === undefined || WALLET.test(key) || isUuid(readKeyId(key))) return undefined;
  const expected = "an API key or a wallet address, 0x and 40 hex digits";
  return describeMistake("key", { expected, got: key });
}

function nameMistake(
  field: string,
  given: readonly string[] | undefined,
  known: readonly string[],
): string | undefined {
  const strange = given?.find((name) => !known.includes(name));
  if (strange === undefined) return undefined;
  const expected =
    field === "routes" ? "method and path of an operation that can meet it" : `some of ${known.join(", ")}`;
  return describeMistake(field, { expected, got: strange, nearest: nearestName(strange, known) });
}
