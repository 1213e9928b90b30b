/** The operator API: its operations, in the order in which its document shows them. */
import type { Endpoint } from "../endpoint.ts";
import { healthEndpoints } from "../health/health-endpoints.ts";
import { addSite } from "./add-site.ts";
import { beginBackup, getBackups, listBackupFiles } from "./backups.ts";
import { createMarket } from "./create-market.ts";
import { diagnoseKey } from "./diagnose-key.ts";
import { diagnoseRequest } from "./diagnose-request.ts";
import { acceptClock, getClock } from "./exchange-clock.ts";
import { getMode, setMode } from "./exchange-mode.ts";
import { clarifyMarket } from "./clarifications.ts";
import { editMarket } from "./edits.ts";
import { EVENT_ENDPOINTS } from "./event-endpoints.ts";
import { exportTable } from "./export-table.ts";
import { followChanges } from "./follow-changes.ts";
import { IMAGE_ENDPOINTS } from "./image-endpoints.ts";
import { inviteEndpoints } from "./invite-endpoints.ts";
import { getMarket } from "./get-market.ts";
import { getMetrics } from "./get-metrics.ts";
import { getStatus } from "./get-status.ts";
import { EXCHANGE } from "./groups.ts";
import { listAudit } from "./list-audit.ts";
import { listEvents } from "./list-events.ts";
import { listMarketHolders } from "./list-market-holders.ts";
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
import { NO_SOURCES } from "./metric-gauges.ts";
import type { MetricSources } from "./metric-gauges.ts";
import { NAME_ENDPOINTS } from "./name-endpoints.ts";
import { PAGE_ENDPOINTS } from "./page-endpoints.ts";
import { PEOPLE_ENDPOINTS } from "./people-endpoints.ts";
import { proposeResolution } from "./propose-resolution.ts";
import { proposeWinner } from "./propose-winner.ts";
import { listQuarantine, releaseQuarantined } from "./quarantine.ts";
import { rehearseResolution } from "./rehearse-resolution.ts";
import { removeSite } from "./remove-site.ts";
import { resolveEvent } from "./resolve-event.ts";
import { resolveMarket } from "./resolve-market.ts";
import { WEBHOOK_ENDPOINTS } from "./webhook-endpoints.ts";

const SITE_ENDPOINTS: readonly Endpoint[] = [addSite, listSites, removeSite];

/** Lists the operations; `addresses` are those that are open, for the status, and `sources` parts with metrics of their own. */
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
