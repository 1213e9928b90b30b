/** docs/trading/strictness.md, with its table of the rules of the live service. */
import { STRICT_RULES } from "../../src/settings/strictness.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";

export const strictnessPage = () =>
  pageOf("trading/strictness.md", () =>
    markdownTable(
      ["rule", "what it wants", "of", "otherwise"],
      Object.entries(STRICT_RULES).map(([rule, { meaning, scope, answer }]) => [
        `\`${rule}\``,
        meaning,
        scope,
        answer,
      ]),
    ),
  );
