/** The operator API: the table of its operations. */
import type { Endpoint } from "../endpoint.ts";
import { listEvents } from "./list-events.ts";

export const adminEndpoints: readonly Endpoint[] = [listEvents];
