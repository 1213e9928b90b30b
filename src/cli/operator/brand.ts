/** `presage brand`: shows or changes the name, the colour and the logo of the exchange. */
import { readFile } from "node:fs/promises";
import type { Static } from "typebox";
import type { BrandAnswer, ChangedBrand } from "../../http/admin/exchange/brand.ts";
import { getTextFlag } from "../command-line.ts";
import type { CommandLine } from "../command-line.ts";
import { runOperation } from "./operation.ts";
import type { OperatorSubcommand } from "./operation.ts";
import { printable, rowsText } from "../table.ts";

export const BRAND_HELP = `Usage: presage brand
       presage brand [--name TEXT|default] [--accent COLOUR|default] [--logo FILE|default] --reason TEXT

Shows the name, the colour and the logo of the exchange, or changes them. The colour is one like #1f4fd8: readable shades
are made of it, one for the light theme and one for the dark. The logo is a square PNG, JPEG or WebP with a side of 192
to 1024 pixels, at most 256 KiB. default goes back to that of the program. Pages show a change once they are loaded
again. Nobody can choose a name like that of the exchange; a change tells who has one. The exchange must run.

  presage brand
  presage brand --name "Bern Futures" --accent "#c2185b" --logo ./logo.png --reason "our own look"
  presage brand --accent default --reason "the old colour was better"
`;

type Brand = Static<typeof BrandAnswer>;
type Changed = Static<typeof ChangedBrand>;

const FLAGS = ["--name", "--accent", "--logo"] as const;
/** Word that restores the built-in value. */
const DEFAULT = "default";

const SHOW: OperatorSubcommand = {
  operands: [],
  changes: false,
  perform: async ({ call }) => {
    const answer: Brand = JSON.parse(await call({ method: "GET", path: "/brand" }));
    return { json: answer, text: brandText(answer) };
  },
};

const CHANGE: OperatorSubcommand = {
  operands: [],
  flags: { "--name": "text", "--accent": "text", "--logo": "text" },
  changes: true,
  perform: async ({ line, reason, call }) => {
    const body = { ...(await readChange(line)), reason };
    const answer: Changed = JSON.parse(await call({ method: "POST", path: "/brand", body }));
    return { json: answer, text: brandText(answer) + bearersText(answer) };
  },
};

/** Runs `presage brand`. Any flag of a change makes the call a change; without one it shows the brand. */
export function brand(args: readonly string[]): Promise<number> {
  const changes = [...FLAGS, "--reason"].some((flag) =>
    args.some((argument) => argument === flag || argument.startsWith(`${flag}=`)),
  );
  return runOperation("brand", changes ? CHANGE : SHOW, args);
}

async function readChange(line: CommandLine): Promise<object> {
  const given = (flag: string): string | null | undefined => {
    const text = getTextFlag(line, flag);
    return text === DEFAULT ? null : text;
  };
  const file = given("--logo");
  const logo = typeof file === "string" ? await readLogo(file) : file;
  return { name: given("--name"), accent: given("--accent"), logo };
}

async function readLogo(file: string): Promise<string> {
  try {
    return (await readFile(file)).toString("base64");
  } catch (error) {
    throw new Error(
      `--logo: ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

function brandText({ name, accent, logo }: Brand): string {
  const colour =
    accent === null
      ? "that of the program"
      : `${accent.given}; ${accent.light.accent} in the light theme, ${accent.dark.accent} in the dark one`;
  const picture =
    logo === null ? "that of the program" : `${logo.type}, ${logo.side} x ${logo.side}, SHA-256 ${logo.hash}`;
  return rowsText([
    ["name", printable(name)],
    ["colour", colour],
    ["logo", picture],
  ]);
}

const bearersText = ({ bearers }: Changed): string =>
  bearers.length === 0
    ? ""
    : `\nThese wallets have a name that reads like it, until presage names remove takes it away:\n${rowsText(
        bearers.map(({ address, name }) => [address, printable(name)]),
      )}`;
