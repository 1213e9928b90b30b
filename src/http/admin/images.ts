/** Pictures at the operator API: add, list and remove them. */
import { Type } from "typebox";
import { checkImage, dropImage, storeImage } from "../../listings/images/change-images.ts";
import { IMAGE_FORMS, IMAGE_LIMITS, IMAGE_TYPES } from "../../listings/images/image-limits.ts";
import { instantAt } from "../../listings/dates.ts";
import { isRejection } from "../../core/rejection.ts";
import { imagePath, listImages as readImages } from "../../store/catalog/images.ts";
import type { ImageFacts } from "../../store/catalog/images.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { answerOnce } from "../operation/answer-once.ts";
import { readBase64 } from "./body-fields.ts";
import { IMAGES, Reason, runOperatorAction, operation } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";

// A picture in answers of the operator API.

const ImageFields = {
  id: Type.String({ description: "SHA-256 of its bytes" }),
  path: Type.String({ description: "The address in `image` and `icon` of events and markets" }),
  mediaType: Type.Enum([...IMAGE_TYPES]),
  width: Type.Integer({ description: "Pixels" }),
  height: Type.Integer({ description: "Pixels" }),
  size: Type.Integer({ description: "Bytes" }),
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

// POST /images: stores a picture, which events and markets can then show by its path.

/** Base64 characters of the largest picture. */
const MAX_CHARACTERS = Math.ceil(IMAGE_LIMITS.bytes / 3) * 4;
const BESIDE_CONTENT_BYTES = 64 * 1024;

const addImage = operation({
  method: "POST",
  path: "/images",
  summary: "Add a picture",
  group: IMAGES,
  refuses: ["not_accepting"],
  role: "market-admin",
  body: Type.Object(
    {
      content: Type.String({
        maxLength: MAX_CHARACTERS,
        description: `The bytes in Base64: ${IMAGE_FORMS}, at most ${IMAGE_LIMITS.bytes} bytes and ${IMAGE_LIMITS.side} pixels a side`,
      }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answer: ImageAnswer,
  bodyLimit: MAX_CHARACTERS + BESIDE_CONTENT_BYTES,
  handle: (call) =>
    answerOnce(call, {
      act: async () => {
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
          const change: OperatorAction = { action: "add-image", subject: image.hash, reason: body.reason };
          return runOperatorAction(call, { ...change, details: { mediaType, size } }, () =>
            describeImage(image),
          );
        });
      },
      tell: ({ result }) => result,
    }),
});

// GET /images: the pictures that operators added, newest first.

const listImages = operation({
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

// POST /images/{image}/remove: removes a picture that is not used.

const removeImage = operation({
  method: "POST",
  path: "/images/:image/remove",
  summary: "Remove a picture that no event and no market shows",
  group: IMAGES,
  refuses: ["not_accepting", "listing_conflict"],
  role: "market-admin",
  params: Type.Object({ image: Type.String({ description: "Its id, the SHA-256 of its bytes" }) }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: ImageAnswer,
  handle: (call) =>
    answerOnce(call, {
      act: () => {
        const { context, params, body } = call;
        return context.requestTurns.take(["images"], async () => {
          const image = await dropImage(context, params.image);
          if (isRejection(image)) return image;
          context.images.forget(image.hash);
          const change: OperatorAction = { action: "remove-image", subject: image.hash, reason: body.reason };
          return runOperatorAction(call, change, () => describeImage(image));
        });
      },
      tell: ({ result }) => result,
    }),
});

// Operations of the operator API on pictures, in the order of its document.

export const IMAGE_ENDPOINTS: readonly Endpoint[] = [addImage, listImages, removeImage];
