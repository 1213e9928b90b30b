/** The operations on names, in the order in which the operator API's document shows them. */
import type { Endpoint } from "../endpoint.ts";
import { allowName, forbidName, listForbiddenNames } from "./forbidden-names.ts";
import { listNames } from "./list-names.ts";
import { removeName } from "./remove-name.ts";

export const NAME_ENDPOINTS: readonly Endpoint[] = [
  listNames,
  removeName,
  listForbiddenNames,
  forbidName,
  allowName,
];
