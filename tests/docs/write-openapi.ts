/**
 * `npm run openapi` writes the files that are made from the code: docs/openapi, docs/asyncapi and the tables of pages.
 */
import { writeFileSync } from "node:fs";
import { ASYNCAPI_FILE } from "./asyncapi-file.ts";
import { cliPage } from "./cli-page.ts";
import { configurationPage } from "./configuration-page.ts";
import { decisionsPage } from "./decisions-page.ts";
import { exportPage, dictionaryPage } from "./dictionary-page.ts";
import { dialectsPage } from "./dialects-page.ts";
import { envExample } from "./env-example.ts";
import { limitsPage } from "./limits-page.ts";
import { monitoringPage } from "./monitoring-page.ts";
import { logEventsPage } from "./log-events-page.ts";
import { OPENAPI_FILES } from "./openapi-documents.ts";
import { rejectionsPage } from "./rejections-page.ts";
import { strictnessPage } from "./strictness-page.ts";
import { sandboxPage } from "./sandbox-page.ts";
import { scalingPage } from "./scaling-page.ts";
import { EVENTS_SCHEMA_FILE, eventsPage } from "./events-page.ts";

const files = [
  ...OPENAPI_FILES,
  ASYNCAPI_FILE,
  cliPage(),
  decisionsPage(),
  dialectsPage(),
  dictionaryPage(),
  exportPage(),
  rejectionsPage(),
  limitsPage(),
  monitoringPage(),
  configurationPage(),
  logEventsPage(),
  envExample(),
  eventsPage(),
  sandboxPage(),
  scalingPage(),
  strictnessPage(),
  EVENTS_SCHEMA_FILE,
];
for (const { url, text } of files) writeFileSync(url, text);
