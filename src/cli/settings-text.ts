/** The settings of an exchange as `presage start --help` lists them. */
import { defaultOf, flagOf, SETTINGS } from "../settings.ts";
import type { Setting } from "../settings.ts";

/** Two lines for each setting: its flag, variable and default, and below them its meaning. */
export const settingsText = (): string =>
  SETTINGS.filter(({ kind }) => kind !== "commands")
    .map(settingText)
    .join("");

function settingText(setting: Setting): string {
  const { name, kind, meaning } = setting;
  const names = kind === "secret" ? `${name}, which has no flag` : `${flagOf(name)}, ${name}`;
  const standard = defaultOf(setting);
  return `  ${plain(names)}${standard === "" ? "" : ` (${plain(standard)})`}\n      ${plain(meaning)}\n`;
}

/** The words of Markdown, without its marks and the targets of its links. */
const plain = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("`", "");
