/** The operator API: its operations, in the order of its document. */
import type { Endpoint } from "../endpoint.ts";
import { healthEndpoints } from "../health/health-endpoints.ts";
import { addSite, listSites, removeSite } from "./sites.ts";
import { beginBackup, getBackups, listBackupFiles } from "./backups.ts";
import { createMarket, getMarket } from "./markets.ts";
import { diagnoseKey, diagnoseRequest } from "./diagnoses.ts";
import { acceptClock, getClock, getMode, listQuarantine, releaseQuarantined, setMode } from "./exchange.ts";
import { clarifyMarket, editMarket } from "./edits.ts";
import { EVENT_ENDPOINTS } from "./events.ts";
import { exportTable, followChanges } from "./exports.ts";
import { IMAGE_ENDPOINTS } from "./images.ts";
import { inviteEndpoints } from "./invites.ts";
import { NO_SOURCES, getMetrics } from "./metrics.ts";
import { getStatus } from "./status.ts";
import { EXCHANGE } from "./operation.ts";
import { listAudit, listOperators } from "./audit.ts";
import { listEvents } from "./listings.ts";
import { listMarketHolders } from "./list-market-holders.ts";
import type { OpenAddresses } from "./diagnoses.ts";
import {
  archiveMarket,
  disputeResolution,
  openMarket,
  pauseMarket,
  resumeMarket,
  undoResolution,
} from "./market-steps.ts";
import type { MetricSources } from "./metrics.ts";
import { NAME_ENDPOINTS } from "./names.ts";
import { PAGE_ENDPOINTS } from "./brand.ts";
import { PEOPLE_ENDPOINTS } from "./people-endpoints.ts";
import { proposeResolution, proposeWinner, resolveEvent, resolveMarket } from "./resolutions.ts";
import { rehearseResolution } from "./rehearse-resolution.ts";
import { WEBHOOK_ENDPOINTS } from "./webhooks.ts";

const SITE_ENDPOINTS: readonly Endpoint[] = [addSite, listSites, removeSite];

/** Lists the operations; `addresses` returns the open ones for the status, and `sources` are parts with their own metrics. */
export const adminEndpoints = (
  addresses: () => OpenAddresses,
  sources: MetricSources = NO_SOURCES,
): readonly Endpoint[] => [
  getStatus(addresses),
  getMetrics(sources),
  ...healthEndpoints(EXCHANGE),
  getMode,
  setMode,
  getClock,
  acceptClock,
  exportTable,
  followChanges,
  listQuarantine,
  releaseQuarantined,
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
  resolveEvent,
  ...PAGE_ENDPOINTS,
  ...PEOPLE_ENDPOINTS,
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
