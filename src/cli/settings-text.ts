/** Settings as lines of text for a person. */
import type { SettingText } from "../settings/read-settings.ts";
import { defaultMarkdown, flagOf } from "../settings/setting.ts";
import type { Setting } from "../settings/setting.ts";
import { ALL_SETTINGS } from "../settings/settings-table.ts";

/** Writes the settings for `presage start --help`: flag, variable and default in one line, the meaning in the next. */
export const settingsText = (): string =>
  ALL_SETTINGS.filter(({ kind }) => kind !== "commands")
    .map(settingText)
    .join("");

function settingText(setting: Setting): string {
  const { name, kind, meaning } = setting;
  const names = kind === "secret" ? `${name}, which has no flag` : `${flagOf(setting)}, ${name}`;
  const standard = defaultMarkdown(setting);
  return `  ${plain(names)}${standard === "" ? "" : ` (${plain(standard)})`}\n      ${plain(meaning)}\n`;
}

/** Takes the marks of Markdown and the targets of links out of a text. */
export const plain = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("`", "");

/** Gives the value of a setting without secrets; `undefined` if it is not set. */
export function printedValue({ setting, text }: SettingText): string | undefined {
  const standard = plain(defaultMarkdown(setting));
  if (setting.kind === "secret") {
    if (text !== undefined) return "set";
    if (standard === "") return undefined;
    return standard.startsWith("file ") ? "from file" : standard;
  }
  if (text === undefined) return standard === "" ? undefined : standard;
  return setting.conceal?.(text) ?? text;
}
