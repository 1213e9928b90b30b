/** The operations on invites, in the order in which the operator API's document shows them. */
import type { Endpoint } from "../endpoint.ts";
import { getInvite, listInvites } from "./list-invites.ts";
import type { OpenAddresses } from "./locate-request.ts";
import { makeInvites } from "./make-invites.ts";
import { revokeInvites } from "./revoke-invites.ts";

/** Lists the operations; `addresses` are those that are open, for the links. */
export const inviteEndpoints = (addresses: () => OpenAddresses): readonly Endpoint[] => [
  listInvites(addresses),
  getInvite(addresses),
  makeInvites(addresses),
  revokeInvites,
];
