/** Volume of the incoming orders that carry a builder code, by day. */
import type { Micros } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";

/** `day` counts from 1970, in UTC. */
export type BuilderDay = { readonly day: number; readonly volume: Micros };

/** Every day on which the builder (hex without 0x) had any volume, in order. */
export const listBuilderDays = (sql: Sql, builder: string): Promise<BuilderDay[]> => sql<BuilderDay[]>`
  select day, volume from builder_volumes where builder = decode(${builder}, 'hex') order by day`;
