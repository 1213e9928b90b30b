/** The checklist, in its order, and what became of each of its rows at a server. */
import { INPUT_ROWS, ANSWER_ROWS } from "./input-rows.ts";
import { KEY_ROWS } from "./key-rows.ts";
import { NEIGHBOUR_ROWS } from "./neighbour-rows.ts";
import { FLOOD_ROWS, NETWORK_ROWS } from "./network-rows.ts";
import { OPERATOR_ROWS } from "./operator-rows.ts";
import { ORDER_ROWS } from "./order-rows.ts";
import { PROCESS_ROWS } from "./process-rows.ts";
import { NEEDS } from "./row.ts";
import type { Row } from "./row.ts";
import { STREAM_ROWS } from "./stream-rows.ts";
import { createWorld } from "./world.ts";
import type { Server, World } from "./world.ts";

export const ROWS: readonly Row[] = [
  ...ORDER_ROWS,
  ...KEY_ROWS,
  ...OPERATOR_ROWS,
  ...INPUT_ROWS,
  ...NETWORK_ROWS,
  ...STREAM_ROWS,
  ...ANSWER_ROWS,
  ...NEIGHBOUR_ROWS,
  ...FLOOD_ROWS,
  ...PROCESS_ROWS,
];

export type Result = {
  readonly row: Row;
  /** Difference where the row does not hold. */
  readonly failed?: string | undefined;
  readonly left?: string | undefined;
};

export type WalkOptions = {
  /** True to ask the rows that take long. */
  readonly patient: boolean;
  readonly rows?: readonly Row[];
};

/** Walks the checklist; a row that does not hold keeps none of the others from being asked. */
export async function* walk(server: Server, { patient, rows = ROWS }: WalkOptions): AsyncGenerator<Result> {
  const world = await createWorld(server, { patient });
  try {
    for (const row of rows) yield await ask(world, row);
  } finally {
    world.close();
  }
}

async function ask(world: World, row: Row): Promise<Result> {
  const missing = row.needs?.find((need) => !world.has.has(need));
  if (missing !== undefined) return { row, left: NEEDS[missing] };
  try {
    const left = await row.check(world);
    return typeof left === "string" ? { row, left } : { row };
  } catch (error) {
    return { row, failed: error instanceof Error ? error.message : String(error) };
  }
}

export function lineOf({ row: { section, name }, failed, left }: Result): string {
  if (failed !== undefined)
    return `${section}  FAILED  ${name}\n             ${failed.replaceAll("\n", "\n             ")}`;
  return left === undefined ? `${section}  ok      ${name}` : `${section}  n/a     ${name} (${left})`;
}
