/** Pictures at the operator API: add, list and remove them. */
import { Type } from "typebox";
import { checkImage, dropImage, storeImage } from "../../listings/images/change-images.ts";
import { DRAWN_TYPE, IMAGE_FORMS, IMAGE_LIMITS, IMAGE_TYPES } from "../../listings/images/image-limits.ts";
import { instantAt } from "../../listings/dates.ts";
import { isRejection } from "../../core/rejection.ts";
import { imagePath, listImages as readImages } from "../../store/catalog/images.ts";
import type { ImageFacts } from "../../store/catalog/images.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { readBase64 } from "./body-fields.ts";
import { changeOperation, readOperation, ReasonBody, IMAGES, changeBody } from "./operation.ts";

// A picture in answers of the operator API.

const ImageFields = {
  id: Type.String({ description: "SHA-256 of its bytes" }),
  path: Type.String({ description: "The address in `image` and `icon` of events and markets" }),
  mediaType: Type.Enum([...IMAGE_TYPES, DRAWN_TYPE], { description: `${DRAWN_TYPE} for those of the demo` }),
  width: Type.Integer({ description: "Pixels" }),
  height: Type.Integer({ description: "Pixels" }),
  size: Type.Integer({ description: "Size in bytes" }),
  addedAt: Type.String(),
};

export const ImageAnswer = Type.Object(ImageFields);

export const ListedImage = Type.Object({
  ...ImageFields,
  shownBy: Type.Array(Type.Object({ kind: Type.Enum(["event", "market"]), slug: Type.String() }), {
    description: "Events and markets that show it; it can be removed once none does",
  }),
});

const describeImage = ({ hash, addedAt, mediaType, width, height, size }: ImageFacts) => ({
  id: hash,
  path: imagePath(hash),
  mediaType,
  width,
  height,
  size,
  addedAt: instantAt(addedAt),
});

// POST /images: stores a picture, whose path events and markets can then name.

/** Base64 characters of the largest picture. */
const MAX_CHARACTERS = Math.ceil(IMAGE_LIMITS.bytes / 3) * 4;
const BESIDE_CONTENT_BYTES = 64 * 1024;

const addImage = changeOperation({
  path: "/images",
  summary: "Add a picture",
  group: IMAGES,
  body: changeBody({
    content: Type.String({
      maxLength: MAX_CHARACTERS,
      description: `The bytes in Base64: ${IMAGE_FORMS}, at most ${IMAGE_LIMITS.bytes} bytes and ${IMAGE_LIMITS.side} pixels a side`,
    }),
  }),
  answer: ImageAnswer,
  bodyLimit: MAX_CHARACTERS + BESIDE_CONTENT_BYTES,
  act: async (call) => {
    const { context, body } = call;
    const bytes = readBase64("content", body.content);
    if (isRejection(bytes)) return bytes;
    const checked = await checkImage(context, bytes);
    if (isRejection(checked)) return checked;
    // Additions run one after the other, so that together they stay within the total limit.
    return context.requestTurns.take(["images"], async () => {
      const image = await storeImage(context.ownSql, checked, context.clock());
      if (isRejection(image)) return image;
      const { mediaType, size } = image;
      return call.execute({ action: "add-image", subject: image.hash, details: { mediaType, size } }, () =>
        describeImage(image),
      );
    });
  },
});

// GET /images: the pictures that operators added, newest first.

const listImages = readOperation({
  path: "/images",
  summary: "List the pictures, and the events and markets that show them",
  group: IMAGES,
  query: Type.Object({
    unused: Type.Optional(Type.Boolean({ description: "True for those only that nothing shows" })),
  }),
  answer: Type.Array(ListedImage),
  read: async ({ context, query: { unused = false } }) => {
    const images = await readImages(await context.sql());
    return images
      .filter(({ uses }) => !unused || uses.length === 0)
      .map((image) => ({ ...describeImage(image), shownBy: image.uses }));
  },
});

// POST /images/{image}/remove: removes a picture that is not used.

const removeImage = changeOperation({
  path: "/images/:image/remove",
  summary: "Remove a picture that no event and no market shows",
  group: IMAGES,
  refuses: ["listing_conflict"],
  params: Type.Object({ image: Type.String({ description: "Its id, the SHA-256 of its bytes" }) }),
  body: ReasonBody,
  answer: ImageAnswer,
  act: (call) => {
    const { context, params } = call;
    return context.requestTurns.take(["images"], async () => {
      const image = await dropImage(context, params.image);
      if (isRejection(image)) return image;
      context.images.forget(image.hash);
      return call.execute({ action: "remove-image", subject: image.hash }, () => describeImage(image));
    });
  },
});

// Operations of the operator API on pictures, in the order of its document.

export const IMAGE_ENDPOINTS: readonly Endpoint[] = [addImage, listImages, removeImage];
