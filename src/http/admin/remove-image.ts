/** POST /images/{image}/remove: removes a picture that nothing shows. */
import { Type } from "typebox";
import { dropImage } from "../../catalog/images/change-images.ts";
import { isRejection } from "../../core/rejection.ts";
import { once } from "../once.ts";
import { IMAGES } from "./groups.ts";
import { describeImage, ImageAnswer } from "./image-answer.ts";
import { operate, operation, Reason } from "./operation.ts";
import type { OperatorAction } from "./operation.ts";

export const removeImage = operation({
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
    once(call, {
      act: () => {
        const { context, params, body } = call;
        return context.requestTurns.take(["images"], async () => {
          const image = await dropImage(context, params.image);
          if (isRejection(image)) return image;
          context.images.forget(image.hash);
          const change: OperatorAction = { action: "remove-image", subject: image.hash, reason: body.reason };
          return operate(call, change, () => describeImage(image));
        });
      },
      tell: ({ result }) => result,
    }),
});
