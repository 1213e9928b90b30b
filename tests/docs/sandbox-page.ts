/** docs/start/sandbox-magic-values.md, with its table of magic values. */
import { MAGIC_VALUES } from "../../src/http/sandbox/magic-values.ts";
import type { MagicEffect } from "../../src/http/sandbox/magic-values.ts";
import { pageOf } from "./made-tables.ts";
import { markdownTable } from "./markdown-table.ts";

const provoked = (effect: MagicEffect): string =>
  effect.kind === "refuse"
    ? `[\`${effect.code}\`](../reference/rejections.md)`
    : effect.kind.replace("-", " ");

export const sandboxPage = () =>
  pageOf("start/sandbox-magic-values.md", () =>
    markdownTable(
      ["size", "provokes", "meaning"],
      MAGIC_VALUES.map(({ size, effect, meaning }) => [`\`${size}\``, provoked(effect), meaning]),
    ),
  );
