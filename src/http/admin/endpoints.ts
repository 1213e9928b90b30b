/** The operator API: the table of its operations. */
import type { Endpoint } from "../endpoint.ts";
import { addSite } from "./add-site.ts";
import { listEvents } from "./list-events.ts";
import { listSites } from "./list-sites.ts";
import { removeSite } from "./remove-site.ts";

export const adminEndpoints: readonly Endpoint[] = [listEvents, addSite, listSites, removeSite];
