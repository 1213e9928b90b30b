/** The operator API: its operations, in the order in which its document shows them. */
import type { Endpoint } from "../endpoint.ts";
import { addImage } from "./add-image.ts";
import { addSite } from "./add-site.ts";
import { banOwner, unbanOwner } from "./bans.ts";
import { createEvent } from "./create-event.ts";
import { createMarket } from "./create-market.ts";
import { diagnoseKey } from "./diagnose-key.ts";
import { diagnoseRequest } from "./diagnose-request.ts";
import { acceptClock, getClock } from "./exchange-clock.ts";
import { getMode, setMode } from "./exchange-mode.ts";
import { archiveEvent, openEvent, pauseEvent, resumeEvent } from "./event-steps.ts";
import { exportTable } from "./export-table.ts";
import { getEvent } from "./get-event.ts";
import { getMarket } from "./get-market.ts";
import { getStatus } from "./get-status.ts";
import { listAccounts } from "./list-accounts.ts";
import { listAudit } from "./list-audit.ts";
import { listBans } from "./list-bans.ts";
import { listEvents } from "./list-events.ts";
import { listImages } from "./list-images.ts";
import { listKeys } from "./list-keys.ts";
import { listOperators } from "./list-operators.ts";
import { listSites } from "./list-sites.ts";
import type { OpenAddresses } from "./locate-request.ts";
import {
  archiveMarket,
  disputeResolution,
  openMarket,
  pauseMarket,
  resumeMarket,
  undoResolution,
} from "./market-steps.ts";
import { creditAccount, debitAccount } from "./move-collateral.ts";
import { nameEndpoints } from "./name-endpoints.ts";
import { openAccount } from "./open-account.ts";
import { PAGE_OPERATIONS } from "./page-endpoints.ts";
import { proposeResolution } from "./propose-resolution.ts";
import { proposeWinner } from "./propose-winner.ts";
import { listQuarantine, releaseQuarantined } from "./quarantine.ts";
import { rehearseResolution } from "./rehearse-resolution.ts";
import { removeImage } from "./remove-image.ts";
import { removeSite } from "./remove-site.ts";
import { resolveEvent } from "./resolve-event.ts";
import { resolveMarket } from "./resolve-market.ts";
import { revokeKey } from "./revoke-key.ts";

const SITE_OPERATIONS: readonly Endpoint[] = [addSite, listSites, removeSite];

/** Lists the operations; `addresses` are those that are open, for the status. */
export const adminEndpoints = (addresses: () => OpenAddresses): readonly Endpoint[] => [
  getStatus(addresses),
  getMode,
  setMode,
  getClock,
  acceptClock,
  exportTable,
  listQuarantine,
  releaseQuarantined,
  createEvent,
  getEvent,
  openEvent,
  pauseEvent,
  resumeEvent,
  archiveEvent,
  createMarket,
  getMarket,
  openMarket,
  pauseMarket,
  resumeMarket,
  archiveMarket,
  proposeResolution,
  disputeResolution,
  resolveMarket,
  undoResolution,
  proposeWinner,
  rehearseResolution,
  resolveEvent,
  ...PAGE_OPERATIONS,
  listAccounts,
  openAccount,
  creditAccount,
  debitAccount,
  listBans,
  banOwner,
  unbanOwner,
  listKeys,
  revokeKey,
  ...nameEndpoints,
  diagnoseRequest(addresses),
  diagnoseKey,
  listAudit,
  listOperators,
  listEvents,
  ...SITE_OPERATIONS,
  addImage,
  listImages,
  removeImage,
];
