/** `presage announcement`, `brand` and `images`: change the texts and pictures of the pages. */
import { readFile } from "node:fs/promises";
import type { Static } from "typebox";
import { ANNOUNCEMENT_KINDS } from "../../core/events/audit-actions.ts";
import type { AnnouncementAnswer, WithdrawnAnnouncement } from "../../http/admin/exchange/announcements.ts";
import type { BrandAnswer, ChangedBrand } from "../../http/admin/exchange/brand.ts";
import type { ImageAnswer, ListedImage } from "../../http/admin/images.ts";
import { IMAGE_FORMS, IMAGE_LIMITS } from "../../listings/images/image-limits.ts";
import { readImage } from "../../listings/images/read-image.ts";
import { getTextFlag, readChoice, readNamedFile } from "../terminal/command-line.ts";
import type { CommandLine, Subcommands } from "../terminal/command-line.ts";
import { bytesText, columnsText, printable, rowsText } from "../terminal/table.ts";
import { describeCommand, describeFamily, describeSubcommand } from "./operation.ts";

// `presage announcement make|list|withdraw`: shows announcements to all traders on the web page.

const ANNOUNCEMENT_HELP = `Usage: presage announcement make TEXT --reason TEXT [--kind info|warning] [--link URL] [--from TIME] [--until TIME]
       presage announcement list
       presage announcement withdraw ID --reason TEXT

Shows a text above every page to all traders: at once and until it is withdrawn, or from and until a time in UTC. The
link is to an address with https. A trader who dismisses it does not see it again. At most five can wait or be shown.
The exchange must run.

  presage announcement make "Maintenance on Sunday, 2:00 to 3:00 UTC" --kind warning --until 2027-05-02T03:00:00Z --reason "an upgrade"
  presage announcement list
  presage announcement withdraw 6e7c7a55-7d0c-4a9e-8f2e-4b1f3f1f6a01 --reason "it is over"
`;

type Announcement = Static<typeof AnnouncementAnswer>;

const announcement = describeFamily(ANNOUNCEMENT_HELP, {
  make: describeSubcommand<Announcement>({
    route: "POST /announcements",
    operands: { TEXT: "text" },
    texts: { "--link": "link", "--from": "from", "--until": "until" },
    flags: { "--kind": "text" },
    read: (line) => ({ kind: readKind(line) }),
    text: (made) => announcementsText([made]),
  }),
  list: describeSubcommand({ route: "GET /announcements", text: announcementsText }),
  withdraw: describeSubcommand<Static<typeof WithdrawnAnnouncement>>({
    route: "DELETE /announcements/:id",
    operands: { ID: "id" },
    text: ({ id, from, withdrawn, wasShown }) =>
      wasShown
        ? `${id} is withdrawn: traders saw it from ${from} until ${withdrawn}.\n`
        : `${id} is withdrawn before its start at ${from}: traders never saw it.\n`,
  }),
});

function readKind(line: CommandLine): string | undefined {
  const kind = getTextFlag(line, "--kind");
  return kind === undefined ? undefined : readChoice("--kind", kind, ANNOUNCEMENT_KINDS);
}

function announcementsText(all: readonly Announcement[]): string {
  return columnsText(
    all,
    {
      ID: "id",
      KIND: "kind",
      SHOWN: ({ shown }) => (shown ? "yes" : "later"),
      FROM: "from",
      UNTIL: ({ until }) => until ?? "no end",
      TEXT: "text",
      LINK: "link",
    },
    "Nothing is announced. To announce something: presage announcement make TEXT",
  );
}

// `presage brand`: shows or changes the name, the colour and the logo of the exchange.

const BRAND_HELP = `Usage: presage brand
       presage brand [--name TEXT|default] [--accent COLOUR|default] [--logo FILE|default] --reason TEXT

Shows the name, the colour and the logo of the exchange, or changes them. The colour is one like #1f4fd8: readable shades
are made of it, one for the light theme and one for the dark. The logo is a square PNG, JPEG or WebP with a side of 192
to 1024 pixels, at most 256 KiB. default goes back to that of the program. Pages show a change once they are loaded
again. Nobody can choose a name like that of the exchange; a change tells who has one. The exchange must run.

  presage brand
  presage brand --name "Bern Futures" --accent "#c2185b" --logo ./logo.png --reason "our own look"
  presage brand --accent default --reason "the old colour was better"
`;

