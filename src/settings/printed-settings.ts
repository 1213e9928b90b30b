/** Settings as a person may see them: value and source of each, without secrets. */
import type { SettingText } from "./read-settings.ts";
import { formatDefault } from "./setting.ts";

export type PrintedSetting = {
  readonly name: string;
  /** The value, without secrets; `null` if the setting is not set. */
  readonly value: string | null;
  readonly source: SettingText["source"];
};

/** Lists settings in the order of their table. */
export const listPrintedSettings = (texts: readonly SettingText[]): PrintedSetting[] =>
  texts.map((text) => ({
    name: text.setting.name,
    value: printedValue(text) ?? null,
    source: text.source,
  }));

/** Removes Markdown marks and link targets from a text. */
export const stripMarkdown = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("`", "");

/** Returns the value of a setting without secrets; `undefined` if it is not set. */
function printedValue({ setting, text }: SettingText): string | undefined {
  const standard = stripMarkdown(formatDefault(setting));
  if (setting.kind === "secret") {
    if (text !== undefined) return "set";
    if (standard === "") return undefined;
    return standard.startsWith("file ") ? "from file" : standard;
  }
  if (text === undefined) return standard === "" ? undefined : standard;
  return setting.conceal?.(text) ?? text;
}
