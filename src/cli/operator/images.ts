/** `presage images add|list|remove`: manages the pictures of events and markets. */
import { readFile } from "node:fs/promises";
import type { Static } from "typebox";
import { IMAGE_FORMS, IMAGE_LIMITS } from "../../listings/images/image-limits.ts";
import { readImage } from "../../listings/images/read-image.ts";
import type { ImageAnswer, ListedImage } from "../../http/admin/images.ts";
import { bytesText, tableText } from "../table.ts";
import { describeSubcommand, runOperationGroup } from "./operation.ts";
import type { OperationFamily } from "./operation.ts";

export const IMAGES_HELP = `Usage: presage images add FILE --reason TEXT
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
type Listed = Static<typeof ListedImage>;

const imageText = ({ path, mediaType, width, height, size }: Image): string =>
  `${path}  ${mediaType}, ${width} x ${height} pixels, ${bytesText(size)}\n`;

const IMAGES: OperationFamily = {
  add: {
    operands: ["FILE"],
    changes: true,
    perform: async ({ operands: [file], reason, call }) => {
      const bytes = await readFile(file);
      const read = readImage(bytes);
      if ("fault" in read) throw new Error(`${file}: expected ${read.fault}`);
      const body = { content: bytes.toString("base64"), reason };
      const added: Image = JSON.parse(await call({ method: "POST", path: "/images", body }));
      return { json: added, text: imageText(added) };
    },
  },
  list: describeSubcommand<readonly Listed[]>({
    route: "GET /images",
    flags: { "--unused": "switch" },
    fields: ({ line }) => ({ unused: line.flags.has("--unused") || undefined }),
    text: (images) => {
      const rows = images.map(({ id, width, height, size, shownBy }) => [
        id,
        `${width} x ${height}`,
        bytesText(size),
        shownBy.map(({ slug }) => slug).join(" ") || "nothing",
      ]);
      return tableText(["IMAGE", "PIXELS", "SIZE", "SHOWN BY"], rows, "There are no such pictures.");
    },
  }),
  remove: describeSubcommand<Image>({
    route: "POST /images/:image/remove",
    operands: { IMAGE: "image" },
    fields: ({ operands: [image] }) => ({ image: image.replace(/^\/images\//, "") }),
    text: ({ id }) => `${id} is removed.\n`,
  }),
};

export const images = (args: readonly string[]): Promise<number> => runOperationGroup("images", IMAGES, args);
