/** Part of the story: operators look after accounts, markets and the exchange. */
import { walletOf } from "../../../support/exchange.ts";
import { pngOf } from "../../../support/pictures.ts";
import { until } from "../../../support/until.ts";
import { join, place } from "./cast.ts";
import type { Story } from "./cast.ts";
import { EVENTS } from "./listings.ts";

/** A wallet of which only operators take care. */
const MEMBER = walletOf("member");
const FUNDS = `address,amount,note\n${walletOf("student 1")},100,class 7b\n${walletOf("student 2")},100,class 7b\n`;

export async function careForAccounts({ ask }: Story): Promise<void> {
  const address = MEMBER;
  await ask("operator", "postAccounts", { body: { address, reason: "member 17" } });
  await ask("operator", "postCredits", { body: { address, amount: "250", reason: "bank transfer 1041" } });
  await ask("operator", "postDebits", { body: { address, amount: "12.5", reason: "credited twice" } });
  await ask("operator", "postAccountsByAddressNotes", {
    params: { address },
    body: { text: "Asked for a second account." },
  });
  await ask("operator", "postAccountsFundingsRehearsal", { body: { csv: FUNDS } });
  await ask("operator", "postAccountsFundings", { body: { csv: FUNDS, reason: "start of the term" } });
  await ask("operator", "postBans", { body: { address, reason: "traded with itself" } });
  await ask("operator", "getBans");
  await ask("operator", "deleteBansByAddress", { params: { address }, body: { reason: "explained" } });
  await ask("operator", "getAccounts", { query: { limit: "2" } });
  await ask("operator", "getAccountsByAddress", { params: { address }, query: { limit: "2" } });
}

/** Keys, orders and names of another trader, who is stopped. */
export async function stopTrader(story: Story): Promise<void> {
  const { ask, rain } = story;
  const trader = await join(story, "cora");
  const { address, credentials } = trader;
  await place(story, trader, { tokenId: rain.tokenIds[0], side: "BUY", price: "0.2", size: "25" });
  await ask("trading", "postName", { as: trader, body: { name: "Free Money" } });
  await ask("operator", "getNames", { query: { search: "free" } });
  await ask("operator", "deleteNamesByAddress", {
    params: { address },
    body: { forbid: false, reason: "advertises" },
  });
  const words = { text: "free money", match: "word" };
  await ask("operator", "postForbiddenNames", { body: { ...words, reason: "fraud" } });
  await ask("operator", "getForbiddenNames");
  await ask("operator", "deleteForbiddenNames", { body: { ...words, reason: "a song of that title" } });
  await ask("operator", "postDiagnosesKey", { body: { apiKey: credentials.apiKey, address } });
  await ask("operator", "postDiagnosesRequest", {
    body: { method: "GET", url: "/auth/api-keys", headers: [["SVC_ADDRESS", address]], body: "" },
  });
  await ask("operator", "getOrdersRehearsal", { query: { market: rain.slug, address } });
  await ask("operator", "postOrdersCancel", { body: { address, reason: "a program out of control" } });
  await ask("operator", "getKeys", { query: { address } });
  await ask("operator", "postKeysByKeyRevoke", {
    params: { key: credentials.apiKey },
    body: { reason: "its owner lost it" },
  });
}

