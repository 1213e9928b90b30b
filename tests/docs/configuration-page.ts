/** docs/reference/configuration.md, with its table of settings. */
import { formatDefault } from "../../src/settings/setting.ts";
import { ALL_SETTINGS } from "../../src/settings/settings-table.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";

export const configurationPage = () =>
  pageOf("reference/configuration.md", () =>
    markdownTable(
      ["variable", "default", "meaning"],
      ALL_SETTINGS.map((setting) => [`\`${setting.name}\``, formatDefault(setting), setting.meaning]),
    ),
  );
