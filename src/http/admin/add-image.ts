/** POST /images: keeps a picture, which events and markets then show by its path. */
import { Type } from "typebox";
import { checkImage, keepImage } from "../../catalog/images/change-images.ts";
import { IMAGE_FORMS, IMAGE_LIMITS } from "../../catalog/images/image-limits.ts";
import { isRejection } from "../../core/rejection.ts";
import { once } from "../once.ts";
import { readBase64 } from "./base64-field.ts";
import { IMAGES } from "./groups.ts";
import { describeImage, ImageAnswer } from "./image-answer.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";

/** Characters of Base64 for the largest picture. */
const MOST_CHARACTERS = Math.ceil(IMAGE_LIMITS.bytes / 3) * 4;
const BESIDE_CONTENT_BYTES = 64 * 1024;

export const addImage = operation({
  method: "POST",
  path: "/images",
  summary: "Add a picture",
  group: IMAGES,
  refuses: ["not_accepting"],
  role: "market-admin",
  body: Type.Object(
    {
      content: Type.String({
        maxLength: MOST_CHARACTERS,
        description: `The bytes in Base64: ${IMAGE_FORMS}, at most ${IMAGE_LIMITS.bytes} bytes and ${IMAGE_LIMITS.side} pixels a side`,
      }),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answer: ImageAnswer,
  bodyLimit: MOST_CHARACTERS + BESIDE_CONTENT_BYTES,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, body } = call;
        const bytes = readBase64("content", body.content);
        if (isRejection(bytes)) return bytes;
        const checked = await checkImage(context, bytes);
        if (isRejection(checked)) return checked;
        // One after the other, so that together they stay below the limit of all.
        return context.requestTurns.take(["images"], async () => {
          const image = await keepImage(context.ownSql, checked, context.clock());
          if (isRejection(image)) return image;
          const { mediaType, size } = image;
          const change: OperatorAction = { action: "add-image", subject: image.hash, reason: body.reason };
          return operate(call, { ...change, details: { mediaType, size } }, () => describeImage(image));
        });
      },
      tell: ({ result }) => result,
    }),
});
