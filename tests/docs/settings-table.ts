/** README, with its table of settings. */
import { defaultOf, SETTINGS } from "../../src/settings.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";

export const readmePage = () =>
  pageOf("../README.md", () =>
    markdownTable(
      ["variable", "default", "meaning"],
      SETTINGS.map((setting) => [`\`${setting.name}\``, defaultOf(setting), setting.meaning]),
    ),
  );
