/**
 * Every page and story on every device and in every colour scheme. The page of a new sandbox, an event of a thousand markets,
 * and the page of the documents.
 */
import { describeDeep } from "../support/describe-folders.ts";

describeDeep(
  "browser/attention.test.ts",
  "browser/bell.test.ts",
  "browser/buy-bar.test.ts",
  "browser/console-people.test.ts",
  "browser/console.test.ts",
  "browser/conversion.test.ts",
  "browser/discovery.test.ts",
  "browser/docs-page.test.ts",
  "browser/event-steps.test.ts",
  "browser/event-work.test.ts",
  "browser/event.test.ts",
  "browser/every-page.test.ts",
  "browser/failed-part.test.ts",
  "browser/first-visit.test.ts",
  "browser/great-event.test.ts",
  "browser/home.test.ts",
  "browser/installed-page.test.ts",
  "browser/invites.test.ts",
  "browser/mine.test.ts",
  "browser/operator-page.test.ts",
  "browser/past.test.ts",
  "browser/people.test.ts",
  "browser/phone.test.ts",
  "browser/sent-once.test.ts",
  "browser/ticket.test.ts",
  "browser/trades-once.test.ts",
  "browser/wallet-memory.test.ts",
  "browser/wallets.test.ts",
);
