/** GET /images: the pictures that operators added, those added last first. */
import { Type } from "typebox";
import { listImages as readImages } from "../../store/catalog/images.ts";
import { IMAGES } from "./groups.ts";
import { describeImage, ListedImage } from "./image-answer.ts";
import { operation } from "./operation.ts";

export const listImages = operation({
  method: "GET",
  path: "/images",
  summary: "List the pictures, and the events and markets that show them",
  group: IMAGES,
  refuses: [],
  query: Type.Object({
    unused: Type.Optional(Type.Boolean({ description: "True for those only that nothing shows" })),
  }),
  answer: Type.Array(ListedImage),
  handle: async ({ context, query: { unused = false } }) => {
    const images = await readImages(await context.sql());
    return {
      body: images
        .filter(({ uses }) => !unused || uses.length === 0)
        .map((image) => ({ ...describeImage(image), shownBy: image.uses })),
    };
  },
});