const BRAND_FLAGS = ["--name", "--accent", "--logo"] as const;
/** Word that restores the built-in value. */
const DEFAULT_WORD = "default";

const SHOW_BRAND = describeSubcommand({ route: "GET /brand", text: brandText });

const CHANGE_BRAND = describeSubcommand<Static<typeof ChangedBrand>>({
  route: "POST /brand",
  named: { "--name": "name", "--accent": "accent", "--logo": "logo" },
  reword: (refusal) => refusal.replace(/ or null\b/, ` or ${DEFAULT_WORD}`),
  flags: Object.fromEntries(BRAND_FLAGS.map((flag) => [flag, "text"])),
  fields: ({ line }) => {
    const [name, accent, file] = BRAND_FLAGS.map((flag) => {
      const text = getTextFlag(line, flag);
      return text === DEFAULT_WORD ? null : text;
    });
    const logo =
      typeof file === "string" ? readNamedFile(file, `--logo: ${file || '""'}`).toString("base64") : file;
    return { name, accent, logo };
  },
  text: (changed) => brandText(changed) + bearersText(changed),
});

/** The subcommand changes the brand if a flag of a change is given, else shows the brand. */
const brand = describeCommand(BRAND_HELP, (_, args) => {
  const flags = new Set(args.map((argument) => argument.replace(/=.*/s, "")));
  return [...BRAND_FLAGS, "--reason"].some((flag) => flags.has(flag)) ? CHANGE_BRAND : SHOW_BRAND;
});

function brandText({ name, accent, logo }: Static<typeof BrandAnswer>): string {
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

const bearersText = ({ bearers }: Static<typeof ChangedBrand>): string =>
  bearers.length === 0
    ? ""
    : `\nThese wallets have a name that reads like it, until presage names remove takes it away:\n${rowsText(
        bearers.map(({ address, name }) => [address, printable(name)]),
      )}`;

// `presage images add|list|remove`: manages the pictures of events and markets.

const IMAGES_HELP = `Usage: presage images add FILE --reason TEXT
       presage images list [--unused]
       presage images remove IMAGE --reason TEXT

add keeps a picture in the exchange's database, and prints the path by which events and markets show it: --image of
presage event create and presage market create. It takes ${IMAGE_FORMS} of at most ${bytesText(IMAGE_LIMITS.bytes)} and ${IMAGE_LIMITS.side} pixels a side, by
what is in the file and not by its name. The same picture again is the same one. remove takes the id of one that nothing
shows; list --unused has those.

  presage images add cup.png --reason "for the final"
  presage event create "Who wins the cup?" --image /images/4bf5122f... --reason "season 2027"
  presage images list --unused
`;

type Image = Static<typeof ImageAnswer>;

const images = describeFamily(IMAGES_HELP, {
  add: describeSubcommand<Image>({
    route: "POST /images",
    operands: { FILE: "" },
    fields: async ({ operands: [file] }) => {
      const bytes = await readFile(file);
      const read = readImage(bytes);
      if ("fault" in read) throw new Error(`${file}: expected ${read.fault}`);
      return { content: bytes.toString("base64") };
    },
    text: ({ path, mediaType, width, height, size }) =>
      `${path}  ${mediaType}, ${width} x ${height} pixels, ${bytesText(size)}\n`,
  }),
  list: describeSubcommand<readonly Static<typeof ListedImage>[]>({
    route: "GET /images",
    switches: { "--unused": "unused" },
    text: (all) =>
      columnsText(
        all,
        {
          IMAGE: "id",
          PIXELS: ({ width, height }) => `${width} x ${height}`,
          SIZE: ({ size }) => bytesText(size),
          "SHOWN BY": ({ shownBy }) => shownBy.map(({ slug }) => slug).join(" ") || "nothing",
        },
        "There are no such pictures.",
      ),
  }),
  remove: describeSubcommand<Image>({
    route: "POST /images/:image/remove",
    operands: { IMAGE: "image" },
    fields: ({ operands: [image] }) => ({ image: image.replace(/^\/images\//, "") }),
    text: ({ id }) => `${id} is removed.\n`,
  }),
});

export const SUBCOMMANDS: Subcommands = { announcement, brand, images };
