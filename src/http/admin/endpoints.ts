/** The operator API: the table of its operations. */
import type { Endpoint } from "../endpoint.ts";

export const adminEndpoints: readonly Endpoint[] = [];