/** Invites, of which one is used. */
export async function invite(story: Story): Promise<void> {
  const { ask } = story;
  const { invites } = await ask("operator", "postInvites", {
    body: { amount: "100", uses: 30, until: "2026-07-01T18:00:00Z", reason: "the open day" },
  });
  const [{ id, link }] = invites;
  const code = String(link).split(/[/#=]/).at(-1)!;
  const guest = await join(story, "dora");
  await ask("trading", "getInviteByCode", { params: { code } });
  await ask("trading", "getInviteByCodeUse", { as: guest, params: { code } });
  await ask("trading", "postInviteByCodeUse", { as: guest, params: { code }, body: {} });
  await ask("operator", "getInvites");
  await ask("operator", "getInvitesById", { params: { id } });
  await ask("operator", "deleteInvitesById", { params: { id }, body: { reason: "the link got out" } });
}

/** Publishes announcements, the brand, sites and pictures. */
export async function publish({ ask }: Story): Promise<void> {
  const { id } = await ask("operator", "postAnnouncements", {
    body: {
      text: "Maintenance on Sunday.",
      kind: "warning",
      link: "https://status.example/",
      until: "2026-06-08T03:00:00Z",
      reason: "an upgrade",
    },
  });
  await ask("operator", "getAnnouncements");
  await ask("trading", "getAnnouncements");
  await ask("operator", "deleteAnnouncementsById", { params: { id }, body: { reason: "it is over" } });
  await ask("operator", "getBrand");
  await ask("operator", "postBrand", {
    body: { name: "Lake Futures", accent: "#0a5c8a", reason: "our own look" },
  });
  await ask("operator", "postSites", {
    body: { host: "lake.example", wallets: [MEMBER], reason: "a site of its own" },
  });
  await ask("operator", "getSites");
  await ask("operator", "deleteSitesByHost", { params: { host: "lake.example" }, body: { reason: "over" } });
  const picture = pngOf({ width: 4, height: 4, colour: [10, 92, 138] });
  const image = await ask("operator", "postImages", {
    body: { content: picture.toString("base64"), reason: "for an event" },
  });
  await ask("operator", "getImages", { query: { unused: "true" } });
  await ask("operator", "postImagesByImageRemove", {
    params: { image: image.id },
    body: { reason: "an old picture" },
  });
}

/** A webhook to a port without a listener, whose messages wait. */
export async function addWebhook({ ask, peek }: Story, dead: string): Promise<void> {
  const { id } = await ask("operator", "postWebhooks", {
    body: { url: dead, events: ["order.*"], description: "our ledger", from: 1, reason: "our ledger" },
  });
  const hook = { params: { id } };
  await ask("operator", "getWebhooks");
  await ask("operator", "getWebhooksById", hook);
  await ask("operator", "postWebhooksById", {
    ...hook,
    body: { events: ["order.*", "trade.*"], reason: "trades, too" },
  });
  await ask("operator", "postWebhooksByIdTest", hook);
  await ask("operator", "getWebhooksByIdSecret", hook);
  await ask("operator", "postWebhooksByIdRotate", {
    ...hook,
    body: { overlapHours: 24, reason: "it got out" },
  });
  const waiting = { ...hook, query: { state: "waiting", limit: "1" } };
  await until(
    "a delivery waits",
    async () => (await peek("getWebhooksByIdFailures", waiting)).data.length > 0,
  );
  await ask("operator", "getWebhooksByIdFailures", waiting);
  await ask("operator", "postWebhooksByIdRetry", { ...hook, body: { reason: "the ledger is back" } });
  await ask("operator", "postWebhooksByIdReplay", {
    ...hook,
    body: { from: 1, to: 5, reason: "it lost a day" },
  });
  await ask("operator", "postWebhooksByIdDrop", { ...hook, body: { reason: "not needed" } });
  await ask("operator", "deleteWebhooksById", { ...hook, body: { reason: "over" } });
}

/** Proposals, disputes and resolutions. */
export async function resolve(story: Story): Promise<void> {
  const { ask, snow, rain, cup, ann } = story;
  const market = { params: { market: snow.slug } };
  await ask("operator", "getMarketsByMarket", market);
  await ask("operator", "getMarketsByMarketHolders", { ...market, query: { limit: "2" } });
  await ask("operator", "postMarketsByMarketPropose", {
    ...market,
    body: {
      payout: "no",
      evidence: "No snow was measured.",
      link: "https://weather.example/june",
      reason: "the month is over",
    },
  });
  await ask("operator", "getAttention");
  await ask("operator", "postMarketsByMarketDispute", { ...market, body: { reason: "a day is missing" } });
  await ask("operator", "getMarketsByMarketRehearsal", { ...market, query: { payout: "no", limit: "2" } });
  await ask("operator", "postMarketsByMarketResolve", {
    ...market,
    body: { payout: "no", reason: "checked twice" },
  });
  await ask("trading", "postPositionsRedeem", { as: ann, body: { conditionId: snow.conditionId } });
  const event = { params: { event: EVENTS.cup } };
  const winner = cup[0].slug;
  await ask("operator", "getEventsByEvent", event);
  await ask("operator", "postEventsByEventPropose", {
    ...event,
    body: { winner, evidence: "3:1", reason: "the final is over" },
  });
  await ask("operator", "getEventsByEventRehearsal", { ...event, query: { winner, limit: "2" } });
  await ask("operator", "postEventsByEventResolve", {
    ...event,
    body: { winner, reason: "the final is over" },
  });
  await ask("operator", "postEventsByEventUndo", { ...event, body: { reason: "the wrong team" } });
  await ask("operator", "postEventsByEventResolve", { ...event, body: { winner, reason: "checked" } });
  await ask("operator", "postEventsByEventArchive", { ...event, body: { reason: "the season is over" } });
  await ask("operator", "getFigures", { query: { from: "2026-06-01", to: "2026-06-02", market: rain.slug } });
  await ask("operator", "getFiguresMarkets", { query: { from: "2026-06-01", to: "2026-06-02", limit: "2" } });
}

/** A market that is resolved by mistake, put right and archived. */
export async function undo({ ask }: Story): Promise<void> {
  const { slug } = await ask("operator", "postMarkets", {
    body: {
      event: EVENTS.weather,
      question: "Will June be dry?",
      slug: "dry-june",
      open: true,
      reason: "asked for",
    },
  });
  const market = { params: { market: slug } };
  await ask("operator", "postMarketsByMarketHouseMakerStart", {
    ...market,
    body: { maximumLoss: "200", kind: "lmsr", reason: "a first book" },
  });
  await ask("operator", "getHouseMakers");
  await ask("operator", "postMarketsByMarketHouseMakerStop", { ...market, body: { reason: "others quote" } });
  await ask("operator", "postMarketsByMarketResolve", {
    ...market,
    body: { payout: "yes", reason: "too early" },
  });
  await ask("operator", "postMarketsByMarketUndo", { ...market, body: { reason: "June is not over" } });
  await ask("operator", "postMarketsByMarketResolve", {
    ...market,
    body: { payout: "no", reason: "checked" },
  });
  await ask("operator", "postMarketsByMarketArchive", { ...market, body: { reason: "the season is over" } });
}

/** The exchange as a whole. */
export async function operate({ ask, peek }: Story): Promise<void> {
  for (const operation of [
    "getStatus",
    "getMetrics",
    "getMetricsProcess",
    "getHealthLive",
    "getHealthReady",
    "getClock",
    "getQuarantine",
    "getSettings",
    "getOperators",
  ])
    await ask("operator", operation);
  await ask("operator", "postMode", { body: { mode: "cancel-only", reason: "a feed is wrong" } });
  await ask("operator", "getMode");
  await ask("operator", "postMode", { body: { mode: "normal", reason: "it is right again" } });
  await ask("operator", "postClock", { body: { reason: "its clock is right" } });
  await ask("operator", "getExportByWhat", { params: { what: "trades" }, query: { format: "csv" } });
  await ask("operator", "getChanges", { query: { from: "1", type: "order.*" } });
  await ask("operator", "getAudit", { query: { limit: "2" } });
  await ask("operator", "postBackups", { body: { reason: "before an upgrade" } });
  await until("the backup is written", async () => (await peek("getBackups")).underway === null);
  await ask("operator", "getBackups");
  await ask("operator", "getBackupsFiles");
}
