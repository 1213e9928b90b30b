/** A picture over the wire of the operator API. */
import { Type } from "typebox";
import { IMAGE_TYPES } from "../../catalog/images/image-limits.ts";
import { instantAt } from "../../catalog/instants.ts";
import { imagePath } from "../../store/catalog/images.ts";
import type { ImageFacts } from "../../store/catalog/images.ts";

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

export const describeImage = ({ hash, addedAt, mediaType, width, height, size }: ImageFacts) => ({
  id: hash,
  path: imagePath(hash),
  mediaType,
  width,
  height,
  size,
  addedAt: instantAt(addedAt),
});
