/** .env.example, with every setting that the environment can have, in the order of the table. */
import { stripMarkdown } from "../../src/settings/printed-settings.ts";
import { fileVariableName, mayBeInFile } from "../../src/settings/read-settings.ts";
import { formatDefault } from "../../src/settings/setting.ts";
import type { Setting } from "../../src/settings/setting.ts";
import { ALL_SETTINGS } from "../../src/settings/settings-table.ts";
import type { Page } from "./made-tables.ts";

const HEAD = `# Settings of Presage, for the EnvironmentFile of systemd or the env_file of a container. Each stands with its default: take the
# mark away before those that are to differ. presage config check says what is wrong, and presage config print what counts.
`;

const linesOf = (setting: Setting): string => {
  const { name, standard = "" } = setting;
  const said = formatDefault(setting);
  const meaning = stripMarkdown(setting.meaning);
  const otherwise = said === "" || said === `\`${standard}\`` ? "" : ` (default: ${stripMarkdown(said)})`;
  const file = mayBeInFile(setting) ? `#${fileVariableName(setting)}=\n` : "";
  return `\n# ${meaning}${otherwise}\n#${name}=${standard}\n${file}`;
};

export const envExample = (): Page => ({
  url: new URL("../../.env.example", import.meta.url),
  text:
    HEAD +
    ALL_SETTINGS.filter(({ name }) => name !== "PRESAGE_JSON")
      .map(linesOf)
      .join(""),
});
