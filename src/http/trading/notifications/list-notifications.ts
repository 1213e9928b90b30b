/** GET /notifications: events of the last two days that the caller did not cause, until they are marked as read. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { findMarketRecords } from "../../../store/catalog/market-records.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { listResolutions, listRestingFills, listTakenOut } from "../../../store/reads/notifications.ts";
import type { ResolutionNotice } from "../../../store/reads/notifications.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { NOTIFICATIONS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { SignatureTypeTerm } from "../ledger/signing-wallet.ts";
import { withView } from "../markets/market-page.ts";
import { cancellationRecord, fillRecord, Notification, resolutionRecord } from "./notification-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const TOLD_MS = 48 * 60 * 60 * 1000;
const MAX_NOTIFICATIONS = 500;

export const listNotifications = keyOperation({
  method: "GET",
  path: "/notifications",
  summary: "List what happened to the caller's orders and markets",
  group: NOTIFICATIONS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Type.Object({ signature_type: SignatureTypeTerm }),
  answer: Type.Array(Notification, {
    description:
      `The latest first, at most ${MAX_NOTIFICATIONS}: orders taken out (1), fills of resting orders (2), markets ` +
      "resolved (4)",
  }),
  handle: async ({ context, dialect, caller }) => {
    const sql = await context.sql();
    const since = context.clock() - TOLD_MS;
    const wanted = { owner: caller.address, since, limit: MAX_NOTIFICATIONS };
    const [takenOut, fills, resolutions] = await Promise.all([
      listTakenOut(sql, wanted),
      listRestingFills(sql, wanted, DIFFERENCES.tradeUnits.does[dialect]),
      listResolutions(sql, wanted),
    ]);
    const all = [
      ...takenOut.map(cancellationRecord),
      ...fills.map(fillRecord),
      ...(await resolutionRecords(context, resolutions, { caller, dialect })),
    ];
    const latest = all.toSorted((a, b) => b.timestamp - a.timestamp || b.id - a.id);
    return { body: latest.slice(0, MAX_NOTIFICATIONS) };
  },
});

type Reader = { readonly caller: ActiveKey; readonly dialect: Dialect };

async function resolutionRecords(
  context: Context,
  notices: readonly ResolutionNotice[],
  { caller: { apiKey }, dialect }: Reader,
): Promise<Notification[]> {
  const records = await findMarketRecords(
    await context.sql(),
    notices.map(({ market }) => market),
  );
  const listed = await Promise.all(records.map((record) => withView(context, record)));
  const byMarket = new Map(notices.map((notice) => [notice.market, notice]));
  return listed.flatMap((market) => {
    const notice = byMarket.get(market.record.no);
    return notice === undefined ? [] : [resolutionRecord(notice, market, { apiKey, dialect })];
  });
}
