/** docs/operating/log.md, with its table of the events of the log. */
import { LOG_EVENTS } from "../../src/base/log-event.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";

export const logEventsPage = () =>
  pageOf("operating/log.md", () =>
    markdownTable(
      ["event", "meaning"],
      Object.entries(LOG_EVENTS).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
  );
