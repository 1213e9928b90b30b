/** docs/decisions/index.md, with its list of decisions. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pageOf } from "./made-tables.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "docs", "decisions");

const titleOf = (file: string): string => {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(FOLDER, file), "utf8")) ?? [];
  if (title === undefined) throw new Error(`docs/decisions/${file} has no title`);
  return title;
};

export const decisionsPage = () =>
  pageOf("decisions/index.md", () =>
    globSync("0*.md", { cwd: FOLDER })
      .map((file) => basename(file))
      .sort()
      .map((file) => `- [${titleOf(file)}](${file})`)
      .join("\n"),
  );
