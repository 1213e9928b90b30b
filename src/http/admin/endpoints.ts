/** The operator API: its operations, in the order of its document. */
import { WEBHOOK_ENDPOINTS } from "./webhooks/webhooks.ts";
import {
  addNote,
  creditAccount,
  debitAccount,
  getAccount,
  listAccounts,
  openAccount,
} from "./people/accounts.ts";
import { banOwner, listBans, unbanOwner } from "./people/bans.ts";
import { cancelOrders, rehearseCancellation } from "./markets/orders.ts";
import { fundAccounts, rehearseFundings } from "./people/funding.ts";
import { listKeys, revokeKey } from "./people/keys.ts";
import { PAGE_ENDPOINTS } from "./exchange/brand.ts";
import { NAME_ENDPOINTS } from "./people/names.ts";
import { inviteEndpoints } from "./people/invites.ts";
import { IMAGE_ENDPOINTS } from "./images.ts";
import { EVENT_ENDPOINTS } from "./markets/events.ts";
import { healthEndpoints } from "../health/health-endpoints.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { addSite, listSites, removeSite } from "./sites.ts";
import { beginBackup, getBackups, listBackupFiles } from "./exchange/backups.ts";
import { createMarket, getMarket } from "./markets/markets.ts";
import { diagnoseKey, diagnoseRequest } from "./diagnoses.ts";
import {
  acceptClock,
  getClock,
  getMode,
  handOver,
  listQuarantine,
  releaseQuarantined,
  setMode,
} from "./exchange/exchange.ts";
import { clarifyMarket, editMarket } from "./markets/edits.ts";
import { exportTable, followChanges } from "./exchange/exports.ts";
import { NO_SOURCES, getMetrics, getProcessMetrics } from "./exchange/metrics.ts";
import { getStatus } from "./exchange/status.ts";
import { EXCHANGE } from "./operation.ts";
import { getSettings } from "./exchange/settings.ts";
import { listAudit, listOperators } from "./exchange/audit.ts";
import { listEvents } from "./markets/listings.ts";
import { listMarketHolders } from "./markets/list-market-holders.ts";
import type { OpenAddresses } from "./diagnoses.ts";
import {
  archiveMarket,
  disputeResolution,
  openMarket,
  pauseMarket,
  resumeMarket,
  undoResolution,
} from "./markets/market-steps.ts";
import type { MetricSources } from "./exchange/metrics.ts";
import {
  proposeResolution,
  proposeWinner,
  resolveEvent,
  resolveMarket,
  undoEvent,
} from "./markets/resolutions.ts";
import { rehearseMarketResolution, rehearseResolution } from "./markets/rehearse-resolution.ts";

const SITE_ENDPOINTS: readonly Endpoint[] = [addSite, listSites, removeSite];

/**
 * Lists the operations; `addresses` returns the open addresses, for the status; `sources` are parts with their own metrics.
 */
export const adminEndpoints = (
  addresses: () => OpenAddresses,
  sources: MetricSources = NO_SOURCES,
): readonly Endpoint[] => [
  getStatus(addresses, sources.residents),
  getMetrics(sources),
  getProcessMetrics(sources),
  ...healthEndpoints(EXCHANGE),
  getSettings,
  getMode,
  setMode,
  getClock,
  acceptClock,
  exportTable,
  followChanges,
  listQuarantine,
  releaseQuarantined,
  handOver,
  ...EVENT_ENDPOINTS,
  createMarket,
  getMarket,
  listMarketHolders,
  openMarket,
  pauseMarket,
  resumeMarket,
  archiveMarket,
  editMarket,
  clarifyMarket,
  proposeResolution,
  disputeResolution,
  resolveMarket,
  undoResolution,
  proposeWinner,
  rehearseResolution,
  rehearseMarketResolution,
  resolveEvent,
  undoEvent,
  ...PAGE_ENDPOINTS,
  listAccounts,
  getAccount,
  openAccount,
  rehearseFundings,
  fundAccounts,
  creditAccount,
  debitAccount,
  listBans,
  banOwner,
  unbanOwner,
  addNote,
  rehearseCancellation,
  cancelOrders,
  listKeys,
  revokeKey,
  ...NAME_ENDPOINTS,
  ...inviteEndpoints(addresses),
  diagnoseRequest(addresses),
  diagnoseKey,
  listAudit,
  listOperators,
  listEvents,
  ...SITE_ENDPOINTS,
  ...IMAGE_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  getBackups,
  beginBackup,
  listBackupFiles,
];
